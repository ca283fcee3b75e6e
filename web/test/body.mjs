// SPDX-License-Identifier: MIT
// body.mjs SWIVEL.wasm: skeletons and bodies as a page uses them: bound, overridden, posed, given back.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { SwivelError, load } from '../swivel/index.js';

const swivel = await load(await readFile(process.argv[2]));
const at = (poses, joint) => Array.from(poses.subarray(7 * joint, 7 * joint + 3));
const distance = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));

// A skeleton, bound by names, by shape, and as it is told.
const human = swivel.human({ stature: 1.68, sex: 'female' });
assert.equal(human.jointCount, swivel.parts.length);
for (const [i, part] of swivel.parts.entries()) assert.equal(human.binding.parts[part].joint, i);
assert.equal(swivel.mirrored('leftHand'), 'rightHand');
assert.equal(swivel.mirrored('hips'), 'hips');
const skeleton = human.skeleton();
assert.deepEqual(swivel.rig(JSON.parse(JSON.stringify(skeleton))).binding, human.binding);
const nameless = { ...skeleton, joints: skeleton.joints.map(({ parent, position }) => ({ parent, position: Float32Array.from(position) })) };
const rig = swivel.rig(nameless);
assert.equal(rig.binding.parts.leftHand.joint, human.binding.parts.leftHand.joint);
assert.match(rig.binding.parts.leftHand.reason, /shape/);
const other = rig.bind({ given: { leftHand: null, rightHand: 3 } });
assert.equal(other.parts.leftHand.joint, -1);
assert.deepEqual([other.parts.rightHand.joint, other.parts.rightHand.reason], [3, 'given']);
assert.throws(() => rig.body(), SwivelError);
assert.throws(() => rig.bind({ given: { leftHand: 999 } }), SwivelError);
assert.throws(() => rig.bind({ given: { hand: 1 } }), RangeError);
rig.free();

// What is wrong with a skeleton is said of its joint.
const joint = (parent, name) => ({ name, parent, position: [0, 0, 0] });
assert.throws(() => swivel.rig({ joints: [joint(-1), joint(2, 'round'), joint(1)] }), /joint 1, "round"/);
assert.throws(() => swivel.rig({ joints: [] }), SwivelError);
assert.throws(() => swivel.rig({ joints: Array.from({ length: 4097 }, () => joint(-1)) }), SwivelError);
assert.throws(() => swivel.rig({ joints: [{ parent: -1, position: [0, 0] }] }), RangeError);
assert.throws(() => swivel.rig({ joints: [joint(0.5)] }), RangeError);
assert.throws(() => swivel.rig({ joints: [{ parent: -1, position: [0, NaN, 0] }] }), SwivelError);
assert.throws(() => swivel.rig({ ...skeleton, up: 'w' }), RangeError);
assert.throws(() => swivel.human({ stature: 3 }), SwivelError);
assert.throws(() => swivel.human({ sex: 'both' }), RangeError);

// A body picks something up beside its left foot, looks at it and stays where it stands.
const body = human.body();
assert.deepEqual(body.locals, body.animation);
body.stand();
const before = Float64Array.from(body.worlds);
const thing = [-0.4, 0.4, 0.3];
const report = body.reach(
  [{ part: 'leftHand', position: thing }, { part: 'head', position: thing, want: 'gaze' }, { part: 'rightFoot' }],
  { balances: true, clear: true },
);
const { leftHand, leftFoot, rightFoot, hips } = body.parts;
assert.ok(report.positionErrors[0] < 1e-9 && report.rotationErrors[1] < 1e-9);
assert.ok(distance(at(body.worlds, leftHand), thing) < 1e-9);
for (const foot of [leftFoot, rightFoot]) assert.ok(distance(at(body.worlds, foot), at(before, foot)) < 1e-9);
assert.ok(before[7 * hips + 2] - body.worlds[7 * hips + 2] > 0.1);
assert.ok(report.clearance.left.distance > 0);
assert.equal(body.reach([]), report);
assert.equal(report.clearance, null);
// What follows from what is given: a rotation alone is one, nothing is a pin.
const turned = [0, 0, Math.sin(0.2), Math.cos(0.2)];
assert.ok(body.reach([{ part: 'head', rotation: turned }]).rotationErrors[0] < 1e-9);
assert.ok(Math.abs(body.worlds[7 * body.parts.head + 5] - turned[2]) < 1e-9);
body.reach([{ part: 'leftHand' }, { part: 'hips', position: [0, 0, 0.8] }]);
assert.ok(distance(at(body.worlds, leftHand), at(before, leftHand)) < 1e-9);
// A fingertip brings its hand, an elbow is drawn.
const tip = body.parts.rightIndexDistal;
assert.ok(body.reach([{ part: 'rightIndexDistal', position: [0.3, 0.4, 1.2] }]).positionErrors[0] < 1e-9);
assert.ok(distance(at(body.worlds, tip), [0.3, 0.4, 1.2]) < 1e-9);

// Frame after frame no elbow jumps, and the arrays stay the same.
body.startFollowing({ swivelTime: 0.1 });
const windows = [body.locals, body.worlds, body.animation];
const goal = { part: 'rightHand', position: new Float64Array([0.2, 0.4, 1.2]) };
let last = null;
for (let i = 0; i < 120; i++) {
  goal.position[0] = 0.3 * Math.cos(i / 20);
  body.follow([goal], 1 / 60);
  const elbow = at(body.worlds, body.parts.rightLowerArm);
  assert.ok(last === null || distance(elbow, last) < 0.05);
  last = elbow;
}
assert.deepEqual([body.locals, body.worlds, body.animation].map((view, i) => view === windows[i]), [true, true, true]);

// Limbs: the posture read from the skeleton and written back is the same skeleton.
const arm = body.limb('rightHand');
assert.ok(arm.angles(body.limbPosture('rightHand')).every(Number.isFinite));
const posed = Float64Array.from(body.worlds);
const posture = body.limbPosture('rightHand');
body.setLimbPosture('rightHand', arm.posture([0.3, 0.5, 0, 1, 0, 0, 0]));
assert.ok(distance(at(body.worlds, tip), at(posed, tip)) > 0.01);
body.setLimbPosture('rightHand', posture);
assert.ok(distance(at(body.worlds, tip), at(posed, tip)) < 1e-9);
arm.setLimits({ hinge: [0.5, 2] });
body.reach([{ part: 'rightHand', position: [2, 0, 1.4] }]);
assert.ok(body.limbPosture('rightHand').flexion > 0.5 - 1e-9);
assert.equal(body.limb('rightHand').limits.hinge[0], 0.5);
assert.throws(() => body.limb('head'), RangeError);

// A stouter body.
const { flesh } = body;
body.stand();
const clear = body.clearance().right.distance;
body.setFlesh({ forearm: flesh.forearm + 0.01, upperArm: flesh.upperArm + 0.01, hand: flesh.hand + 0.01, solids: { head: { radius: 0.2 } } });
assert.ok(Math.abs(clear - body.clearance().right.distance - 0.01) < 1e-12);
assert.equal(body.flesh.solids.head.radius, 0.2);
body.setFlesh({ hand: -1 });
assert.throws(() => body.clearance(), SwivelError);
body.floor = 0.1;
assert.equal(body.floor, 0.1);
assert.throws(() => (body.floor = NaN), RangeError);

// Wrong goals.
assert.throws(() => body.reach([{ part: 'leftHand', position: [0, 0] }]), RangeError);
assert.throws(() => body.reach([{ part: 'leftHand', want: 'pose', position: [0, 0, 1] }]), RangeError);
assert.throws(() => body.reach([{ part: 'leftHand', want: 'grab', position: [0, 0, 1] }]), RangeError);
assert.throws(() => body.reach([{ part: 'leftHand', position: [0, 0, NaN] }]), SwivelError);
assert.throws(() => body.reach([{ part: 'jaw', position: [0, 0, 1] }]), SwivelError);
assert.throws(() => body.reach(Array.from({ length: 17 }, () => goal)), RangeError);
assert.throws(() => body.follow([goal], 0), SwivelError);
body.animation[3] = NaN;
assert.throws(() => body.reach([]), SwivelError);

// Given back, a thousand bodies take the room of one; windows are new where memory has grown.
const kept = human.body();
kept.stand();
const size = () => human.memory.exports.memory.buffer.byteLength;
const one = () => {
  const rig = swivel.human();
  rig.body().free();
  rig.free();
};
one();
const room = size();
for (let i = 0; i < 1000; i++) one();
assert.ok(size() - room <= 65536);
const many = Array.from({ length: 100 }, () => human.body());
assert.ok(size() > room);
assert.equal(kept.locals.length, 7 * kept.jointCount);
kept.reach([goal]);
assert.ok(distance(at(kept.worlds, kept.parts.rightHand), goal.position) < 1e-9);
many.forEach((one) => one.free());
