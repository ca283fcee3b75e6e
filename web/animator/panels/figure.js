// SPDX-License-Identifier: MIT
// Figure: the whole body, taken hold of anywhere.
import { makeTimer, micro } from '../measure.js';
import { pack, unpackPosture } from '../figure/code.js';
import { canTurn, gripNames, grips, pinnable, statureRange } from '../figure/model.js';
import { poseGoals, poses } from '../figure/poses.js';
import { FigureView, wholeBodyLook } from '../figure/view.js';
import { axisAngle, multiply } from '../arm/vectors.js';
import { h, section, toggle, verdictBox } from '../ui/elements.js';
import { field } from '../ui/field.js';
import { wantsLessMotion } from '../ui/motion.js';
import { metres } from '../ui/readout.js';
import { cut } from '../ui/tabs.js';

const small = { width: 74, height: 92 };
const length = (x) => (x < 0.0995 ? `${(1000 * x).toFixed(0)} mm` : `${(100 * x).toFixed(0)} cm`);
const degrees = (x) => `${((x * 180) / Math.PI).toFixed(0)}°`;

/** How the body does what was asked, in plain words. */
function verdict(model) {
  const { distance, angle, part } = model.miss;
  const { overhang, isStepDue } = model.report;
  const name = part && gripNames[part].toLowerCase();
  if (distance > 1e-3) return { tone: 'bad', title: `The ${name} is ${length(distance)} short`, text: isStepDue ? 'A step would help: free a foot, or drag it.' : 'This is as far as the body goes.' };
  if (angle > 0.02) return { tone: 'warn', title: 'A joint is at its limit', text: `The ${name} is there, but turned ${degrees(angle)} less than wanted.` };
  if (model.settings.balance && overhang > 5e-3) return { tone: 'warn', title: 'Out of balance', text: `The centre of mass is ${length(overhang)} beyond the feet. A step would help.` };
  return { tone: 'good', title: model.drag ? 'Follows' : 'Balanced and within limits', text: model.drag ? `The ${gripNames[model.drag.part].toLowerCase()} is where you drag it, and every joint is within human limits.` : 'Take hold of the body anywhere and drag.' };
}

export const figurePanel = {
  id: 'figure',
  title: 'Figure',

  create({ figure: model, stage, pointer, view: armView, commit, tip }) {
    const view = new FigureView({ stage, pointer, model, onCommit: commit, onTip: tip });
    const outcome = verdictBox();
    const balance = toggle('Balance', 'The centre of mass stays above the feet', (on) => change({ balance: on }));
    const clear = toggle('Arms keep out', 'Elbows are turned out of the trunk, the head and the thighs', (on) => change({ clear: on }));
    const mirror = toggle('Mirror', 'The other side does the same', (on) => change({ mirror: on }));
    const handles = toggle('Handles', 'Arrows and rings on the part that was last taken hold of', (on) => {
      view.hasHandles = on;
      view.dirty = true;
      stage.invalidate();
    });
    const lock = toggle('Keep its turn', 'The part keeps its rotation in the world while it is dragged; else wrists and ankles are relaxed', (on) => {
      model.lock(view.selected, on);
      commit();
    });
    const selected = h('p', { class: 'note' });
    function change(choices) {
      model.set(choices);
      commit();
    }

    const pins = pinnable.map((part) =>
      h('button', {
        type: 'button',
        class: 'chip',
        'data-part': part,
        title: 'Stays where it is',
        onclick: () => {
          model.pin(part, !model.pins.has(part));
          commit();
        },
      }, gripNames[part]),
    );

    const canvases = poses.map(([name]) => h('canvas', { ...small, 'aria-label': name }));
    const thumbnails = poses.map(([name], i) =>
      h('button', {
        type: 'button',
        class: 'pose',
        'aria-label': name,
        onclick: () => {
          model.goTo(model.posture(poseGoals(model, poses[i])), !wantsLessMotion(), poses[i][1].pins);
          commit();
        },
      }, canvases[i], h('span', {}, name)),
    );
    let drawn = '';
    const looks = () => `${model.settings.male} ${model.settings.stature} ${document.documentElement.dataset.theme}`;
    const draw = () => {
      drawn = looks();
      view.pictures(poses.map((pose) => model.posture(poseGoals(model, pose))), canvases);
    };

    const shape = (choices) => model.setShape(choices);
    const male = field('Woman to man', { min: 0, max: 1, value: model.settings.male, format: (x) => (x < 0.02 ? 'woman' : x > 0.98 ? 'man' : `${Math.round(100 * x)} %`) }, (value) => shape({ male: value }), commit);
    const stature = field('Stature', { min: statureRange[0], max: statureRange[1], value: model.settings.stature, format: (x) => `${(100 * x).toFixed(0)} cm` }, (value) => shape({ stature: value }), commit);

    const element = h(
      'div',
      { class: 'panel-body' },
      h('p', { class: 'lead' }, h('strong', {}, 'Drag any part: the whole body follows.'), ' Fifty-eight joints, within the limits of measured people, solved thousands of times a second.'),
      outcome.element,
      section('Postures', h('div', { class: 'poses' }, ...thumbnails)),
      section('Pins', h('div', { class: 'chips' }, ...pins)),
      section('Rules', h('div', { class: 'toggles' }, balance.element, clear.element, mirror.element)),
      section('Turning a part', selected, h('div', { class: 'toggles' }, handles.element, lock.element)),
      section('Body', male.element, stature.element),
    );

    const timer = makeTimer();
    // The module asked again for what it was asked last, from the same posture: the answer is the same.
    const solveOnce = () => model.body.reach(model.asked, { balances: model.settings.balance, clear: model.settings.clear });
    let back = null;
    return {
      element,
      view,
      rests: true,
      update() {
        outcome.set(verdict(model));
        balance.set(model.settings.balance);
        clear.set(model.settings.clear);
        mirror.set(model.settings.mirror);
        handles.set(view.hasHandles);
        lock.set(model.locks.has(view.selected));
        lock.input.disabled = !canTurn(view.selected);
        selected.textContent = `${gripNames[view.selected]}, the part last taken hold of.`;
        pins.forEach((chip) => chip.setAttribute('aria-pressed', model.pins.has(chip.dataset.part)));
        male.set(model.settings.male);
        stature.set(model.settings.stature);
        if (drawn !== looks() && !model.drag && !model.moving) draw();
      },
      advance(dt) {
        const moving = model.advance(dt);
        if (moving) view.dirty = true;
        view.update();
        return moving || model.drag !== null;
      },
      readout() {
        const { distance } = model.miss;
        return { time: timer(solveOnce), residual: metres(distance), outcome: model.report.outcome };
      },
      theme: (name) => view.theme(name),
      open() {
        armView.setInteractive(false);
        armView.person.visible = false;
        view.visible = true;
        back = stage.keep();
        stage.homeLook = wholeBodyLook;
        stage.home();
      },
      close() {
        pointer.letGo();
        view.visible = false;
        armView.person.visible = true;
        stage.homeLook = null;
        back?.();
      },
      /** The arrows move the part last taken hold of, with shift they turn it. */
      nudge(move, isTurn) {
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
        if (key === 'm') change({ mirror: !model.settings.mirror });
        else if (key === 'p' && pinnable.includes(view.selected)) {
          model.pin(view.selected, !model.pins.has(view.selected));
          commit();
        } else if (key === 'h') handles.input.click();
      },
      choices() {
        const { male: sex, stature: tall, balance: balances, clear: clears, mirror: mirrors } = model.settings;
        return [
          micro(sex), micro(tall), ...[balances, clears, mirrors].map(Number), pack(model.shape.names, model.base),
          'pins', ...grips.filter((part) => model.pins.has(part)), 'locks', ...grips.filter((part) => model.locks.has(part)),
        ];
      },
      restore(list) {
        const [start, rest] = cut(list, 'pins');
        const [pinned, locked] = cut(rest ?? [], 'locks');
        const [sex, tall, balances, clears, mirrors, word] = start;
        model.restore({
          settings: { male: sex, stature: tall, balance: balances === 1, clear: clears === 1, mirror: mirrors === 1 },
          read: (locals) => unpackPosture(model.shape.names, word, locals),
          pins: pinned.filter((part) => pinnable.includes(part)),
          locks: (locked ?? []).filter((part) => grips.includes(part)),
        });
        view.dirty = true;
      },
    };
  },
};
