// SPDX-License-Identifier: MIT
// The page's model without the page: slow drags between everyday postures, straight in space and in rotation.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Model } from '../animator/arm/model.js';
import { presetPosture, presets } from '../animator/arm/presets.js';
import { verdict } from '../animator/arm/words.js';
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
  const { limb, hard } = model.active;
  const postureOf = (preset) => presetPosture(hard, preset);
  model.setPosture(hard.angles(postureOf(from)));
  const a = model.handOf();
  const b = hard.forward(postureOf(to)).end;
  const steps = Math.ceil((distance(a.position, b.position) / 0.15) * 60);
  const found = { speed: 0, off: 0, isFalse: false, late: 0 };
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
    // Behind though a posture brings the hand there: it goes round the shoulder, and says so.
    const isLate = position > 1e-3 && limb.solve({ end: model.active.target }).positionError < position - 1e-3;
    found.late += isLate;
    found.isFalse ||= isLate && verdict(model).title !== 'On its way';
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
  const off = count((drag) => drag.off > 0.1);
  const late = count((drag) => drag.late > 0);
  console.log(`${drags.length} drags: elbow at most ${Math.max(...drags.map(({ speed }) => speed)).toFixed(2)} m/s; hand more than 10 cm off in ${off}; on its way round in ${late}, for at most ${Math.max(...drags.map((drag) => drag.late))} frames`);
  assert.equal(count(({ isFalse }) => isFalse), 0);
  assert.equal(count(({ speed }) => speed >= 1), 0);
  // All of these pass the shoulder nearer than an elbow folds, or lead from above or before the shoulder to behind it, through the body.
  assert.ok(off <= 18, `${off}`);
  assert.ok(late <= 18 && drags.every((drag) => drag.late < 90), `${late}`);
});
