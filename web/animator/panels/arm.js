// SPDX-License-Identifier: MIT
// Arm: everything about one hand. The picture is arm/view.js.
import { apart, jointNames } from '../arm/model.js';
import { presetPosture, presets } from '../arm/presets.js';
import { reasonText, verdict } from '../arm/words.js';
import { h, holdButton, section, toggle, verdictBox } from '../ui/elements.js';
import { jointRow } from '../ui/joint_row.js';
import { sideRow } from '../ui/side_row.js';

// The applet moved the hand up and forward, or up and to the side, a little in every frame.
const flexion = [0, 0.7, 0.7];
const abduction = [0.7, 0, 0.7];
const perFrame = 0.006;

export const armPanel = {
  id: 'arm',
  title: 'Arm',

  create({ model, view, commit, stage }) {
    const side = sideRow(model, commit);
    const natural = toggle('Natural elbow', 'The elbow goes where a person would hold it; dragging the elbow turns this off', (on) => {
      model.set({ natural: on });
      commit();
    });
    const soft = toggle('Soft extension', 'The elbow slows down before it is straight, so that it never snaps', (on) => {
      model.set({ soft: on });
      commit();
    });
    const ghosts = toggle('Ghosts', 'Other postures with the hand in the same place: click one to take it', (on) => {
      showGhosts(on);
      commit();
    });
    function showGhosts(on) {
      ghosts.set(on);
      view.showGhosts = on;
      view.dirty = true;
      stage.invalidate();
    }
    showGhosts(true);

    const outcome = verdictBox();
    const rows = jointNames.map((name, joint) =>
      jointRow(name, {
        onInput: (angle) => model.setJoint(joint, angle),
        onCommit: () => commit(),
        onLock: () => {
          model.lock(model.settings.lock?.joint === joint ? null : joint);
          commit();
        },
        onLimits: (lower, upper) => {
          if (lower <= upper) model.setLimits(joint, lower, upper);
          commit();
        },
      }),
    );
    const joints = h('div', { class: 'joints' }, ...rows.map((row) => row.element));
    const editLimits = toggle('Edit limits', 'Show and change what each joint may do', (on) => joints.classList.toggle('editing', on));
    const humanLimits = h('button', {
      type: 'button',
      class: 'link',
      onclick: () => {
        model.humanLimits.forEach(([lower, upper], joint) => model.setLimits(joint, lower, upper));
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
        'aria-label': `Target, metres ${name} of the shoulder`,
        onchange: (event) => {
          const { position: now, rotation } = model.active.target;
          const value = event.target.valueAsNumber;
          if (Number.isFinite(value)) model.setTarget({ position: now.map((p, i) => (i === axis ? value : p)), rotation });
          commit();
        },
      }),
    );

    const solutions = h('div', { class: 'solutions', role: 'group', 'aria-label': 'All solutions at this swivel' });
    const chips = Array.from({ length: 8 }, (_, family) => h('button', {
      type: 'button',
      class: 'chip',
      onclick: () => {
        const state = model.active;
        const target = state.target;
        model.setPosture(chips[family].solution.q);
        state.target = target;
        commit();
      },
    }, String(family + 1)));
    solutions.append(...chips);

    const element = h(
      'div',
      { class: 'panel-body' },
      side.element,
      outcome.element,
      section('Postures', h('div', { class: 'chips' }, ...presets.map((preset) => h('button', {
        type: 'button',
        class: 'chip',
        onclick: () => {
          model.lock(null);
          model.setPosture(presetPosture(model.active.arm, preset));
          commit();
        },
      }, preset[0])))),
      section('Elbow', h('div', { class: 'toggles' }, natural.element, soft.element, ghosts.element)),
      section('Joints', joints, editLimits.element),
      section(
        'Move the hand',
        h('div', { class: 'chips' },
          move('Flex', 'Up and forward, while held down', flexion, 1),
          move('Extend', 'Down and back, while held down', flexion, -1),
          move('Abduct', 'Up and to the side, while held down', abduction, 1),
          move('Adduct', 'Down and inward, while held down', abduction, -1)),
        h('div', { class: 'position' }, ...position.flatMap((input, i) => [h('label', {}, ['Right', 'Forward', 'Up'][i], input)]), h('span', { class: 'unit' }, 'm')),
      ),
      section('All eight solutions here', solutions, h('p', { class: 'note' }, 'Hand and elbow are the same in all; the joints get there in other ways. Crossed out: a limit breaks.')),
    );

    function update() {
      const { settings, limits } = model;
      const state = model.active;
      side.update();
      natural.set(settings.natural);
      soft.set(settings.soft);
      rows.forEach((row, i) => row.set(state.q[i], limits[i], settings.lock?.joint === i));
      outcome.set(verdict(model, state));
      position.forEach((input, i) => {
        if (document.activeElement !== input) input.value = state.target.position[i].toFixed(3);
      });
      const { hand } = state.arm.forward(state.q);
      for (const solution of state.arm.solve(hand, state.arm.swivelOf(state.q))) {
        const chip = chips[solution.family];
        const inside = model.isInside(solution.q);
        chip.solution = solution;
        chip.disabled = !inside;
        chip.setAttribute('aria-pressed', inside && apart(solution.q, state.q) < 1e-6);
        const way = [solution.family & 1 ? 'shoulder the other way' : 'shoulder', solution.family & 2 ? 'wrist the other way' : 'wrist', solution.family & 4 ? 'elbow bent backward' : 'elbow bent forward'].join(', ');
        const title = inside ? way : `${way}. ${reasonText(solution.outside.map((joint) => {
          const [lower, upper] = limits[joint];
          const over = solution.q[joint] - upper;
          const under = lower - solution.q[joint];
          return { joint, limit: over > under ? upper : lower, isUpper: over > under, by: Math.max(over, under) };
        }))}`;
        if (chip.title !== title) {
          chip.title = title;
          chip.setAttribute('aria-label', `Solution ${solution.family + 1}: ${title}`);
        }
      }
    }
    return {
      element,
      update,
      open: () => view.setInteractive(true),
      close: () => view.setInteractive(false),
      toggleGhosts: () => ghosts.input.click(),
      choices: () => [view.showGhosts ? 'ghosts' : 'none'],
      restore: ([ghostly]) => showGhosts(ghostly !== 'none'),
    };
  },
};
