// SPDX-License-Identifier: MIT
// Arm: everything about one hand. The picture is arm/view.js.
import { Euler, Quaternion } from 'three';
import { angleNames, degrees, farthest, hasRange } from '../arm/model.js';
import { presetPosture, presets } from '../arm/presets.js';
import { verdict } from '../arm/words.js';
import { h, holdButton, section, toggle, verdictBox } from '../ui/elements.js';
import { jointRow } from '../ui/joint_row.js';
import { sideRow } from '../ui/side_row.js';

// The applet moved the hand up and forward, or up and to the side, a little in every frame.
const flexion = [0, 0.7, 0.7];
const abduction = [0.7, 0, 0.7];
const perFrame = 0.006;

const toRadians = Math.PI / 180;
/** A rotation as turns about x, then y, then z of the trunk, in degrees: what Blender calls XYZ Euler. */
function eulerOf([x, y, z, w]) {
  const angles = new Euler().setFromQuaternion(new Quaternion(x, y, z, w), 'ZYX');
  return [angles.x, angles.y, angles.z].map((angle) => angle / toRadians);
}
const rotationOf = ([x, y, z]) => new Quaternion().setFromEuler(new Euler(x * toRadians, y * toRadians, z * toRadians, 'ZYX')).toArray();

export const armPanel = {
  id: 'arm',
  title: 'Arm',

  create({ model, view, stage, commit }) {
    const side = sideRow(model, commit);
    const natural = toggle('Natural elbow', 'The elbow goes where a person would hold it; dragging the elbow turns this off', (on) => {
      model.set({ natural: on });
      commit();
    });
    const soft = toggle('Soft extension', 'The elbow slows down before it is straight, so that it never snaps', (on) => {
      model.set({ soft: on });
      commit();
    });
    const turn = toggle('Keep rotation', 'The hand keeps its orientation in the world while it moves; otherwise the wrist relaxes. The rings rotate it', (on) => (view.keepsTurn = on));
    const limits = toggle('Show limits', 'Green: allowed directions of the upper arm on a sphere, its twist on a ring, and the range of the hand as a curve before the wrist', (on) => {
      view.showsLimits = on;
      view.dirty = true;
      stage.invalidate();
      commit();
    });
    const outcome = verdictBox();
    const rows = angleNames.map((name, joint) =>
      jointRow(name, {
        onInput: (angle) => model.setJoint(joint, angle),
        onCommit: () => commit(),
        onLimits: hasRange(joint)
          ? (lower, upper) => {
              model.setRange(joint, lower, upper);
              commit();
            }
          : null,
      }),
    );
    const joints = h('div', { class: 'joints' }, ...rows.map((row) => row.element));
    const editLimits = toggle('Edit limits', 'Show and edit the limits of elbow, forearm and wrist. The shoulder’s limits are a region of directions and a twist range', (on) => joints.classList.toggle('editing', on));
    const humanLimits = h('button', {
      type: 'button',
      class: 'link',
      onclick: () => {
        model.humanRanges.forEach(([lower, upper], joint) => model.setRange(joint, lower, upper));
        commit();
      },
    }, 'Human limits');
    joints.append(humanLimits);

    const move = (label, hint, direction, sign) =>
      holdButton(
        label,
        hint,
        () => {
          const { position, rotation } = model.active.target;
          const outward = model.settings.side === 'left' ? -1 : 1;
          const by = direction.map((d, i) => d * sign * perFrame * (i === 0 ? outward : 1));
          const next = position.map((p, i) => p + by[i]);
          // Never so far that letting go and coming back takes longer than going there did.
          const length = Math.hypot(...next);
          model.setTarget({ position: length > 0.66 ? next.map((p) => (p * 0.66) / length) : next, rotation });
        },
        () => commit(),
      );

    const position = ['right', 'forward', 'up'].map((name, axis) =>
      h('input', {
        type: 'number',
        step: '0.01',
        min: -farthest,
        max: farthest,
        'aria-label': `Target, metres ${name} of the shoulder`,
        onchange: (event) => {
          const { position: now, rotation } = model.active.target;
          const value = event.target.valueAsNumber;
          if (Math.abs(value) <= farthest) model.setTarget({ position: now.map((p, i) => (i === axis ? value : p)), rotation });
          // What was refused does not stay on show.
          event.target.value = model.active.target.position[axis].toFixed(3);
          commit();
        },
      }),
    );

    const turns = ['right', 'forward', 'up'].map((name, axis) =>
      h('input', {
        type: 'number',
        step: '1',
        min: -360,
        max: 360,
        'aria-label': `Hand, degrees about the axis to the ${name === 'up' ? 'top' : name}`,
        onchange: (event) => {
          const { position: place, rotation } = model.active.target;
          const now = eulerOf(rotation);
          const value = event.target.valueAsNumber;
          if (Math.abs(value) <= 360) model.setTarget({ position: place, rotation: rotationOf(now.map((x, i) => (i === axis ? value : x))) });
          event.target.value = eulerOf(model.active.target.rotation)[axis].toFixed(1);
          commit();
        },
      }),
    );
    const swivel = h('input', {
      type: 'number',
      step: '1',
      'aria-label': 'Swivel in degrees',
      onchange: () => {
        if (Math.abs(swivel.valueAsNumber) <= 360) model.setSwivel(swivel.valueAsNumber * toRadians);
        // What was refused does not stay on show.
        swivel.value = (model.swivelOf() / toRadians).toFixed(1);
        commit();
      },
    });
    const feasible = h('p', { class: 'note' });

    const element = h(
      'div',
      { class: 'panel-body' },
      side.element,
      outcome.element,
      section('Postures', h('div', { class: 'chips' }, ...presets.map((preset) => h('button', {
        type: 'button',
        class: 'chip',
        onclick: () => {
          model.setPosture(model.active.hard.angles(presetPosture(model.active.hard, preset)));
          commit();
        },
      }, preset[0])))),
      section('Elbow and hand', h('div', { class: 'toggles' }, natural.element, soft.element, turn.element, limits.element),
        h('div', { class: 'position' }, h('label', {}, 'Swivel', swivel), h('span', { class: 'unit' }, '°')), feasible),
      section('Joints: ISB angles', joints, editLimits.element),
      section(
        'Move the hand',
        h('div', { class: 'chips' },
          move('Flex', 'Up and forward, while held down', flexion, 1),
          move('Extend', 'Down and back, while held down', flexion, -1),
          move('Abduct', 'Up and to the side, while held down', abduction, 1),
          move('Adduct', 'Down and inward, while held down', abduction, -1)),
        h('div', { class: 'position' }, ...position.flatMap((input, i) => [h('label', {}, ['Right', 'Forward', 'Up'][i], input)]), h('span', { class: 'unit' }, 'm')),
        h('div', { class: 'position' }, ...turns.flatMap((input, i) => [h('label', {}, ['About right', 'About forward', 'About up'][i], input)]), h('span', { class: 'unit' }, '°')),
      ),
    );

    function update() {
      const { settings, ranges } = model;
      const state = model.active;
      side.update();
      natural.set(settings.natural);
      soft.set(settings.soft);
      turn.set(view.keepsTurn);
      rows.forEach((row, i) => row.set(state.q[i], ranges[i]));
      outcome.set(verdict(model, state));
      limits.set(view.showsLimits);
      position.forEach((input, i) => {
        if (document.activeElement !== input) input.value = state.target.position[i].toFixed(3);
      });
      const euler = eulerOf(state.target.rotation);
      turns.forEach((input, i) => {
        if (document.activeElement !== input) input.value = euler[i].toFixed(1);
      });
      if (document.activeElement !== swivel) swivel.value = (model.swivelOf(state) / toRadians).toFixed(1);
      const text = view.green.length ? `Feasible with the hand here: ${view.green.map(([from, to]) => (to - from > 2 * Math.PI - 1e-6 ? 'everywhere' : `${degrees(from)} to ${degrees(to)}`)).join(', ')}, of a circle of 360°.` : 'Nowhere feasible with the hand here.';
      if (feasible.textContent !== text) feasible.textContent = text;
    }
    return {
      element,
      update,
      open: () => view.setInteractive(true),
      close: () => view.setInteractive(false),
      choices: () => (view.showsLimits ? ['limits'] : []),
      restore: ([word]) => {
        view.showsLimits = word === 'limits';
        view.dirty = true;
      },
    };
  },
};
