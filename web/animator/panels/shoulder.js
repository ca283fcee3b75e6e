// SPDX-License-Identifier: MIT
// Shoulder: clavicle and scapula move with the arm. Wrist and shoulder have handles of their own; the rhythm is drawn over
// what bone pins measured; the wrist's workspace with and without the girdle.
import { DoubleSide, Mesh, MeshBasicMaterial, Plane, SphereGeometry, Vector3 } from 'three';
import { degrees, lengths, sides } from '../arm/model.js';
import { Clay } from '../scene/clay.js';
import { shoulders } from '../scene/figure.js';
import { GirdleFigure } from '../scene/girdle.js';
import { h, section, segments, toggle } from '../ui/elements.js';
import { makeTimer, micro } from '../measure.js';
import { Plot } from '../ui/plot.js';
import { field } from '../ui/field.js';
import { workspaceSurface } from './workspace.js';
import bonePins from '../../../data/shoulder/bone_pins.csv';

const measured = bonePins
  .trim()
  .split('\n')
  .filter((line) => !line.startsWith('#') && !line.startsWith('plane'))
  .map((line) => line.split(',').map(Number));
const curves = [
  ['Clavicle elevation', 0, '#e8833a'],
  ['Clavicle protraction', 1, '#a36bef'],
  ['Scapula upward', 2, '#2fb36a'],
  ['Scapula inward', 3, '#4d8dff'],
  ['Scapula tilt', 4, '#e5484d'],
];
const toDegrees = (angle) => (angle * 180) / Math.PI;
const most = 0.3;
const clavicleLength = 0.1654;

export const shoulderPanel = {
  id: 'shoulder',
  title: 'Shoulder',

  create({ swivel, model, stage, pointer, view, figure, commit }) {
    const both = Object.fromEntries(
      sides.map((side) => {
        const limb = swivel.upperLimb(side);
        const rest = limb.rest();
        // The sternoclavicular joint lies where the shoulder at rest is the figure's.
        const sc = shoulders[side].map((x, i) => x - rest.gh[i]);
        const bones = new GirdleFigure(clavicleLength, side);
        bones.group.position.set(...sc);
        bones.group.visible = false;
        stage.scene.add(bones.group);
        return [side, { side, limb, rest, sc, bones, arm: swivel.arm({ ...lengths, side, reference: 'smooth' }) }];
      }),
    );
    let now = both[model.settings.side];
    // The goal is a right limb's: a left one has its mirror image in x.
    const mirrored = ([x, y, z]) => [now.side === 'left' ? -x : x, y, z];
    const toWorld = (p) => new Vector3(...p.map((x, i) => x + now.sc[i]));
    const glass = new Clay({ transparent: true, opacity: 0.22, depthWrite: false });

    let goal = { wrist: [0.46, 0.3, 0.12], swivel: -1.2, shoulderElevation: 0, shoulderProtraction: 0, pronation: 0, raising: 0 };
    let withGirdle = true;
    let result = null;
    const timer = makeTimer();

    const handle = (color, radius) => {
      const ball = new Mesh(new SphereGeometry(radius, 16, 12), new MeshBasicMaterial({ color, toneMapped: false, depthTest: false, transparent: true, opacity: 0.92 }));
      ball.renderOrder = 20;
      ball.visible = false;
      stage.scene.add(ball);
      return ball;
    };
    const wristBall = handle('#2fb36a', 0.02);
    const shoulderBall = handle('#f5a524', 0.02);
    const elbowBall = handle('#4d8dff', 0.016);

    const surfaces = [true, false].map((girdle) => {
      const mesh = new Mesh(undefined, new Clay({ color: girdle ? '#2fb36a' : '#4d8dff', transparent: true, opacity: 0.16, depthWrite: false, side: DoubleSide }));
      mesh.visible = false;
      mesh.renderOrder = 3;
      stage.scene.add(mesh);
      return { girdle, mesh, made: null };
    });

    // ---- controls ----

    const side = segments('Which arm', [['right', 'Right'], ['left', 'Left']], (value) => {
      model.set({ side: value });
      commit();
    });
    const verdict = h('div', { class: 'verdict', role: 'status' }, h('strong', {}), h('span', {}));
    const girdle = toggle('Girdle moves', 'Off: the shoulder is a fixed point, as in other solvers', (on) => {
      withGirdle = on;
      solve();
      commit();
    });
    girdle.set(true);
    const swivelField = field('Elbow swivel', { min: -Math.PI, max: Math.PI, value: goal.swivel, format: (v) => degrees(v) }, (v) => {
      goal.swivel = v;
      solve();
    }, commit);
    const elevation = field('Shoulder up', { min: -most, max: most, value: 0, format: (v) => degrees(v) }, (v) => {
      goal.shoulderElevation = v;
      solve();
    }, commit);
    const protraction = field('Shoulder forward', { min: -most, max: most, value: 0, format: (v) => degrees(v) }, (v) => {
      goal.shoulderProtraction = v;
      solve();
    }, commit);
    const pronation = field('Pronation', { min: -1.3, max: 1.5, value: 0, format: (v) => degrees(v) }, (v) => {
      goal.pronation = v;
      solve();
    }, commit);
    const plot = new Plot('Angles of clavicle and scapula over the elevation of the arm, measured points under them', { height: 190, xUnit: '°' });
    const plane = h('p', { class: 'note' });
    const legend = h('div', { class: 'legend' }, ...curves.map(([name, , color]) => h('span', {}, h('i', { style: `background:${color}` }), name)));
    const progress = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'Working out the workspace' });
    const workspace = surfaces.map((surface) => {
      const box = toggle(surface.girdle ? 'With girdle' : 'Without', 'How far the wrist gets inside all limits', (on) => showSurface(surface, on));
      box.element.classList.add(surface.girdle ? 'green' : 'blue');
      return box;
    });
    const element = h(
      'div',
      { class: 'panel-body' },
      h('div', { class: 'row' }, side.element),
      verdict,
      h('div', { class: 'row' }, girdle.element, h('button', { type: 'button', class: 'link', onclick: () => home() }, 'Shoulder at rest')),
      section('Handles', h('p', { class: 'note' }, 'Green: the wrist. Blue: the elbow. Orange: the shoulder, the wrist held fast.'), swivelField.element, elevation.element, protraction.element, pronation.element),
      section('Rhythm', plot.canvas, legend, plane),
      section('Where the wrist can be', h('div', { class: 'toggles' }, ...workspace.map((box) => box.element)), progress),
    );

    function home() {
      goal = { ...goal, shoulderElevation: 0, shoulderProtraction: 0 };
      elevation.set(0);
      protraction.set(0);
      solve();
      commit();
    }

    async function showSurface(surface, on) {
      surface.mesh.visible = on;
      if (on && !surface.made) {
        progress.hidden = false;
        let near = null;
        const { limb, arm, rest } = both.right;
        const can = surface.girdle
          ? (p) => {
              const found = limb.solve({ wrist: p.map((x, i) => x + rest.gh[i]), swivel: -0.9 }, near);
              if (found.outcome === 'reached') near = found.posture;
              return found.outcome === 'reached';
            }
          : (p) => arm.reach(p, -0.9).outcome === 'reached';
        surface.made = workspaceSurface(can, (part) => (progress.value = part));
        surface.mesh.geometry = await surface.made;
        progress.hidden = true;
      }
      stage.invalidate();
    }

    // ---- solving ----

    const sided = () => ({ ...goal, wrist: mirrored(goal.wrist) });
    const fromShoulder = () => mirrored(goal.wrist).map((x, i) => x - now.rest.gh[i]);

    /** The arm that is chosen moves, the other one is as it was. */
    function turnTo(chosen) {
      now = both[chosen];
      side.set(chosen);
      result = null;
      view.setInteractive(false);
      for (const { side: name, bones } of Object.values(both)) bones.group.visible = name === chosen;
      for (const { mesh } of surfaces) {
        mesh.position.fromArray(shoulders[chosen]);
        mesh.scale.x = chosen === 'left' ? -1 : 1;
      }
      stage.look(mirrored([0.16, 0.06, 1.3]), mirrored([0.95, 2.5, 1.75]));
      solve();
    }

    function solve() {
      const { limb, arm, rest } = now;
      if (withGirdle) {
        const before = result?.posture?.flat ? result.posture : null;
        const found = limb.solve(sided(), before);
        // Raising and lowering differ: the change of elevation says which it is.
        if (before) {
          const turn = (found.posture.elevation - before.elevation) / 0.17;
          goal.raising = Math.max(-1, Math.min(1, goal.raising + turn));
        }
        result = found;
      } else {
        const wrist = fromShoulder();
        const q = arm.reach(wrist, goal.swivel, [0, 0, 0, 0, 0, 0, goal.pronation]);
        const { elbow, hand, frames } = arm.forward(q.q);
        const up = Math.acos(Math.max(-1, Math.min(1, -elbow[2] / lengths.upperArm)));
        result = {
          outcome: q.outcome === 'reached' ? 'reached' : q.outcome === 'limited' ? 'limited' : 'out-of-reach',
          outside: q.outside,
          iterations: 0,
          positionError: q.positionError,
          frames,
          posture: { gh: rest.gh, elbow: elbow.map((x, i) => x + rest.gh[i]), wrist: hand.position.map((x, i) => x + rest.gh[i]), elevation: up, plane: Math.atan2(elbow[1], mirrored(elbow)[0]), swivel: arm.swivelOf(q.q) },
        };
      }
      tell();
      stage.invalidate();
    }

    function tell() {
      const off = `${(result.positionError * 1000).toFixed(0)} mm`;
      const texts = {
        reached: ['good', 'Reached', withGirdle ? `Girdle and arm agree after ${result.iterations} steps.` : 'By the arm alone, its shoulder fixed.'],
        'out-of-reach': ['bad', 'Out of reach', `The wrist is ${off} away.${withGirdle ? '' : ' The girdle might get there.'}`],
        limited: ['bad', 'A limit of the arm breaks', 'No swivel keeps all of them with the wrist there.'],
        unsettled: ['warn', 'Off its rhythm', 'The wrist is there, but clavicle and scapula are not where they should be.'],
      };
      const [tone, title, text] = texts[result.outcome];
      verdict.dataset.tone = tone;
      verdict.firstChild.textContent = title;
      verdict.lastChild.textContent = text;
    }

    function drawRhythm() {
      const { elevation: raised, plane: at } = result.posture;
      const xs = Array.from({ length: 31 }, (_, i) => i * 5);
      const angles = xs.map((x) => now.limb.rhythm((x * Math.PI) / 180, at, withGirdle ? goal.raising : 0).map(toDegrees));
      const pins = measured.filter(([p]) => p === (Math.abs(toDegrees(at) - 40) <= Math.abs(toDegrees(at) - 90) ? 40 : 90));
      plot.draw({
        series: curves.flatMap(([, i, color]) => [
          { color, x: xs, y: angles.map((row) => row[i]) },
          { color, x: pins.map((row) => row[1]), y: pins.map((row) => row[2 + i]), dots: true },
        ]),
        xRange: [0, 150],
        yRange: [-50, 65],
        cursor: Math.min(150, toDegrees(raised)),
      });
      plane.textContent = `Arm raised ${degrees(raised)} in the plane ${degrees(at)} forward of the side. Dots: bone pins in twelve shoulders (Ludewig 2009), plane ${pins[0]?.[0]}°.`;
    }

    // ---- dragging ----

    const grips = [
      [wristBall, 0],
      [elbowBall, 1],
      [shoulderBall, 2],
    ];
    const grip = {
      priority: 15,
      cursor: 'grab',
      pick(at) {
        let best = null;
        for (const [ball, kind] of grips) {
          const place = stage.toScreen(ball.position).clone();
          const away = Math.hypot(place.x - at.x, place.y - at.y);
          if (away < at.reach + 6 && (!best || away < best.away)) best = { ball, kind, away };
        }
        return best;
      },
      hover(found) {
        for (const [ball] of grips) ball.scale.setScalar(found?.ball === ball ? 1.25 : 1);
      },
      down({ ball, kind }, at) {
        this.kind = kind;
        this.plane = new Plane().setFromNormalAndCoplanarPoint(stage.camera.getWorldDirection(new Vector3()), ball.position);
        this.offset = ball.position.clone().sub(at.ray.intersectPlane(this.plane, new Vector3()));
        this.start = { ...goal };
        this.from = ball.position.clone();
      },
      move(at) {
        const hit = at.ray.intersectPlane(this.plane, new Vector3());
        if (!hit) return;
        const place = hit.add(this.offset).toArray().map((x, i) => x - now.sc[i]);
        if (this.kind === 0) goal.wrist = mirrored(place);
        else if (this.kind === 1) {
          const gh = result.posture.gh;
          const line = result.posture.wrist.map((x, i) => x - gh[i]);
          const out = place.map((x, i) => x - gh[i]);
          goal.swivel = now.arm.swivelTowards(line, out);
          swivelField.set(goal.swivel);
        } else {
          // As far as the clavicle turns to bring its end there, up and forward.
          const moved = hit.sub(this.from);
          const limit = (x) => Math.max(-most, Math.min(most, x));
          goal.shoulderElevation = limit(this.start.shoulderElevation + moved.z / clavicleLength);
          goal.shoulderProtraction = limit(this.start.shoulderProtraction + moved.y / clavicleLength);
          elevation.set(goal.shoulderElevation);
          protraction.set(goal.shoulderProtraction);
        }
        solve();
      },
      up: () => commit(),
    };

    let restoreView = null;
    return {
      element,
      open() {
        glass.color.copy(stage.bodyMaterial.color);
        figure.torso.material = glass;
        for (const [ball] of grips) ball.visible = true;
        surfaces.forEach((surface, i) => (surface.mesh.visible = workspace[i].input.checked));
        pointer.add(grip);
        restoreView = stage.keep();
        turnTo(model.settings.side);
      },
      close() {
        for (const { bones } of Object.values(both)) bones.group.visible = false;
        figure.torso.material = stage.bodyMaterial;
        for (const [ball] of grips) ball.visible = false;
        for (const surface of surfaces) surface.mesh.visible = false;
        pointer.remove(grip);
        restoreView();
      },
      advance: () => false,
      update() {
        stage.shadowIsOld = true;
        if (now.side !== model.settings.side) turnTo(model.settings.side);
        const { limb, rest, bones } = now;
        const { posture } = result;
        const drawn = view.limbs[now.side];
        drawn.group.position.copy(toWorld(posture.gh));
        if (withGirdle) {
          const frames = limb.frames(posture);
          drawn.place(frames.arm);
          bones.place(frames);
        } else {
          drawn.place(result.frames);
          bones.place(limb.frames({ flat: [...rest.girdle, ...new Array(23).fill(0)] }));
        }
        wristBall.position.copy(toWorld(mirrored(goal.wrist)));
        wristBall.material.color.set(result.outcome === 'reached' ? '#2fb36a' : '#e0565b');
        elbowBall.position.copy(toWorld(posture.elbow));
        shoulderBall.position.copy(toWorld(posture.gh));
        shoulderBall.visible = withGirdle;
        drawRhythm();
      },
      theme() {
        glass.color.copy(stage.bodyMaterial.color);
        if (result) drawRhythm();
      },
      readout: () => ({
        time: timer(() => (withGirdle ? now.limb.solve(sided(), result.posture) : now.arm.reach(fromShoulder(), goal.swivel))),
        residual: result.positionError < 1e-12 ? '< 1e-12 m' : result.positionError < 1e-4 ? `${result.positionError.toExponential(0)} m` : `${(result.positionError * 1000).toFixed(1)} mm`,
        outcome: result.outcome.replaceAll('-', ' '),
      }),
      choices: () => [Number(withGirdle), ...[...goal.wrist, goal.swivel, goal.shoulderElevation, goal.shoulderProtraction, goal.pronation, goal.raising].map(micro)],
      restore(list) {
        const within = (x, low, high) => Math.min(Math.max(x, low), high);
        if (list.length !== 9 || !list.every((x) => Math.abs(x) < 10)) return;
        const [on, x, y, z, swivel, up, forward, turn, raising] = list;
        withGirdle = on !== 0;
        goal = {
          wrist: [x, y, z],
          swivel,
          shoulderElevation: within(up, -most, most),
          shoulderProtraction: within(forward, -most, most),
          pronation: within(turn, -1.3, 1.5),
          raising: within(raising, -1, 1),
        };
        girdle.set(withGirdle);
        swivelField.set(swivel);
        elevation.set(goal.shoulderElevation);
        protraction.set(goal.shoulderProtraction);
        pronation.set(goal.pronation);
        result = null;
        solve();
      },
      state: () => ({ goal, result, withGirdle }),
      surfaces,
      balls: { wrist: wristBall, elbow: elbowBall, shoulder: shoulderBall },
    };
  },
};
