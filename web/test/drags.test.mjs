// SPDX-License-Identifier: MIT
// The page's model without the page: slow drags between everyday postures, straight in space and in rotation.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Model } from '../animator/arm/model.js';
import { presetPosture, presets } from '../animator/arm/presets.js';
import { distance } from '../animator/arm/vectors.js';
import { load } from '../swivel/index.js';

const swivel = await load(await readFile(new URL('../../build/web/swivel.wasm', import.meta.url)));

function between(a, b, t) {
  const product = a.reduce((sum, x, i) => sum + x * b[i], 0);
  const angle = Math.acos(Math.min(Math.abs(product), 1));
  const [p, q] = angle < 1e-6 ? [1 - t, t] : [Math.sin((1 - t) * angle), Math.sin(t * angle)].map((x) => x / Math.sin(angle));
  return a.map((x, i) => p * x + q * Math.sign(product) * b[i]);
}

function dragged(model, from, to) {
  const { hard } = model.active;
  const postureOf = (preset) => presetPosture(hard, preset);
  model.setPosture(hard.angles(postureOf(from)));
  const a = model.handOf();
  const b = hard.forward(postureOf(to)).end;
  const steps = Math.ceil((distance(a.position, b.position) / 0.15) * 60);
  const found = { speed: 0, off: 0, isFalse: false };
  let elbow = hard.forward(model.active.posture).elbow;
  for (let i = 1; i <= steps; i++) {
    const t = i / steps;
    model.setTarget({ position: a.position.map((x, k) => x + t * (b.position[k] - x)), rotation: between(a.rotation, b.rotation, t) });
    model.advance(1 / 60);
    const { posture, outcome } = model.active;
    const { position, rotation } = model.residual();
    const now = hard.forward(posture).elbow;
    found.speed = Math.max(found.speed, distance(now, elbow) * 60);
    found.off = Math.max(found.off, position);
    found.isFalse ||= outcome === 'reached' && (position > 1e-9 || rotation > 1e-9 || hard.check(posture).broken.length > 0);
    elbow = now;
  }
  return found;
}

test('220 slow drags between everyday postures: the elbow does not dash, the hand is there, and no word is false', () => {
  const model = new Model(swivel);
  const drags = ['right', 'left'].flatMap((side) => {
    model.set({ side });
    return presets.flatMap((from) => presets.filter((to) => to !== from).map((to) => dragged(model, from, to)));
  });
  const count = (is) => drags.filter(is).length;
  const fast = count(({ speed }) => speed > 1.2);
  const off = count((drag) => drag.off > 0.1);
  console.log(`${drags.length} drags: elbow faster than 1.2 m/s in ${fast}, at most ${Math.max(...drags.map(({ speed }) => speed)).toFixed(1)}; hand more than 10 cm off in ${off}`);
  assert.equal(count(({ isFalse }) => isFalse), 0);
  // From head to hip and to rest the wrist passes the shoulder so near that the arm folds and turns by itself.
  assert.ok(fast <= 8 && drags.every(({ speed }) => speed < 4), `${fast}`);
  // Straight ways from head and overhead to the back lead through the body.
  assert.ok(off <= 16, `${off}`);
});
