// SPDX-License-Identifier: MIT
// Compare: the same drag by our solver and by what others use, their elbows side by side, and what goes wrong counted as it happens.
import { Clay } from '../scene/clay.js';
import { DraggableBalls } from '../scene/draggable_balls.js';
import { shoulders } from '../scene/figure.js';
import { GhostLimb, ghostShapes } from '../scene/limb.js';
import { Comparison, methods, tour, tourSeconds } from '../compare/run.js';
import { limitText } from '../arm/words.js';
import { h, icon, section } from '../ui/elements.js';
import { wantsLessMotion } from '../ui/motion.js';
import { makeTimer } from '../measure.js';

const reach = 0.66;

export const comparePanel = {
  id: 'compare',
  title: 'Compare',

  create({ swivel, stage, pointer, view, commit }) {
    const comparison = new Comparison(swivel);
    const shapes = ghostShapes();
    // The first is the body's own arm.
    const ghosts = methods.slice(1).map(({ color }, i) => {
      const ghost = new GhostLimb(shapes, new Clay({ color, transparent: true, opacity: 0.6 }), 1 + 0.08 * i);
      ghost.group.position.fromArray(shoulders.right);
      ghost.group.visible = false;
      stage.scene.add(ghost.group);
      return ghost;
    });
    const shown = methods.map(() => true);
    const timer = makeTimer();
    let time = 0;
    let isPlaying = false;
    let isOpen = false;
    let target = null;
    let restoreView = null;

    const play = h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Play or pause', onclick: () => setPlaying(!isPlaying) }, icon('play'));
    const again = h('button', { type: 'button', class: 'chip', onclick: () => start() }, 'Count again');
    const cards = methods.map(({ id, title, note, color }, i) => {
      const check = h('input', {
        type: 'checkbox',
        checked: true,
        disabled: i === 0,
        'aria-label': `Show ${title} in the picture`,
        onchange: () => {
          shown[i] = check.checked;
          stage.invalidate();
          commit();
        },
      });
      const numbers = h('p', { class: 'numbers', 'data-method': id });
      return { check, numbers, element: h('div', { class: 'card' }, h('label', { class: 'card-title' }, check, h('i', { style: `background:${color}` }), h('strong', {}, title), h('span', {}, note)), numbers) };
    });
    const element = h(
      'div',
      { class: 'panel-body' },
      h('p', { class: 'lead' }, h('strong', {}, 'One wrist, four elbows.'), ' Drag the ball, or let it move by itself: from the table to the mouth, overhead, behind the back, across the chest.'),
      h('div', { class: 'transport' }, play, again),
      section('What goes wrong', ...cards.map((card) => card.element)),
      h('p', { class: 'note' }, 'Jump: the elbow is faster than 2.5 m/s and four times as fast as the wrist. Outside: the share of time with a joint more than 1° beyond the limits of measured people. The others are implemented as their authors describe them, each continuing from its last frame, with two bones and no limits.'),
    );

    function setPlaying(on) {
      isPlaying = on;
      play.replaceChildren(icon(on ? 'pause' : 'play'));
      stage.invalidate();
    }

    function start() {
      comparison.reset(isPlaying ? tour(time) : comparison.wrist);
      stage.invalidate();
    }

    const grip = new DraggableBalls(stage, {
      reach: 10,
      onStart: () => setPlaying(false),
      onMove(_, place) {
        const from = place.toArray().map((x, i) => x - shoulders.right[i]);
        const far = Math.hypot(...from);
        target = far > reach ? from.map((x) => (x * reach) / far) : from;
      },
      onEnd: () => {},
    });
    const ball = grip.add(0.02, '#f5a524');

    function step(dt) {
      const slice = Math.min(Math.max(dt, 1 / 240), 1 / 20);
      if (isPlaying) time = (time + slice) % tourSeconds;
      if (isPlaying) target = tour(time);
      const before = comparison.states.map(({ elbow }) => elbow);
      if (target) comparison.step(target, slice);
      return isPlaying || comparison.states.some(({ elbow }, i) => elbow.some((x, k) => Math.abs(x - before[i][k]) > 1e-6));
    }

    function draw() {
      view.limbs.right.place(comparison.frames(0));
      ghosts.forEach((ghost, i) => {
        ghost.place(comparison.frames(i + 1));
        ghost.group.visible = isOpen && shown[i + 1];
      });
      ball.position.fromArray(comparison.wrist.map((x, i) => x + shoulders.right[i]));
    }

    function tell() {
      cards.forEach(({ numbers }, i) => {
        const { jumps, broken, brokenFrames, frames, fastest, off } = comparison.states[i];
        const part = frames ? (100 * brokenFrames) / frames : 0;
        numbers.replaceChildren(
          h('span', { class: jumps ? 'bad' : 'good' }, jumps === 1 ? '1 jump' : `${jumps} jumps`),
          h('span', { class: part > 0 ? 'bad' : 'good' }, `outside ${part.toFixed(0)} %`),
          h('span', {}, `elbow up to ${fastest.toFixed(1)} m/s`),
          h('span', { class: off > 1e-3 ? 'bad' : '' }, `wrist off ${(1000 * off).toFixed(0)} mm`),
          ...(broken.length ? [h('span', { class: 'bad' }, `now: ${broken.map((name) => limitText[name]).join(', ')}`)] : []),
        );
      });
    }

    return {
      element,
      open() {
        isOpen = true;
        view.setInteractive(false);
        restoreView = stage.look([0.1, 0.05, 1.3], [1.35, 2.75, 1.75]);
        pointer.add(grip);
        grip.visible = true;
        setPlaying(!wantsLessMotion());
        start();
      },
      close() {
        isOpen = false;
        setPlaying(false);
        pointer.remove(grip);
        grip.visible = false;
        for (const ghost of ghosts) ghost.group.visible = false;
        restoreView();
      },
      advance: step,
      update() {
        draw();
        tell();
      },
      readout: () => ({
        time: timer(() => comparison.limb.solve({ end: { position: comparison.wrist, rotation: [0, 0, 0, 1] }, positionOnly: true }, comparison.states[0].posture)),
        residual: `${(1000 * comparison.states[0].off).toFixed(1)} mm`,
        outcome: `${comparison.states[0].jumps} jumps`,
      }),
      choices: () => (shown.every(Boolean) ? [] : shown.map(Number)),
      restore(list) {
        shown.forEach((_, i) => (shown[i] = cards[i].check.checked = i === 0 || list[i] !== 0));
        stage.invalidate();
      },
      comparison,
      ball,
    };
  },
};
