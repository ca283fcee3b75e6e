// SPDX-License-Identifier: MIT
// Head and hands: the body of somebody of whom little is known. A recording or sliders move a head and two controllers.
import { placeSkin, wholeBodyLook } from '../figure/view.js';
import { gripNames } from '../figure/model.js';
import { BodySkin, bodyColors } from '../body/skin.js';
import { partOf } from '../figure/grab.js';
import { makeTimer, micro } from '../measure.js';
import { isRecording, recording, recordings } from '../motion/recordings.js';
import { PointsModel, always, groups, ranges, trackers } from '../points/model.js';
import { DraggableBalls } from '../scene/draggable_balls.js';
import { h, section, segments, toggle, verdictBox } from '../ui/elements.js';
import { field } from '../ui/field.js';
import { wantsLessMotion } from '../ui/motion.js';
import { Plot } from '../ui/plot.js';
import { metres } from '../ui/readout.js';
import { makeTransport } from '../ui/transport.js';
import { Mesh, MeshBasicMaterial, SphereGeometry } from 'three';

const trackedColor = '#4d8dff';
const recordedColor = '#1f9d63';
/** Centimetres that 19 joints are off on people the guess was not made from, wrists straight: docs/bodies.md. */
const yardsticks = { '': 10.0, hips: 6.8, 'hips,feet': 1.6 };
const meanPosture = 19.4;
const centimetres = (x) => `${(100 * x).toFixed(1)} cm`;
const degrees = (x) => `${((x * 180) / Math.PI).toFixed(0)}°`;
const sliders = [
  ['down', 'Down', centimetres], ['forward', 'Forward', centimetres], ['side', 'To its right', centimetres], ['turn', 'Turned', degrees], ['nod', 'Looks down', degrees],
];
/** Metres from the hanging hands: to the outside, forward, up. */
const postures = [
  ['Stand', { down: 0 }, [0, 0, 0]],
  ['Guard', { down: 0.03 }, [-0.06, 0.3, 0.5]],
  ['Arms up', { down: 0 }, [0.08, 0.06, 1.02]],
  ['Wide', { down: 0 }, [0.42, 0.05, 0.48]],
  ['Crouch', { down: 0.5, nod: 0.2 }, [-0.02, 0.36, 0.34]],
];

export const headHandsPanel = {
  id: 'points',
  title: 'Head and hands',

  create({ figure, stage, pointer, view: armView, commit }) {
    const model = new PointsModel(figure);
    const skin = new BodySkin(figure.shape);
    skin.group.visible = false;
    stage.scene.add(skin.group);
    let source = 'walk';
    let time = 0;
    let isOpen = false;
    let back = null;
    let last = 'rightHand';
    let dressed = '';

    // ---- what is seen ----

    const grip = new DraggableBalls(stage, {
      reach: 6,
      onStart: (ball) => (last = ball.part),
      onMove(ball, place) {
        model.put(ball.part, place.toArray());
        stage.invalidate();
      },
      onEnd: () => commit(),
    });
    const balls = [...always, ...Object.values(trackers).flat()].map((part) => Object.assign(grip.add(0.024, trackedColor), { part }));
    const marks = Object.values(groups).flat().map((part) => {
      const mark = new Mesh(new SphereGeometry(0.014, 10, 8), new MeshBasicMaterial({ color: recordedColor, depthTest: false, transparent: true, opacity: 0.8 }));
      mark.renderOrder = 17;
      mark.visible = false;
      stage.scene.add(mark);
      return Object.assign(mark, { part });
    });

    // ---- controls ----

    const choice = segments('What moves', [...recordings, ['sliders', 'By hand']], (name) => choose(name));
    const transport = makeTransport(() => stage.invalidate(), (to) => (time = to));
    const wear = (name, label, hint) =>
      toggle(label, hint, (on) => {
        if (on) model.worn.add(name);
        else model.worn.delete(name);
        model.forget();
        stage.invalidate();
        commit();
      });
    const worn = { hips: wear('hips', 'A tracker on the hips', 'Position and orientation of the hips are known too'), feet: wear('feet', 'Trackers on both feet', 'Position and orientation of the feet are known too') };
    const isShown = toggle('Recorded joints', 'Green balls show where the predicted joints were recorded', () => stage.invalidate());
    isShown.set(true);
    const outcome = verdictBox();
    const plot = new Plot('How far the predicted joints are from the recorded ones, over time', { height: 100, unit: ' cm' });
    const numbers = h('p', { class: 'numbers' });
    const yardstick = h('p', { class: 'note' });
    const fields = sliders.map(([name, label, format]) => {
      const [min, max] = ranges[name];
      return field(label, { min, max, value: 0, format }, (value) => {
        model.set({ [name]: value });
        stage.invalidate();
      }, commit);
    });
    const chips = postures.map(([title, person, [out, ahead, up]]) =>
      h('button', {
        type: 'button',
        class: 'chip',
        onclick: () => {
          model.set({ down: 0, nod: 0, ...person });
          for (const [hand, sign] of [['rightHand', 1], ['leftHand', -1]]) {
            const [x, y, z] = model.home[hand].position;
            model.hands[hand] = [x + sign * out, y + ahead, z + up];
          }
          stage.invalidate();
          commit();
        },
      }, title),
    );
    const played = h('div', { class: 'stack' }, transport.element, section('Beside the recording', plot.canvas, numbers, yardstick, h('div', { class: 'toggles' }, isShown.element)));
    const byHand = h('div', { class: 'stack' }, section('Postures', h('div', { class: 'chips' }, ...chips)), section('The head', ...fields.map((one) => one.element)), h('p', { class: 'note' }, 'The blue balls are the head and the controllers: drag them.'));
    const element = h(
      'div',
      { class: 'panel-body' },
      h('p', { class: 'lead' }, h('strong', {}, 'A headset, two controllers, and a body that follows.'), ' Blue points are known: three, or more with trackers. Elbows, trunk, legs and steps are predicted, frame by frame.'),
      choice.element,
      outcome.element,
      section('Known', h('div', { class: 'toggles' }, worn.hips.element, worn.feet.element)),
      played,
      byHand,
      h('p', { class: 'note' }, 'Recordings: CMU Graphics Lab motion capture database (mocap.cs.cmu.edu), free for all uses.'),
    );

    const isByHand = () => source === 'sliders';

    async function choose(name) {
      source = name;
      choice.set(name);
      played.hidden = isByHand();
      byHand.hidden = !isByHand();
      model.followed = null;
      model.forget();
      pointer.remove(grip);
      if (isByHand()) pointer.add(grip);
      if (!isByHand()) {
        const clip = await recording(name, figure.shape);
        // Another may have been chosen meanwhile.
        if (source !== name) return;
        transport.setLength(clip.seconds);
        time = Math.min(time, clip.seconds);
        model.follow(clip);
        draw();
      }
      stage.invalidate();
    }

    function draw() {
      const { clip, frames, whole } = model.followed;
      const errors = frames.map((frame) => 100 * frame.errors.all);
      plot.draw({ series: [{ color: trackedColor, x: frames.map((_, i) => i / clip.rate), y: errors }], xRange: [0, clip.seconds], yRange: [0, Math.max(12, ...errors)], cursor: time });
      numbers.replaceChildren(...Object.keys(groups).map((name) => h('span', {}, `${name} ${centimetres(whole[name])}`)));
      const usual = yardsticks[[...model.worn].sort().reverse().join()];
      yardstick.textContent = `Nineteen joints, ${centimetres(whole.all)} off on average over the recording. A palm is 8 cm wide; always standing still is ${meanPosture} cm off${usual ? `, and of many people this is ${usual} cm` : ''}.`;
    }

    /** The body has been given another shape, or other trackers, since. */
    function isOld() {
      const { followed } = model;
      return followed && (followed.shape !== model.shapeKey || followed.known !== model.known.join());
    }

    function dress() {
      const looks = `${model.shapeKey} ${document.documentElement.dataset.theme} ${model.known.join()}`;
      if (looks === dressed) return;
      if (!dressed.startsWith(`${model.shapeKey} `)) {
        skin.setRest(figure.rest);
        if (dressed !== '') model.stand();
      }
      dressed = looks;
      skin.colors({ ...bodyColors[document.documentElement.dataset.theme ?? 'light'], light: trackedColor });
      const known = model.known.map((part) => partOf(part));
      skin.light((j) => (known.includes(partOf(figure.shape.names[j])) ? 0.5 : 0));
    }

    function place(frame) {
      placeSkin(skin, model.worlds);
      stage.shadowIsOld = true;
      for (const ball of balls) {
        const point = model.tracked.find(({ part }) => part === ball.part);
        ball.visible = isOpen && point !== undefined;
        if (point) ball.position.fromArray(point.position);
      }
      for (const mark of marks) {
        mark.visible = isOpen && frame !== null && isShown.input.checked && !model.known.includes(mark.part);
        if (frame) mark.position.fromArray(frame.recorded, 7 * figure.body.parts[mark.part]);
      }
    }

    const timer = makeTimer();
    return {
      element,
      model,
      open() {
        isOpen = true;
        armView.setInteractive(false);
        armView.person.visible = false;
        skin.group.visible = true;
        back = stage.keep();
        stage.homeLook = wholeBodyLook;
        stage.home();
        // A moment that a link chose stands still.
        transport.play(time === 0 && !wantsLessMotion());
        choose(source);
      },
      close() {
        isOpen = false;
        pointer.letGo();
        pointer.remove(grip);
        transport.play(false);
        grip.visible = false;
        for (const mark of marks) mark.visible = false;
        skin.group.visible = false;
        armView.person.visible = true;
        stage.homeLook = null;
        back();
      },
      get rests() {
        return isByHand();
      },
      advance(dt) {
        dress();
        if (isByHand()) {
          const moving = model.advance(dt);
          place(null);
          return moving || pointer.dragged === grip;
        }
        if (!model.followed) return false;
        if (isOld()) {
          model.follow(model.followed.clip);
          draw();
        }
        if (transport.isPlaying) time = (time + dt) % model.followed.clip.seconds;
        place(model.showAt(time));
        return transport.isPlaying;
      },
      update() {
        worn.hips.set(model.worn.has('hips'));
        worn.feet.set(model.worn.has('feet'));
        transport.show(time);
        sliders.forEach(([name], i) => fields[i].set(model.person[name]));
        if (!model.worlds) return;
        const known = `${model.known.length} points known`;
        if (model.followed && !isByHand()) {
          plot.draw({ ...plot.data, cursor: time });
          const { errors } = model.showAt(time);
          outcome.set({ tone: 'good', title: `${known}: ${(100 * errors.all).toFixed(0)} cm off now`, text: `The mean of 19 predicted joints; the feet are hardest to predict: ${(100 * errors.feet).toFixed(0)} cm. A palm is 8 cm wide.` });
        } else if (model.off > 1e-3) outcome.set({ tone: 'warn', title: 'Not possible for a person', text: `A known point is ${centimetres(model.off)} off: a body of this size cannot come closer.` });
        else outcome.set({ tone: 'good', title: known, text: 'Head and hands reach their points; the other joints are predicted.' });
      },
      readout() {
        if (!model.tracked) return { time: '…', residual: '', outcome: '' };
        return { time: timer(() => figure.body.solve(model.tracked, { compromise: 'keep-hand' })), residual: metres(model.off), outcome: model.outcome };
      },
      theme: () => stage.invalidate(),
      nudge(move) {
        if (!isByHand()) return;
        const point = model.points().find(({ part }) => part === last);
        model.put(last, point.position.map((x, i) => x + 0.01 * move[i]));
        commit();
      },
      choices() {
        const { forward, side, down, turn, nod } = model.person;
        return [source, isByHand() || transport.isPlaying ? 0 : micro(time), ...[...model.worn].sort(), 'person', ...[forward, side, down, turn, nod, ...model.hands.rightHand, ...model.hands.leftHand].map(micro)];
      },
      restore(list) {
        const at = list.indexOf('person');
        const [name, moment, ...wears] = at < 0 ? list : list.slice(0, at);
        const person = at < 0 ? [] : list.slice(at + 1);
        model.worn = new Set(wears.filter((one) => one in trackers));
        if (person.length === 11 && person.every(Number.isFinite)) {
          const [forward, side, down, turn, nod, ...hands] = person;
          model.set({ forward, side, down, turn, nod });
          // Through what a drag goes through, so that a hand is never longer than its arm.
          ['rightHand', 'leftHand'].forEach((hand, i) => model.putHome(hand, hands.slice(3 * i, 3 * i + 3)));
        }
        model.forget();
        if (Number.isFinite(moment) && moment > 0) {
          time = moment;
          transport.play(false);
        }
        const next = name === 'sliders' || isRecording(name) ? name : source;
        if (isOpen) choose(next);
        else source = next;
      },
      state: () => ({ source, time, isPlaying: transport.isPlaying, worlds: model.worlds, known: model.known.map((part) => gripNames[part]) }),
      balls,
    };
  },
};
