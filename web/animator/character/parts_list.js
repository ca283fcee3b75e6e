// SPDX-License-Identifier: MIT
// The parts of a body beside a character: which joint each is, how sure that is and why; the joint can be chosen here too.
import { h } from '../ui/elements.js';
import { noTone, toneOf, tones } from './binding_view.js';
import { neededParts, partTitle } from './shape.js';

const isFinger = (part) => /Thumb|Index|Middle|Ring|Little/.test(part);
const percent = (x) => `${Math.round(100 * x)} %`;

/** onArm(part or null): its bone is to be clicked. onFix(part, joint; null: none; undefined: as found). onForget(): all as found. */
export function makeParts(names, { onArm, onFix, onForget }) {
  let armed = null;
  const choice = h('select', { 'aria-label': 'The joint of this part', onchange: () => onFix(armed, choice.value === 'found' ? undefined : choice.value === 'none' ? null : Number(choice.value)) });
  const help = h('p', { class: 'note' }, 'Now click its bone in the picture, or choose: ', choice);
  const rows = new Map(
    names.map((part) => {
      const dot = h('i', { class: 'dot', 'aria-hidden': 'true' });
      const joint = h('span', { class: 'joint' });
      const sure = h('span', { class: 'sure' });
      const reason = h('small', {});
      const button = h('button', { type: 'button', class: 'part', 'data-part': part, 'aria-pressed': 'false', onclick: () => onArm(armed === part ? null : part) }, dot, h('span', {}, partTitle(part)), joint, sure, reason);
      return [part, { element: h('li', {}, button), button, dot, joint, sure, reason }];
    }),
  );
  const list = (wanted) => h('ul', { class: 'parts' }, ...names.filter(wanted).map((part) => rows.get(part).element));
  const fingers = h('details', {}, h('summary', {}, 'Fingers'), list(isFinger));
  const forget = h('button', { type: 'button', class: 'chip', onclick: onForget }, 'Reset to detected');
  const legend = h('p', { class: 'legend' }, ...tones.map(([, color, words]) => h('span', {}, h('i', { class: 'dot', style: `background:${color}` }), words)), h('span', {}, h('i', { class: 'dot', style: `background:${noTone}` }), 'no part'));
  return {
    element: h('div', {}, h('p', { class: 'note' }, 'Is one wrong? Click the part here, then its bone in the picture.'), legend, list((part) => !isFinger(part)), fingers, h('div', { class: 'chips' }, forget)),
    /** binding, joints, and what was put right: { part: joint }. */
    set({ parts }, joints, fixes) {
      armed = null;
      help.remove();
      for (const [part, row] of rows) {
        const { joint, confidence, reason } = parts[part];
        const isBound = joint >= 0;
        row.dot.style.background = isBound ? toneOf(confidence) : noTone;
        row.joint.textContent = isBound ? joints[joint].name : 'none';
        row.sure.textContent = isBound ? percent(confidence) : '';
        row.reason.textContent = part in fixes ? 'by you' : isBound ? reason : neededParts.includes(part) ? 'needed' : '';
        row.button.setAttribute('aria-pressed', 'false');
        row.element.classList.toggle('missing', !isBound && neededParts.includes(part));
      }
      choice.replaceChildren(h('option', { value: 'found' }, 'as found'), h('option', { value: 'none' }, 'none'), ...joints.map(({ name }, i) => h('option', { value: i }, name)));
      this.bound = parts;
      forget.hidden = Object.keys(fixes).length === 0;
    },
    arm(part) {
      armed = part;
      for (const [name, { button }] of rows) button.setAttribute('aria-pressed', name === part);
      help.remove();
      if (part === null) return;
      choice.value = this.bound[part].joint >= 0 ? String(this.bound[part].joint) : 'none';
      rows.get(part).element.append(help);
    },
  };
}
