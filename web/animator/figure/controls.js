// SPDX-License-Identifier: MIT
// What can be switched on a body that is taken hold of: pins, rules, handles; its keys, and how it does in words. For the page's own
// figure and for a visitor's character.
import { axisAngle, multiply } from '../arm/vectors.js';
import { h, section, toggle } from '../ui/elements.js';
import { canTurn, gripNames, pinnable } from './model.js';

const length = (x) => (x < 0.0995 ? `${(1000 * x).toFixed(0)} mm` : `${(100 * x).toFixed(0)} cm`);
const degrees = (x) => `${((x * 180) / Math.PI).toFixed(0)}°`;

/** How the body does what was asked, in plain words. */
export function verdict(model) {
  const { distance, angle, part } = model.miss;
  const { overhang, isStepDue } = model.report;
  const name = part && gripNames[part].toLowerCase();
  if (distance > 1e-3) return { tone: 'bad', title: `The ${name} is ${length(distance)} short`, text: isStepDue ? 'A step would help: free a foot, or drag it.' : 'This is as far as the body goes.' };
  if (angle > 0.02) return { tone: 'warn', title: 'A joint is at its limit', text: `The ${name} is there, but turned ${degrees(angle)} less than wanted.` };
  if (model.settings.balance && overhang > 5e-3) return { tone: 'warn', title: 'Out of balance', text: `The centre of mass is ${length(overhang)} beyond the feet. A step would help.` };
  return { tone: 'good', title: model.drag ? 'Follows' : 'Balanced and within limits', text: model.drag ? `The ${gripNames[model.drag.part].toLowerCase()} is where you drag it, and every joint is within ${model.body.isRobot ? 'its' : 'human'} limits.` : 'Drag any part of the body.' };
}

/** of(): { model, view } of the body now, or null while there is none. */
export function makeControls(of, { stage, commit }) {
  const change = (choices) => {
    of()?.model.set(choices);
    commit();
  };
  const balance = toggle('Balance', 'The centre of mass stays above the feet', (on) => change({ balance: on }));
  const clear = toggle('Arms stay outside', 'Elbows are turned out of the trunk, the head and the thighs', (on) => change({ clear: on }));
  const mirror = toggle('Mirror', 'The other side does the same', (on) => change({ mirror: on }));
  const handles = toggle('Handles', 'Arrows and rings on the part that was dragged last', (on) => {
    const body = of();
    if (!body) return;
    body.view.hasHandles = on;
    body.view.dirty = true;
    stage.invalidate();
  });
  const lock = toggle('Keep rotation', 'The part keeps its orientation in the world while it is dragged; otherwise wrists and ankles relax', (on) => {
    const body = of();
    body?.model.lock(body.view.selected, on);
    commit();
  });
  const selected = h('p', { class: 'note' });
  const pin = (part) => {
    const body = of();
    if (!body) return;
    body.model.pin(part, !body.model.pins.has(part));
    commit();
  };
  const pins = pinnable.map((part) => h('button', { type: 'button', class: 'chip', 'data-part': part, title: 'Stays where it is', onclick: () => pin(part) }, gripNames[part]));
  return {
    sections: [
      section('Pins', h('div', { class: 'chips' }, ...pins)),
      section('Rules', h('div', { class: 'toggles' }, balance.element, clear.element, mirror.element)),
      section('Rotating a part', selected, h('div', { class: 'toggles' }, handles.element, lock.element)),
    ],
    update() {
      const body = of();
      if (!body) return;
      const { model, view } = body;
      balance.set(model.settings.balance);
      clear.set(model.settings.clear);
      mirror.set(model.settings.mirror);
      handles.set(view.hasHandles);
      lock.set(model.locks.has(view.selected));
      lock.input.disabled = !canTurn(view.selected);
      selected.textContent = `${gripNames[view.selected]}, the part dragged last.`;
      for (const chip of pins) {
        chip.hidden = model.body.parts[chip.dataset.part] < 0;
        chip.setAttribute('aria-pressed', model.pins.has(chip.dataset.part));
      }
    },
    /** The arrows move the part last taken hold of, with shift they turn it. */
    nudge(move, isTurn) {
      const body = of();
      if (!body) return;
      const { model, view } = body;
      const part = view.selected;
      model.take(part);
      const { position, rotation } = model.drag.start;
      if (isTurn && canTurn(part)) model.dragTo(position, multiply(axisAngle(move, 0.06), rotation));
      else model.dragTo(position.map((p, i) => p + 0.01 * move[i]));
      model.advance(1 / 60);
      model.drop();
      view.dirty = true;
      commit();
    },
    key(key) {
      const body = of();
      if (!body) return;
      if (key === 'm') change({ mirror: !body.model.settings.mirror });
      else if (key === 'p' && pinnable.includes(body.view.selected)) pin(body.view.selected);
      else if (key === 'h') handles.input.click();
    },
  };
}
