// SPDX-License-Identifier: MIT
// chains.mjs CHAINS.wasm: legs and aiming of the seven-joint arm, chains of one's own, goals of every kind.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { SwivelError, goalKinds, load } from '../swivel/papers/chains.js';

const chains = await load(await readFile(process.argv[2]));
const distance = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
const close = (a, b, most = 1e-6) => assert.ok(distance(a, b) < most, `${a} is not ${b}`);

// A leg stands straight; its foot goes back to where forward kinematics has it.
const leg = chains.leg7({ side: 'left' });
const { upperArm: thigh, forearm: shank } = leg.lengths;
const standing = [0, Math.PI / 2, 0, 0, 0, 0, 0];
close(leg.forward(standing).hand.position, [0, 0, -thigh - shank], 1e-12);
const bent = [0.3, 1.5, 0.1, 0.8, 0.1, 0.05, 0.1];
const foot = leg.forward(bent).hand;
const found = leg.best(foot, leg.naturalSwivel(foot));
assert.equal(found.outcome, 'reached');
close(leg.forward(found.q).hand.position, foot.position, 1e-12);
assert.ok(chains.arm7().lengths.upperArm < thigh);
close(Object.values(chains.leg7({ upperArm: 0.5 }).lengths), [0.5, shank], 1e-12);

// Aiming.
const arm = chains.arm7();
const wrist = [0.2, 0.35, -0.1];
const point = [0.3, 1, 0.2];
const aimed = arm.aimHand(wrist, point, 0);
const { hand, elbow } = arm.forward(aimed.q);
const [x, y, z, w] = hand.rotation;
const along = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
const wanted = point.map((p, i) => p - hand.position[i]);
if (aimed.outcome === 'reached') close(along, wanted.map((p) => p / Math.hypot(...wanted)), 1e-9);
close(hand.position, wrist, 1e-9);
const forearm = arm.aimForearm([0.5, 0.5, 0.2], aimed.q);
close(arm.forward(forearm.q).elbow, elbow, 1e-9);
assert.throws(() => arm.aimForearm([0.5, 0.5, 0.2]), SwivelError);
assert.throws(() => arm.aimHand(wrist, wrist, 0), SwivelError);
assert.throws(() => arm.aimHand(wrist, [1, 2], 0), RangeError);
const held = arm.bestHeld(hand, 6, aimed.q[6], 0, aimed.q);
assert.ok(Math.abs(held.q[6] - aimed.q[6]) < 1e-7);

// A planar chain of one's own, by rows and by axes: the same chain.
const row = { theta: 0, d: 0, a: 0.5, alpha: 0 };
const limits = [[-2, 2], [-2, 2], null];
const byRows = chains.chain({ name: 'mine', dh: [row, row, row], limits, jointNames: ['hip', 'knee', 'ankle'] });
const axis = (at) => ({ point: [at, 0, 0], direction: [0, 0, 2] });
const byAxes = chains.chain({ axes: [axis(0), axis(0.5), axis(1)], tip: { position: [1.5, 0, 0], rotation: [0, 0, 0, 1] }, limits });
const q = [0.4, -0.7, 0.2];
close(byRows.forward(q).tip.position, byAxes.forward(q).tip.position, 1e-12);
assert.deepEqual([byRows.name, byRows.jointNames, byRows.limits.slice(0, 2)], ['mine', ['hip', 'knee', 'ankle'], limits.slice(0, 2)]);
const jacobian = byAxes.jacobian(q);
const moved = byAxes.forward([0.4 + 1e-6, -0.7, 0.2]).tip.position;
close(byAxes.forward(q).tip.position.map((p, i) => (moved[i] - p) / 1e-6), [jacobian[0][0], jacobian[1][0], jacobian[2][0]], 1e-5);
// Mounted elsewhere, and with a joint that follows another.
const base = { position: [0, 0, 1], rotation: [0, 0, 0, 2] };
const finger = chains.chain({ dh: [row, row, row], base, couplings: [{ joint: 2, leader: 1, ratio: 0.5 }] });
assert.equal(finger.dof, 2);
close(finger.forward([0.4, -0.7]).tip.position, [...byAxes.forward([0.4, -0.7, -0.35]).tip.position.slice(0, 2), 1], 1e-12);

// Goals of every kind are met, and errors are theirs.
const six = chains.chain('puma560');
const posture = [0.1, -0.5, 0.3, 0.2, 0.9, -0.4];
const { tip, frames } = six.forward(posture);
const goals = {
  pose: { ...tip },
  position: { position: tip.position },
  rotation: { rotation: tip.rotation },
  direction: { axis: [0, 0, 1], direction: [0, 1, 1] },
  aim: { axis: [0, 0, 1], position: [2, 0, 0] },
  distance: { position: [0, 0, 0], distance: 0.5 },
};
for (const kind of goalKinds) {
  const { outcome, goals: errors } = six.reach([{ kind, ...goals[kind] }]);
  assert.equal(outcome, 'reached', kind);
  assert.ok(errors[0].position < 1e-5 && errors[0].rotation < 1e-5);
}
assert.equal(six.solve(tip, posture.map(() => 0)).outcome, 'reached');
// Two at once: a link of the middle far away gives way to the tip that comes first.
const both = six.reach([{ kind: 'position', position: tip.position }, { kind: 'position', joint: 2, position: [9, 9, 9], priority: 1 }], posture);
assert.deepEqual([both.outcome, both.priorityMet], ['reached', 0]);
assert.ok(both.goals[0].position < 1e-5 && both.goals[1].position > 1);
close(six.reach([{ kind: 'position', joint: 2, position: frames[2].position }], posture, { maxRestarts: -1, preferred: posture, preferredWeight: 1, previousWeight: 1 }).q, posture, 1e-4);
assert.ok(byRows.reach([{ kind: 'position', position: [-9, 0, 0] }], null, { maxIterations: 200 }).positionError > 1);

// What is wrong is said.
assert.throws(() => chains.chain('none'), RangeError);
assert.throws(() => chains.chain({}), RangeError);
assert.throws(() => chains.chain({ dh: [] }), SwivelError);
assert.throws(() => chains.chain({ dh: [{ ...row, theta: NaN }] }), SwivelError);
assert.throws(() => chains.chain({ dh: [row], limits: [[1, 0]] }), SwivelError);
assert.throws(() => chains.chain({ dh: [row], convention: 'other' }), RangeError);
assert.throws(() => chains.chain({ axes: [axis(0)], tip: { position: [1, 0], rotation: [0, 0, 0, 1] } }), RangeError);
assert.throws(() => chains.chain({ dh: [row], couplings: [{ joint: 0, leader: 0, ratio: 1 }] }), SwivelError);
assert.throws(() => six.reach([{ kind: 'near', position: [0, 0, 0] }]), RangeError);
assert.throws(() => six.reach([{ kind: 'position', position: [0, 0] }]), RangeError);
assert.throws(() => six.reach([{ kind: 'direction', direction: [0, 0, 0], axis: [0, 0, 1] }]), SwivelError);
assert.throws(() => six.reach([]), SwivelError);
assert.throws(() => six.reach([{ kind: 'pose', ...tip }], [0]), RangeError);
assert.throws(() => six.reach([{ kind: 'pose', ...tip }], null, { seed: -1 }), RangeError);

// Given back, all of it.
const size = () => six.memory.exports.memory.buffer.byteLength;
chains.chain({ dh: [row] }).free();
const before = size();
for (let i = 0; i < 500; i++) chains.chain({ dh: [row, row] }).free();
assert.equal(size(), before);
