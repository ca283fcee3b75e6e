// SPDX-License-Identifier: MIT
// batch.mjs FOLDER: many at once have the bits of one by one.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SwivelError, load } from '../swivel/batch.js';
import { load as loadChains } from '../swivel/papers/chains.js';
import { load as loadPeople } from '../swivel/index.js';
import { Random } from './random.mjs';

const [folder] = process.argv.slice(2);
const open = async (name) => readFile(join(folder, `${name}.wasm`));
const [many, chains, swivel] = [await load(await open('batch')), await loadChains(await open('chains')), await loadPeople(await open('swivel'))];
const count = 500;
const random = new Random();
const hands = Array.from({ length: count }, () => {
  const { position, rotation } = random.hand();
  const length = Math.hypot(...rotation);
  return { position, rotation: rotation.map((x) => x / length) };
});
const put = (batch) =>
  hands.forEach(({ position, rotation }, i) => {
    [batch.px, batch.py, batch.pz].forEach((row, k) => (row[i] = position[k]));
    if (batch.qx) [batch.qx, batch.qy, batch.qz, batch.qw].forEach((row, k) => (row[i] = rotation[k]));
    batch.swivel[i] = position[0];
  });
const turn = (batch, name, i) => ['X', 'Y', 'Z', 'W'].map((axis) => batch[`${name}${axis}`][i]);

for (const [name, kind] of [['arms', 'arm'], ['legs', 'leg']]) {
  for (const elbow of ['natural', 'swivel']) {
    const batch = many[name](count, { side: 'left', elbow, upper: 0.3 });
    put(batch);
    batch.solve();
    const one = swivel[kind]({ side: 'left', upper: 0.3 });
    hands.forEach((end, i) => {
      const { posture, outcome } = one.solve({ end, elbow, swivel: end.position[0] });
      assert.deepEqual([batch.outcome(i), turn(batch, 'upper', i), turn(batch, 'end', i), batch.flexion[i]], [outcome, posture.upper, posture.end, posture.flexion]);
    });
    batch.free();
  }
}
const arms = many.arms7(count, { upperArm: 0.31 });
put(arms);
arms.solve(0, 100);
assert.equal(arms.q3[200], 0);
arms.solve(100);
const arm = chains.arm7({ upperArm: 0.31 });
for (let joint = 0; joint < 7; joint++) arm.setLimits(joint, -Infinity, Infinity);
hands.forEach((hand, i) => {
  const { q, outcome } = arm.solveOne(hand, hand.position[0], 0);
  assert.equal(arms.outcome(i), outcome);
  q.forEach((angle, joint) => assert.ok(Math.abs(Math.sin((angle - arms[`q${joint}`][i]) / 2)) < 1e-9));
});
const shoulders = many.upperLimbs(count);
put(shoulders);
shoulders.solve();
assert.ok([shoulders.ghX, shoulders.upperW, shoulders.change].every((row) => row.every(Number.isFinite)));
assert.ok(shoulders.outcomes.some((outcome) => outcome === 0));

shoulders.px[0] = NaN;
shoulders.solve(0, 1);
assert.equal(shoulders.outcome(0), 'invalid target');
assert.throws(() => shoulders.solve(0, count + 1), RangeError);
assert.throws(() => many.arms(0), RangeError);
assert.throws(() => many.arms(1, { elbow: 'other' }), RangeError);
assert.throws(() => many.arms(1, { upper: -1 }), SwivelError);
const size = () => shoulders.memory.exports.memory.buffer.byteLength;
many.arms(1000).free();
const before = size();
for (let i = 0; i < 50; i++) many.arms(1000).free();
assert.equal(size(), before);
