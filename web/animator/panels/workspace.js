// SPDX-License-Identifier: MIT
// How far the wrist gets in every direction from the shoulder at rest, as a surface: outward until no posture keeps the
// limits. Worked out a few rows at a time, so that the page goes on meanwhile.
import { BufferGeometry, DoubleSide, Float32BufferAttribute, Mesh } from 'three';
import { lengths } from '../arm/model.js';
import { add } from '../arm/vectors.js';
import { Clay } from '../scene/clay.js';
import { shoulders } from '../scene/figure.js';
import { h, toggle } from '../ui/elements.js';

const rows = 20;
const columns = 36;
const farthest = 0.74;
const step = 0.03;

/** can(position): whether the wrist can be there, as seen from the shoulder at rest. Calls onProgress with parts of 1. */
async function workspaceSurface(can, onProgress) {
  const positions = [];
  const reached = [];
  for (let row = 0; row <= rows; row++) {
    const down = (Math.PI * row) / rows;
    for (let column = 0; column < columns; column++) {
      const round = (2 * Math.PI * column) / columns;
      const direction = [Math.sin(down) * Math.cos(round), Math.sin(down) * Math.sin(round), Math.cos(down)];
      let r = farthest;
      while (r > 0.12 && !can(direction.map((x) => x * r))) r -= step;
      if (r > 0.12) {
        let outside = r + step;
        for (let i = 0; i < 5; i++) {
          const middle = (r + outside) / 2;
          if (can(direction.map((x) => x * middle))) r = middle;
          else outside = middle;
        }
      }
      reached.push(r > 0.12 ? r : 0);
      positions.push(...direction.map((x) => x * r));
    }
    onProgress((row + 1) / (rows + 1));
    await new Promise((resolve) => setTimeout(resolve));
  }
  const index = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const a = row * columns + column;
      const b = row * columns + ((column + 1) % columns);
      const corners = [a, b, a + columns, b + columns].map((corner) => reached[corner]);
      // Across an edge of the workspace there is no surface.
      if (Math.min(...corners) > 0 && Math.max(...corners) - Math.min(...corners) < 0.075) index.push(a, a + columns, b, b, a + columns, b + columns);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}

/** Whether a right wrist can be somewhere: on a girdle that moves, and on a fixed point. */
const ways = {
  girdle(module, elbow) {
    const limb = module.upperLimb({ ...lengths, limits: { hinge: elbow } });
    const { gh } = limb.rest();
    let near = null;
    const can = (place) => {
      const end = { position: add(place, gh), rotation: [0, 0, 0, 1] };
      const found = limb.solve({ end, positionOnly: true }, near, { compromise: 'keep-hand' });
      if (found.outcome === 'reached') near = found.posture;
      return found.outcome === 'reached';
    };
    return { can, free: () => limb.free() };
  },
  point(module, elbow) {
    // However the hand is turned.
    const any = [-Infinity, Infinity];
    const arm = module.arm({ ...lengths, limits: { hinge: elbow, pronation: any, flexion: any, deviation: any } });
    return { can: (position) => arm.feasible({ position, rotation: [0, 0, 0, 1] }).length > 0, free: () => arm.free() };
  },
};

/** Two surfaces and their switches. show(side): they belong to that arm; hide(): none is seen. */
export function makeWorkspace({ swivel: module, model, stage, commit }) {
  const progress = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'Computing the workspace' });
  let isOpen = false;
  const surface = (label, way, tone, color) => {
    const mesh = new Mesh(undefined, new Clay({ color, transparent: true, opacity: 0.16, depthWrite: false, side: DoubleSide }));
    mesh.visible = false;
    mesh.renderOrder = 3;
    stage.scene.add(mesh);
    const box = toggle(label, 'What the wrist reaches inside all limits', () => {
      show();
      commit();
    });
    box.element.classList.add(tone);
    return { mesh, box, way, limits: '' };
  };
  const surfaces = [surface('With girdle', 'girdle', 'green', '#2fb36a'), surface('Without', 'point', 'blue', '#4d8dff')];

  async function make(one) {
    const { can, free } = ways[one.way](module, model.ranges[3]);
    progress.hidden = false;
    const geometry = await workspaceSurface(can, (part) => (progress.value = part));
    progress.hidden = true;
    free();
    one.mesh.geometry.dispose();
    one.mesh.geometry = geometry;
    stage.invalidate();
  }

  function show() {
    for (const one of surfaces) {
      one.mesh.visible = isOpen && one.box.input.checked;
      const limits = model.ranges[3].join();
      if (!one.mesh.visible || one.limits === limits) continue;
      one.limits = limits;
      make(one);
    }
    stage.invalidate();
  }

  return {
    elements: [h('div', { class: 'toggles' }, ...surfaces.map(({ box }) => box.element)), progress],
    surfaces,
    show(side) {
      isOpen = true;
      for (const { mesh } of surfaces) {
        mesh.position.fromArray(shoulders[side]);
        mesh.scale.x = side === 'left' ? -1 : 1;
      }
      show();
    },
    hide() {
      isOpen = false;
      show();
    },
    choices: () => surfaces.map(({ box }) => Number(box.input.checked)),
    restore(list) {
      surfaces.forEach(({ box }, i) => box.set(list[i] === 1));
      show();
    },
  };
}
