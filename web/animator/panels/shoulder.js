// SPDX-License-Identifier: MIT
// Shoulder: clavicle and scapula move with the arm. What is asked of the wrist, the elbow and the hand is the model's and
// stays when the panel opens or closes; here belongs what the shoulders do of themselves. See shoulder_limb.js.
import { Vector3 } from 'three';
import { degrees, otherSide, sides } from '../arm/model.js';
import { wrap } from '../arm/vectors.js';
import { verdict } from '../arm/words.js';
import { makeTimer, micro } from '../measure.js';
import { DraggableBalls } from '../scene/draggable_balls.js';
import { shoulders } from '../scene/figure.js';
import { h, section, toggle, verdictBox } from '../ui/elements.js';
import { field } from '../ui/field.js';
import { metres } from '../ui/readout.js';
import { sideRow } from '../ui/side_row.js';
import { rhythmPlot } from './rhythm_plot.js';
import { ShoulderLimb, clavicleLength } from './shoulder_limb.js';
import { makeWorkspace } from './workspace.js';

const most = 0.3;
const limited = (x, end) => Math.min(Math.max(x, -end), end);

/** { tone, title, text } of a limb on its girdle. */
function limbVerdict({ outcome, iterations, positionError, rotationError, behind }) {
  if (behind) return { tone: 'warn', title: 'On its way', text: 'The elbow moves no faster than people’s elbows.' };
  const off = `${(positionError * 1000).toFixed(0)} mm`;
  if (outcome === 'out of reach') return { tone: 'bad', title: 'Out of reach', text: `The wrist is ${off} away.` };
  if (outcome === 'unsettled') return { tone: 'warn', title: 'Off its rhythm', text: 'The hand reaches its goal, but clavicle and scapula are off their rhythm.' };
  if (positionError > 1e-6) return { tone: 'bad', title: 'Limits keep the wrist away', text: `It is ${off} from its goal.` };
  if (outcome === 'limited') return { tone: 'warn', title: 'The wrist is there', text: `Limits keep the hand ${degrees(rotationError, 1)} from its orientation.` };
  return { tone: 'good', title: 'Reached', text: `Girdle and arm agree after ${iterations} steps.` };
}

export const shoulderPanel = {
  id: 'shoulder',
  title: 'Shoulder',

  create(context) {
    const { swivel, model, stage, pointer, view, commit } = context;
    const limbs = Object.fromEntries(sides.map((side) => [side, new ShoulderLimb(swivel, model, side)]));
    for (const { bones } of Object.values(limbs)) {
      bones.group.visible = false;
      stage.scene.add(bones.group);
    }
    const active = () => limbs[model.settings.side];
    // What each shoulder does of itself.
    const own = Object.fromEntries(sides.map((side) => [side, { up: 0, forward: 0, raising: 0 }]));
    let withGirdle = true;
    const timer = makeTimer();
    const ownOf = (side) => (withGirdle ? own[model.settings.mirror ? model.settings.side : side] : null);

    // ---- solving ----

    /** Whatever was asked elsewhere. */
    function catchUp() {
      for (const name of sides) if (limbs[name].isOld(ownOf(name))) limbs[name].follow(ownOf(name));
    }

    /** From where the limbs are, for they are being dragged. */
    function goOn() {
      const { side: chosen, mirror } = model.settings;
      for (const name of mirror ? sides : [chosen]) limbs[name].goOn(ownOf(name));
      stage.invalidate();
    }

    /** Wrist, elbow or the wrist's own joints elsewhere: the model is told. */
    function ask({ position = model.active.target.position, swivel: wish = model.active.wish, bend }) {
      stir();
      model.place({ position, rotation: active().handAt(position, wish, bend) }, wish);
      goOn();
    }

    /** The shoulder elsewhere, the hand held fast. */
    function shrug(change) {
      stir(change);
      goOn();
    }

    /** Before a step: what the shoulder does of itself from now on. How the last step went says whether the arm is raised. */
    function stir(change) {
      catchUp();
      const { side: chosen, mirror } = model.settings;
      if (!withGirdle) return;
      Object.assign(own[chosen], change, { raising: active().raisingNow });
      if (mirror) Object.assign(own[otherSide[chosen]], own[chosen]);
    }

    // ---- controls ----

    const side = sideRow(model, commit);
    const outcome = verdictBox();
    const girdle = toggle('Girdle moves', 'Off: the shoulder is a fixed point, as in other solvers', (on) => {
      withGirdle = on;
      commit();
    });
    const angle = (label, min, max, change) => field(label, { min, max, value: 0, format: (v) => degrees(v) }, change, commit);
    const fields = {
      swivel: angle('Elbow swivel', -Math.PI, Math.PI, (v) => ask({ swivel: v })),
      up: angle('Shoulder up', -most, most, (v) => shrug({ up: v })),
      forward: angle('Shoulder forward', -most, most, (v) => shrug({ forward: v })),
      pronation: angle('Pronation', ...model.ranges[4], (v) => ask({ bend: [v, ...active().now.bend.slice(1)] })),
    };
    const rhythm = rhythmPlot();
    const workspace = makeWorkspace(context);
    const atRest = h('button', {
      type: 'button',
      class: 'link',
      onclick: () => {
        shrug({ up: 0, forward: 0 });
        commit();
      },
    }, 'Shoulder at rest');
    const element = h(
      'div',
      { class: 'panel-body' },
      side.element,
      outcome.element,
      h('div', { class: 'row' }, girdle.element, atRest),
      section('Handles', h('p', { class: 'note' }, 'Green: the wrist. Blue: the elbow. Orange: the shoulder, with the hand fixed.'), ...Object.values(fields).map((one) => one.element)),
      section('Rhythm', ...rhythm.elements),
      section('Reach of the wrist', ...workspace.elements),
    );

    const words = () => (withGirdle ? limbVerdict(active().now) : verdict(model));

    function show() {
      side.update();
      outcome.set(words());
      girdle.set(withGirdle);
      const { up, forward } = own[model.settings.side];
      const values = { swivel: wrap(model.active.wish), up, forward, pronation: active().now.bend[0] };
      for (const [name, value] of Object.entries(values)) if (Math.abs(fields[name].input.valueAsNumber - value) > 1e-9) fields[name].set(value);
      for (const name of ['up', 'forward']) fields[name].input.disabled = !withGirdle;
      atRest.disabled = !withGirdle;
      rhythm.draw(active());
    }

    // ---- handles ----

    let start = null;
    const grip = new DraggableBalls(stage, {
      reach: 6,
      onStart: (ball) => (start = { ...own[model.settings.side], place: ball.position.toArray() }),
      onMove: (ball, place) => ball.drag(place.toArray()),
      onEnd: commit,
    });
    const balls = { wrist: grip.add(0.02, '#2fb36a'), elbow: grip.add(0.016, '#4d8dff'), shoulder: grip.add(0.02, '#f5a524') };
    balls.wrist.drag = (place) => ask({ position: place.map((x, i) => x - shoulders[model.settings.side][i]) });
    balls.elbow.drag = (place) => {
      const { now } = active();
      const from = active().toWorld(now.gh);
      ask({ swivel: model.active.hard.swivelTowards(now.wrist.map((x, i) => x - now.gh[i]), place.map((x, i) => x - from[i])) });
    };
    // As far as the clavicle turns to bring its end there, up and forward.
    balls.shoulder.drag = (place) =>
      shrug({ up: limited(start.up + (place[2] - start.place[2]) / clavicleLength, most), forward: limited(start.forward + (place[1] - start.place[1]) / clavicleLength, most) });

    // ---- the scene ----

    let lookedAt = null;
    let restoreView = null;

    /** From the side of the arm that is moved, both arms from the front; higher where a hand is. */
    function look() {
      const { side: chosen, mirror } = model.settings;
      lookedAt = chosen;
      const x = chosen === 'left' ? -1 : 1;
      const up = Math.max(0, ...sides.map((name) => model.arms[name].target.position[2] - 0.25)) / 2;
      if (mirror) stage.look([0, 0.06, 1.3 + up], [x * 0.5, 2.9, 1.75 + up]);
      else stage.look([x * 0.16, 0.06, 1.3 + up], [x * 0.95, 2.5, 1.75 + up]);
      workspace.show(chosen);
    }

    function draw() {
      const limb = active();
      for (const name of sides) limbs[name].draw(view.limbs[name]);
      view.skeleton.place(view.limbs);
      balls.wrist.position.fromArray(model.active.target.position).add(new Vector3(...shoulders[limb.side]));
      balls.wrist.material.color.set(words().tone === 'bad' ? '#e0565b' : '#2fb36a');
      balls.elbow.position.fromArray(limb.toWorld(limb.now.elbow));
      balls.shoulder.position.fromArray(limb.toWorld(limb.now.gh));
      balls.shoulder.visible = withGirdle;
    }

    return {
      element,
      open() {
        view.setInteractive(false);
        view.isXray = true;
        grip.visible = true;
        for (const { bones } of Object.values(limbs)) bones.group.visible = true;
        pointer.add(grip);
        restoreView = stage.keep();
        Object.assign(fields.pronation.input, { min: model.ranges[4][0], max: model.ranges[4][1] });
        catchUp();
        look();
      },
      close() {
        for (const { bones } of Object.values(limbs)) bones.group.visible = false;
        view.isXray = false;
        grip.visible = false;
        workspace.hide();
        pointer.remove(grip);
        restoreView();
        view.setInteractive(false);
      },
      // An arm that was on its way gets there.
      advance(dt) {
        const isOnItsWay = model.advance(dt);
        catchUp();
        // Both limbs take their step.
        return sides.map((name) => limbs[name].step(dt)).some(Boolean) || isOnItsWay;
      },
      update() {
        stage.shadowIsOld = true;
        catchUp();
        if (lookedAt !== model.settings.side) look();
        draw();
        show();
      },
      theme: () => rhythm.draw(active()),
      readout() {
        if (!withGirdle) return {};
        const { outcome, positionError } = active().now;
        return { time: timer(() => active().solveOnce()), residual: metres(positionError), outcome };
      },
      choices: () => [withGirdle ? 'girdle' : 'fixed', ...sides.flatMap((name) => [own[name].up, own[name].forward, own[name].raising].map(micro)), ...workspace.choices()],
      restore([what, ...list]) {
        if (!['girdle', 'fixed'].includes(what) || list.length !== 8 || !list.every(Number.isFinite)) return;
        withGirdle = what === 'girdle';
        sides.forEach((name, i) => {
          const [up, forward, raising] = list.slice(3 * i);
          own[name] = { up: limited(up, most), forward: limited(forward, most), raising: limited(raising, 1) };
        });
        workspace.restore(list.slice(6));
        stage.invalidate();
      },
      /** For tests: what is drawn of each limb. */
      state() {
        catchUp();
        return { right: limbs.right.now, left: limbs.left.now, own, withGirdle };
      },
      surfaces: workspace.surfaces,
      balls,
    };
  },
};
