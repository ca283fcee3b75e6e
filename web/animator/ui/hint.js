// SPDX-License-Identifier: MIT
// Three steps for a first visit; the question mark brings them back.
import { h, icon } from './elements.js';
import { viewKeys } from './views.js';

const key = 'swivel-hint-seen';
const steps = [
  ['Take hold of the body anywhere', 'and drag: a hand, a foot, a knee, the head, the pelvis. The rest follows as a person would.'],
  ['Pin what shall stay', 'and try the postures. Nothing bends further than people do.'],
  ['Drag beside the figure', 'to look from elsewhere.'],
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
    h('p', { class: 'keys' }, 'Keys: arrows and Page Up, Page Down move the part last taken hold of (Shift turns it), P pins it, H shows handles, M mirror, Esc takes a drag back, Ctrl Z undo, 1 to 9 panels. ' + viewKeys),
    h('button', { type: 'button', class: 'primary', onclick: closeHint }, 'Got it'),
  );
  element.hidden = false;
}
