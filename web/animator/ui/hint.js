// SPDX-License-Identifier: MIT
// Three steps for a first visit; the question mark brings them back.
import { h, icon } from './elements.js';
import { viewKeys } from './views.js';

const key = 'swivel-hint-seen';
const steps = [
  ['Drag any part of the body:', 'a hand, a foot, a knee, the head, the pelvis. The rest follows as a person would.'],
  ['Pin parts that should stay', 'and try the postures. No joint goes beyond the limits of people.'],
  ['Drag beside the figure', 'to turn the view.'],
];

const storage = {
  get() {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set() {
    try {
      localStorage.setItem(key, '1');
    } catch {
      // Pages from disk may have no storage: the hint then comes every time.
    }
  },
};

let shown = null;

/** True if it was open. */
export function closeHint() {
  if (!shown || shown.hidden) return false;
  shown.hidden = true;
  storage.set();
  return true;
}

export function hint(element, asked) {
  if (!asked && storage.get()) return;
  shown = element;
  element.replaceChildren(
    h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Close the hint', onclick: closeHint }, icon('close')),
    h('ol', {}, ...steps.map(([title, text]) => h('li', {}, h('strong', {}, title), ' ', text))),
    h('p', { class: 'keys' }, 'Keys: arrows and Page Up, Page Down move the part dragged last (Shift rotates it), P pins it, H shows handles, M mirror, Esc cancels a drag, Ctrl Z undo, 1 to 9 panels. ' + viewKeys),
    h('button', { type: 'button', class: 'primary', onclick: closeHint }, 'Got it'),
  );
  element.hidden = false;
}
