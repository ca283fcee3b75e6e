// SPDX-License-Identifier: MIT
// Hand: five fingertips to drag, shapes, fist and pinch; and van den Waardenburg's finger in its plane (papers/finger_view.js).
import { Vector3 } from 'three';
import { sides } from '../arm/model.js';
import { presetPosture, presets } from '../arm/presets.js';
import { DraggableBalls } from '../scene/draggable_balls.js';
import { bonesBetween } from '../scene/limb.js';
import { h, section, segments, toggle, verdictBox } from '../ui/elements.js';
import { field } from '../ui/field.js';
import { wantsLessMotion } from '../ui/motion.js';
import { sideRow } from '../ui/side_row.js';
import { cut } from '../ui/tabs.js';
import { makeTimer, micro } from '../measure.js';
import { fingerView } from '../papers/finger_view.js';

const shapeNames = ['relaxed', 'open', 'fist', 'point'];
const digits = ['thumb', 'index', 'middle', 'ring', 'little'];
// Seconds it takes to raise the hand and to look at it.
const raising = 0.3;
const wave = presets.find(([name]) => name === 'Wave');

export const handPanel = {
  id: 'hand',
  title: 'Hand',

  create({ swivel, model, stage, pointer, view, commit }) {
    const hand = swivel.hand();
    // Fingers are those of a right hand; the skin of a left one is its mirror image in x, and so are they in it.
    let limb = view.limbs[model.settings.side];
    // The hands that are raised: the chosen one, and with mirror on the other too.
    let raised = [];
    let glide = null;
    let posture = hand.shape('relaxed');
    let tips = digits.map(() => null);
    let shape = 'relaxed';
    let enslaving = 0;
    let pinched = 'index';
    let words = '';
    // What the hand does, and what undo and links bring back: a shape, a fist, a pinch, or fingertips in their places.
    let doing = 'shape';
    const timer = makeTimer();
    let outside = [];

    const side = sideRow(model, commit);
    const verdict = verdictBox();
    const shapes = segments('Shape', [['relaxed', 'Relaxed'], ['open', 'Open'], ['fist', 'Fist'], ['point', 'Point']], (name) => {
      doShape(name);
      commit();
    });
    const fist = field('Close the fist', { min: 0, max: 1, value: 0, format: (v) => `${(100 * v).toFixed(0)} %` }, (v) => doFist(v), commit);
    const pinchFinger = segments('Pinch with', digits.slice(1).map((name) => [name, name[0].toUpperCase() + name.slice(1)]), (name) => {
      pinched = name;
      doPinch(pinch.input.valueAsNumber);
      commit();
    });
    const pinch = field('Pinch an object of', { min: 0, max: 0.09, value: 0.02, format: (v) => `${(v * 1000).toFixed(0)} mm` }, (v) => doPinch(v), commit);
    const goingAlong = field('Neighbours move too', { min: 0, max: 0.6, value: 0, format: (v) => `${(100 * v).toFixed(0)} %` }, (v) => {
      enslaving = v;
      if (tips.some(Boolean)) solve();
    }, commit);
    const bones = toggle('Bones', 'Transparent skin, with the bones inside', (on) => (view.isXray = on));
    const planar = fingerView(swivel, commit);
    const element = h(
      'div',
      { class: 'panel-body' },
      side.element,
      verdict.element,
      section('Shape', shapes.element, fist.element, bones.element),
      section('Pinch', pinchFinger.element, pinch.element),
      section('Fingertips', goingAlong.element, h('p', { class: 'note' }, 'Young people: 26 %, old ones: 47 %.')),
      planar.element,
    );

    function say(tone, title, text) {
      words = title;
      verdict.set({ tone, title, text });
    }

    function doShape(name) {
      doing = 'shape';
      shape = name;
      shapes.set(name);
      tips = digits.map(() => null);
      posture = hand.shape(name);
      fist.set(name === 'fist' ? 1 : 0);
      say('good', name[0].toUpperCase() + name.slice(1), 'Drag a fingertip: its joints follow; the last one is coupled to the middle one.');
      stage.invalidate();
    }

    function doFist(part) {
      doing = 'fist';
      const open = hand.shape('open');
      const closed = hand.shape('fist');
      tips = digits.map(() => null);
      posture = open.map((angle, i) => angle + part * (closed[i] - angle));
      shapes.set('');
      say('good', 'Fist', `${(100 * part).toFixed(0)} % closed.`);
      stage.invalidate();
    }

    function doPinch(size) {
      doing = 'pinch';
      pinchFinger.set(pinched);
      tips = digits.map(() => null);
      shapes.set('');
      const result = hand.pinch(pinched, size, { shape: 'relaxed' });
      posture = result.posture;
      if (result.holds) say('good', 'Held', `Thumb and ${pinched} finger are ${(result.gap * 1000).toFixed(1)} mm apart.`);
      else say('bad', 'Too large', `They open to ${(result.gap * 1000).toFixed(1)} mm at most.`);
      stage.invalidate();
    }

    function solve() {
      doing = 'tips';
      const result = hand.solve(tips, posture, { shape, enslaving });
      posture = result.posture;
      outside = result.outOfReach;
      const worst = Math.max(...result.errors);
      if (outside.length === 0) say('good', 'Reached', 'Every fingertip reaches its goal, inside its limits.');
      else say('bad', 'Out of reach', `The ${outside.join(' and ')} ${outside.length > 1 ? 'come' : 'comes'} within ${(worst * 1000).toFixed(1)} mm.`);
      stage.invalidate();
    }

    const grip = new DraggableBalls(stage, {
      reach: 4,
      onStart: () => shapes.set(''),
      onMove(ball, place) {
        tips[grip.balls.indexOf(ball)] = limb.handSkin.worldToLocal(place).toArray();
        solve();
      },
      onEnd: commit,
    });
    const balls = digits.map(() => grip.add(0.0055, '#f5a524'));

    const chosen = () => (model.settings.mirror ? sides : [model.settings.side]);

    /** The chosen hand is raised and looked at closely, with mirror on both of them from further away. */
    function turn() {
      const before = raised;
      raised = chosen();
      limb = view.limbs[model.settings.side];
      view.setInteractive(false);
      for (const name of sides) view.limbs[name].isArticulated = raised.includes(name);
      const arms = raised.map((name) => {
        const { hard, posture } = model.arms[name];
        const to = hard.frames(presetPosture(hard, wave));
        return { limb: view.limbs[name], from: before.includes(name) ? to : hard.frames(posture), to };
      });
      for (const { limb: drawn, to } of arms) drawn.place(to);
      limb.group.updateWorldMatrix(true, true);
      const middle = limb.hand.localToWorld(new Vector3(0, 0.01, 0.085));
      const outward = model.settings.side === 'left' ? -1 : 1;
      const away = new Vector3(0.24 * outward, 0.58, 0.1);
      if (model.settings.mirror) {
        middle.set(0, middle.y, middle.z - 0.17);
        away.set(0, 2.05, 0.2);
      }
      const [at, eye] = [stage.controls.target.clone(), stage.camera.position.clone()];
      glide = { part: 0, arms, at: [at, middle], eye: [eye, middle.clone().add(away)] };
      place(0);
    }

    /** A part (0 to 1) of the way there. */
    function place(part) {
      const s = part * part * (3 - 2 * part);
      const between = ([a, b]) => a.clone().lerp(b, s).toArray();
      for (const { limb: drawn, from, to } of glide.arms) drawn.place(bonesBetween(from, to, s));
      // Who looks from elsewhere meanwhile stays there.
      if (part === 0 || !stage.isChosen) stage.look(between(glide.at), between(glide.eye));
    }

    let restoreView = null;
    say('good', 'Relaxed', 'Drag a fingertip: its joints follow; the last one is coupled to the middle one.');
    shapes.set('relaxed');
    pinchFinger.set(pinched);

    return {
      element,
      open() {
        restoreView = stage.keep();
        raised = [];
        turn();
        grip.visible = true;
        pointer.add(grip);
        planar.open();
      },
      close() {
        pointer.remove(grip);
        grip.visible = false;
        restoreView();
        for (const name of sides) view.limbs[name].isArticulated = false;
        view.isXray = false;
        bones.set(false);
      },
      advance(dt) {
        if (!glide) return false;
        glide.part = wantsLessMotion() ? 1 : Math.min(1, glide.part + dt / raising);
        place(glide.part);
        if (glide.part === 1) glide = null;
        return true;
      },
      update() {
        stage.shadowIsOld = true;
        side.update();
        if (limb !== view.limbs[model.settings.side] || raised.length !== chosen().length) turn();
        const points = hand.points(posture);
        for (const name of raised) {
          view.limbs[name].placeFingers(points);
          view.limbs[name].group.updateWorldMatrix(true, true);
        }
        if (bones.input.checked) view.skeleton.place(view.limbs);
        points.forEach((point, d) => {
          balls[d].position.copy(limb.handSkin.localToWorld(new Vector3().fromArray(point[3])));
          balls[d].material.color.set(outside.includes(digits[d]) && tips[d] ? '#e0565b' : tips[d] ? '#2fb36a' : '#f5a524');
        });
      },
      theme: () => planar.draw(),
      readout() {
        // Without a wish of the visitor's: all five tips where they are.
        const wished = tips.some(Boolean) ? tips : hand.points(posture).map((point) => point[3]);
        const error = tips.some(Boolean) ? Math.max(0, ...hand.points(posture).map((point, d) => (tips[d] ? Math.hypot(...point[3].map((x, i) => x - tips[d][i])) : 0))) : 0;
        return { time: timer(() => hand.solve(wished, posture, { shape, enslaving })), residual: error < 1e-9 ? '< 1e-9 m' : `${(error * 1000).toFixed(1)} mm`, outcome: words.toLowerCase() };
      },
      choices() {
        const list = [doing, shape, micro(fist.input.valueAsNumber), pinched, micro(pinch.input.valueAsNumber), micro(enslaving)];
        if (doing === 'tips') list.push(...tips.flatMap((tip) => (tip ?? ['', '', ''])).map((x) => x && micro(x)), ...posture.map(micro));
        const flat = planar.choices();
        return flat.length ? [...list, 'finger', ...flat] : list;
      },
      restore(list) {
        const [[what, name, part, finger, size, along, ...places], flat] = cut(list, 'finger');
        planar.restore(flat);
        if (!['shape', 'fist', 'pinch', 'tips'].includes(what) || !shapeNames.includes(name) || !digits.slice(1).includes(finger)) return;
        if (![part, size, along].every(Number.isFinite)) return;
        fist.set(part);
        pinch.set(size);
        goingAlong.set(along);
        pinched = finger;
        pinchFinger.set(finger);
        enslaving = goingAlong.input.valueAsNumber;
        doShape(name);
        // The sliders keep what they are given inside their ranges.
        fist.set(part);
        if (what === 'fist') doFist(fist.input.valueAsNumber);
        else if (what === 'pinch') doPinch(pinch.input.valueAsNumber);
        else if (what === 'tips' && places.length === 36 && places.every((x) => Math.abs(x) < 10)) {
          tips = digits.map((_, d) => places.slice(3 * d, 3 * d + 3)).map((tip) => (tip.includes('') ? null : tip));
          posture = places.slice(15);
          shapes.set('');
          if (tips.some(Boolean)) solve();
          // Solved once more for the words; the posture is the one it was, to the last digit.
          posture = places.slice(15);
        }
      },
      posture: () => posture,
      points: () => hand.points(posture),
      balls,
      planar,
    };
  },
};
