// SPDX-License-Identifier: MIT
// Track: three ways of following one path, side by side: joint curves, drift after a loop, flips.
import { Vector3 } from 'three';
import { degrees, lengths, otherSide, sides } from '../arm/model.js';
import { handRotation, scale } from '../arm/vectors.js';
import { Clay } from '../scene/clay.js';
import { shoulders } from '../scene/figure.js';
import { GhostLimb, ghostShapes as makeShapes } from '../scene/limb.js';
import { PathHandles } from '../scene/path_handles.js';
import { PathLine } from '../scene/path_line.js';
import { Pen } from '../scene/pen.js';
import { h, icon, section, segments } from '../ui/elements.js';
import { wantsLessMotion } from '../ui/motion.js';
import { Plot, jointColors } from '../ui/plot.js';
import { sideRow } from '../ui/side_row.js';
import { cut } from '../ui/tabs.js';
import { fromMillimetres, placeAt, pointsOf, rounded, toMillimetres } from '../panels/drawn_path.js';
import { paths } from './track_paths.js';
import { curveNames, follow, loopSeconds, loops, methods, rate } from './track_run.js';

const toDegrees = (angle) => (angle * 180) / Math.PI;

/** Angles that go on where they were, without jumps of a whole turn. */
function unwound(angles) {
  let offset = 0;
  return angles.map((angle, i) => {
    if (i > 0) {
      const step = angle - angles[i - 1];
      if (step > Math.PI) offset -= 2 * Math.PI;
      else if (step < -Math.PI) offset += 2 * Math.PI;
    }
    return angle + offset;
  });
}

const reach = 0.6;
const inside = (point) => {
  const length = Math.hypot(...point);
  return length > reach ? scale(reach / length, point) : point;
};

// Ahead, inward, up, upright, down; the palm down, inward, ahead.
const fingers = [[-0.2, 1, 0.3], [-0.75, 0.65, 0], [-0.1, 0.7, 0.7], [0.1, 0.3, 0.95], [0, 0.7, -0.7]];
const palms = [[-0.6, 0, -0.8], [-1, -0.2, 0.1], [0.1, 1, -0.2]];
const ways = fingers.flatMap((along) => palms.map((palm) => handRotation(along, palm)));

/** Of these ways to hold the hand the one that leaves the elbow most room all along. */
function bestHeld(arm, points) {
  const room = (position, rotation) => Math.min(arm.feasible({ position, rotation }).reduce((sum, [from, to]) => sum + to - from, -0.5), 1.5);
  const rooms = ways.map((rotation) => points.reduce((sum, position) => sum + room(position, rotation), 0));
  return ways[rooms.indexOf(Math.max(...rooms))];
}

export const trackPanel = {
  id: 'track',
  title: 'Track',

  create({ swivel, model, stage, pointer, view, commit }) {
    // Paths and postures are a right arm's; a left one has the mirror image of the path, and the same angles.
    const line = new PathLine();
    line.group.visible = false;
    stage.scene.add(line.group);
    const ghostShapes = makeShapes();
    const ghosts = methods.slice(1).map((method, i) => {
      const material = new Clay({ color: method.color, transparent: true, opacity: 0.55 });
      const limb = new GhostLimb(ghostShapes, material, 1 + 0.08 * i);
      limb.group.visible = false;
      stage.scene.add(limb.group);
      return limb;
    });
    const arms = Object.fromEntries(sides.map((name) => [name, swivel.arm({ ...lengths, side: name })]));
    const arm = arms.right;
    /** The path through points that were drawn or dragged, as seen from the shoulder. */
    const drawnPath = (points) => {
      let rotation = null;
      // How the hand is held is asked once it follows, not while a point is dragged.
      return { id: 'drawn', points, at: (t) => ({ position: placeAt(points, t), get rotation() { return (rotation ??= bestHeld(arm, points)); } }) };
    };
    const shown = [true, true, true];
    let path = paths[0];
    let runs = [];
    let time = 0;
    let playing = true;
    let isOpen = false;
    let isDrawing = false;
    let restoreView = null;
    let turnedTo = '';

    const side = sideRow(model, commit);
    const choice = segments('Path', [...paths.map((p) => [p.id, p.title, p.hint]), ['drawn', 'Draw', 'Draw a path in the picture']], (id) => {
      if (id === 'drawn') startDrawing();
      else pick(paths.find((p) => p.id === id));
    });
    choice.element.classList.add('wrap');
    const about = h('p', { class: 'note' });
    const play = h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Play or pause', onclick: () => setPlaying(!playing) }, icon('pause'));
    const scrub = h('input', { type: 'range', min: 0, max: loopSeconds * loops, step: 'any', value: 0, 'aria-label': 'Time in seconds' });
    scrub.addEventListener('input', () => {
      setPlaying(false);
      time = scrub.valueAsNumber;
      stage.invalidate();
    });
    const cards = methods.map((method, i) => {
      const plot = new Plot(`Angles over time, ${method.title}`, { height: 104 });
      const check = h('input', {
        type: 'checkbox',
        checked: true,
        'aria-label': `Show ${method.title} in the picture`,
        onchange: () => {
          shown[i] = check.checked;
          stage.invalidate();
          commit();
        },
      });
      const numbers = h('p', { class: 'numbers' });
      const element = h('div', { class: 'card' }, h('label', { class: 'card-title' }, check, h('i', { style: `background:${method.color}` }), h('strong', {}, method.title), h('span', {}, method.note)), plot.canvas, numbers);
      return { element, plot, numbers, check };
    });
    const legend = h('div', { class: 'legend' }, ...curveNames.map((name, i) => h('span', {}, h('i', { style: `background:${jointColors[i]}` }), name)));
    const element = h(
      'div',
      { class: 'panel-body' },
      side.element,
      section('Path', choice.element, about),
      h('div', { class: 'transport' }, play, scrub),
      section('Three ways to follow it', ...cards.map((card) => card.element), legend, h('p', { class: 'note' }, `Two loops of ${loopSeconds} s, ${rate} steps a second. Drift: how far the bones end from where they started. Red lines: flips, where the elbow has to jump. Ours keeps the limits of people; the others move an arm with simpler limits.`)),
    );

    function setPlaying(on) {
      playing = on;
      play.replaceChildren(icon(on ? 'pause' : 'play'));
      stage.invalidate();
    }

    function pick(next) {
      choose(next);
      commit();
    }

    function choose(next) {
      pointer.remove(pen);
      isDrawing = false;
      path = next;
      choice.set(path.id);
      about.textContent = path.hint ?? 'Drag the dots to bend your path. Turn the view to bend it in depth.';
      runs = follow(swivel, path);
      drawLine();
      handles.set(path.points ?? []);
      time = 0;
      setPlaying(!wantsLessMotion());
      drawCurves();
    }

    function drawLine() {
      line.set(Array.from({ length: 64 }, (_, i) => path.at(i / 64).position), true);
    }

    function drawCurves() {
      const times = runs[0].postures.map((_, i) => i / rate);
      const curves = runs.map((run) => run.curves.map((curve) => unwound(curve).map(toDegrees)));
      const all = curves.flat(2);
      const yRange = [Math.min(...all) - 5, Math.max(...all) + 5];
      runs.forEach((run, i) => {
        const { plot, numbers } = cards[i];
        plot.draw({
          series: curves[i].map((y, j) => ({ color: jointColors[j], x: times, y })),
          xRange: [0, loopSeconds * loops],
          yRange,
          marks: run.flips.map((k) => k / rate),
          cursor: time,
        });
        const flips = run.flips.length;
        numbers.replaceChildren(
          h('span', { class: run.drift > 0.02 ? 'bad' : 'good' }, `drift ${degrees(run.drift, 1)}`),
          h('span', { class: flips ? 'bad' : 'good' }, flips === 1 ? '1 flip' : `${flips} flips`),
          h('span', { class: run.elbowSpeed > 2 ? 'bad' : '' }, `elbow ${run.elbowSpeed.toFixed(1)} m/s`),
          h('span', { class: run.boneSpeed > 8 ? 'bad' : '' }, `fastest bone ${degrees(run.boneSpeed)}/s`),
          h('span', {}, `within ${(run.worst * 1000).toFixed(1)} mm`),
        );
      });
    }

    /** Path, ghosts and view to the side of the chosen arm; the other arm is as it was. */
    function turn() {
      const { side: chosen, mirror } = model.settings;
      turnedTo = `${chosen} ${mirror}`;
      view.setInteractive(false);
      for (const { group } of [line, ...ghosts]) group.position.fromArray(shoulders[chosen]);
      const outward = chosen === 'left' ? -1 : 1;
      line.group.scale.x = outward;
      stage.look([0.06 * outward, 0.05, 1.32], [1.65 * outward, 3.1, 1.8]);
    }

    function place() {
      stage.shadowIsOld = true;
      side.update();
      const { side: chosen, mirror } = model.settings;
      if (turnedTo !== `${chosen} ${mirror}`) turn();
      const at = Math.min(Math.round(time * rate), runs[0].postures.length - 1);
      const bonesOf = (name, { postures }) => arms[name].frames(name === 'left' ? arms.left.posture(arm.angles(postures[at])) : postures[at]);
      // The body's own arm hangs as the model has it where its way of following is not shown.
      view.limbs[chosen].place(shown[0] ? bonesOf(chosen, runs[0]) : model.arms[chosen].hard.frames(model.arms[chosen].posture));
      if (mirror) view.limbs[otherSide[chosen]].place(bonesOf(otherSide[chosen], runs[0]));
      ghosts.forEach((limb, i) => {
        limb.place(bonesOf(chosen, runs[i + 1]));
        limb.group.visible = shown[i + 1];
      });
      line.move(path.at((time / loopSeconds) % 1).position);
      scrub.value = time;
      for (const { plot } of cards) plot.draw({ ...plot.data, cursor: time });
    }

    // ---- bending a drawn path: the arm follows it once the dot is let go ----

    const handles = new PathHandles(stage, line, {
      onMove(i, point) {
        setPlaying(false);
        path = drawnPath(path.points.map((p, k) => (k === i ? rounded(inside(point)) : p)));
        handles.set(path.points);
        drawLine();
      },
      onEnd: () => pick(path),
    });

    // ---- drawing a path: in the plane of the picture, half a metre in front of the figure ----

    const pen = new Pen(stage, line, {
      through: () => line.group.localToWorld(new Vector3(0.05, 0.38, 0)),
      onEnd: (stroke) => pick(stroke ? drawnPath(pointsOf(stroke.map(inside))) : paths[0]),
    });

    function startDrawing() {
      isDrawing = true;
      choice.set('drawn');
      setPlaying(false);
      about.textContent = 'Draw a closed line in the picture, in front of the figure, with one stroke.';
      handles.set([]);
      pointer.remove(pen);
      pointer.add(pen);
    }

    return {
      element,
      open() {
        isOpen = true;
        restoreView = stage.keep();
        turn();
        line.group.visible = true;
        pointer.add(handles);
        choose(path);
      },
      close() {
        isOpen = false;
        restoreView();
        pointer.remove(pen);
        pointer.remove(handles);
        line.group.visible = false;
        for (const { group } of ghosts) group.visible = false;
      },
      advance(dt) {
        if (playing) time = (time + dt) % (loopSeconds * loops);
        return playing && isOpen;
      },
      update: place,
      theme: drawCurves,
      readout: () => ({
        time: `${runs[0].microseconds.toFixed(1)} µs`,
        residual: `≤ ${(runs[0].worst * 1000).toFixed(1)} mm`,
        outcome: runs[0].flips.length ? `${runs[0].flips.length} flips` : 'no flips',
      }),
      choices: () => [path.id, ...toMillimetres(path.points ?? []), ...(shown.every(Boolean) ? [] : ['show', ...shown.map(Number)])],
      restore(list) {
        const [[id, ...millimetres], boxes] = cut(list, 'show');
        const points = id === 'drawn' ? fromMillimetres(millimetres) : null;
        const found = points ? drawnPath(points.map(inside)) : paths.find((p) => p.id === id);
        if (!found) return;
        shown.forEach((_, i) => (shown[i] = cards[i].check.checked = boxes?.[i] !== 0));
        const isOther = [found.id, ...(found.points ?? [])].join() !== [path.id, ...(path.points ?? [])].join();
        path = found;
        if (isOpen && isOther) choose(found);
        stage.invalidate();
      },
      escape: () => isDrawing && choose(path),
      path: () => path,
      handles,
      runs: () => runs,
    };
  },
};
