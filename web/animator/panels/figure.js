// SPDX-License-Identifier: MIT
// Figure: the whole body, taken hold of anywhere.
import { makeTimer, micro } from '../measure.js';
import { pack, unpackPosture } from '../figure/code.js';
import { makeControls, verdict } from '../figure/controls.js';
import { grips, pinnable, statureRange } from '../figure/model.js';
import { poseGoals, poses } from '../figure/poses.js';
import { FigureView, wholeBodyLook } from '../figure/view.js';
import { h, section, verdictBox } from '../ui/elements.js';
import { field } from '../ui/field.js';
import { wantsLessMotion } from '../ui/motion.js';
import { metres } from '../ui/readout.js';
import { cut } from '../ui/tabs.js';

const small = { width: 74, height: 92 };

export const figurePanel = {
  id: 'figure',
  title: 'Figure',

  create({ figure: model, stage, pointer, view: armView, commit, tip }) {
    const view = new FigureView({ stage, pointer, model, onCommit: commit, onTip: tip });
    const outcome = verdictBox();
    const controls = makeControls(() => ({ model, view }), { stage, commit });

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
    const gallery = h('div', { class: 'poses' }, ...thumbnails);
    let drawn = '';
    const looks = () => `${model.settings.male} ${model.settings.stature} ${document.documentElement.dataset.theme}`;
    // One by one, and only when nothing moves: no frame waits for them.
    let waiting = 0;
    const drawFrom = (i) => {
      clearTimeout(waiting);
      gallery.dataset.drawn = i;
      if (i === poses.length) return;
      waiting = setTimeout(() => {
        if (model.drag || model.moving) return drawFrom(i);
        view.picture(model.posture(poseGoals(model, poses[i])), canvases[i]);
        drawFrom(i + 1);
      }, 8);
    };
    const draw = () => {
      drawn = looks();
      drawFrom(0);
    };

    const shape = (choices) => model.setShape(choices);
    const male = field('Woman to man', { min: 0, max: 1, value: model.settings.male, format: (x) => (x < 0.02 ? 'woman' : x > 0.98 ? 'man' : `${Math.round(100 * x)} %`) }, (value) => shape({ male: value }), commit);
    const stature = field('Stature', { min: statureRange[0], max: statureRange[1], value: model.settings.stature, format: (x) => `${(100 * x).toFixed(0)} cm` }, (value) => shape({ stature: value }), commit);

    const element = h(
      'div',
      { class: 'panel-body' },
      h('p', { class: 'lead' }, h('strong', {}, 'Drag any part: the whole body follows.'), ' Fifty-eight joints, within the limits of measured people, solved thousands of times a second.'),
      outcome.element,
      section('Postures', gallery),
      ...controls.sections,
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
        controls.update();
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
      nudge: controls.nudge,
      key: controls.key,
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
