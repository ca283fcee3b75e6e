// SPDX-License-Identifier: MIT
// robots.mjs FOLDER: a robot's links reach goals inside their limits, and a humanoid walks as someone recorded.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load as loadFiles } from '../swivel/files.js';
import { load as loadPeople } from '../swivel/index.js';
import { SwivelError, load } from '../swivel/robots.js';

const [folder] = process.argv.slice(2);
const data = new URL('../../data/files/', import.meta.url);
const open = async (name) => readFile(join(folder, `${name}.wasm`));
const [files, robots] = [await loadFiles(await open('files')), await load(await open('robots'))];
const read = async (name) => files.read(await readFile(new URL(name, data)));
const distance = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));

const motion = await read('mjcf/g1.xml');
const g1 = robots.robot(motion);
const rest = g1.rest();
assert.equal(rest.length, g1.numberCount);
const at = (frames, joint) => Array.from(frames.subarray(7 * joint, 7 * joint + 3));
const first = g1.frames(rest);
motion.skeleton().joints.forEach(({ position }, i) => assert.ok(distance(at(first, i), position) < 1e-9));

// The right hand a little further, feet where they are.
const find = (name) => g1.names.findIndex((link) => link.includes(name));
const [hand, left, right] = [find('right_wrist_yaw'), find('left_ankle_roll'), find('right_ankle_roll')];
assert.ok(Math.min(hand, left, right) >= 0);
const poseOf = (joint) => ({ position: at(first, joint), rotation: Array.from(first.subarray(7 * joint + 3, 7 * joint + 7)) });
const goal = at(first, hand).map((x, i) => x + [0.05, 0.02, 0.1][i]);
const found = g1.reach([{ kind: 'position', joint: hand, position: goal }, ...[left, right].map((joint) => ({ kind: 'pose', joint, ...poseOf(joint) }))], rest);
assert.equal(found.outcome, 'reached');
const after = g1.frames(found.posture);
assert.ok(distance(at(after, hand), goal) < 1e-5 && distance(at(after, left), at(first, left)) < 1e-5);
motion.robot.forEach(({ kind, lower, upper }, i) => {
  const value = found.posture[g1.firstNumbers[i]];
  if (kind === 'hinge') assert.ok(value >= lower - 1e-9 && value <= upper + 1e-9);
});
const corners = [left, right].flatMap((joint) => [[0.05, 0.03], [0.05, -0.03], [-0.05, -0.03], [-0.05, 0.03]].map(([x, y]) => at(first, joint).map((c, i) => c + [x, y, 0][i])));
assert.ok(g1.reach([{ kind: 'position', joint: hand, position: goal }], rest, { support: [corners[0], corners[3], corners[6], corners[5]] }).balanceError < 1e-6);

// A recorded walk on its motors: feet where the stand-in has them.
const walk = await read('bvh/cmu_02_01_walk.bvh');
const from = robots.rig(walk.skeleton()).body();
const body = g1.body();
assert.equal(body.jointCount, 15);
assert.equal(body.names[body.parts.leftFoot], 'leftFoot');
assert.equal(body.parents[body.parts.hips], -1);
const { frames } = robots.retarget(from, body).clip(walk.frames, walk.frameTime);
let previous = null;
let worst = 0;
for (let frame = 0; frame < 60; frame++) {
  body.locals.set(frames.subarray(7 * 15 * frame, 7 * 15 * (frame + 1)));
  const { posture, rightFoot, leftFoot } = g1.pose(body, previous);
  if (frame > 0) worst = Math.max(worst, rightFoot, leftFoot);
  previous = posture;
}
assert.ok(worst < 0.02, `${worst}`);
// By its own soles, whose shape the file has: 35 mm below its ankles, and not below the floor.
const ankle = g1.names.indexOf('left_ankle_roll_link');
const { low, high } = g1.motion.robot[ankle];
assert.ok(Math.abs(low[2] + 0.035) < 1e-9 && Math.abs(high[0] - 0.125) < 1e-9);
const standing = at(g1.frames(previous), ankle);
assert.ok(standing[2] > 0.034, `${standing}`);

assert.throws(() => robots.robot(walk), RangeError);
assert.throws(() => g1.frames([0]), RangeError);
assert.throws(() => g1.reach([{ kind: 'position', position: goal }]), RangeError);
assert.throws(() => g1.reach([]), SwivelError);
assert.throws(() => g1.pose(body, [0]), RangeError);
const arm = robots.robot(await read('urdf/ur5.urdf'));
assert.throws(() => arm.body(), SwivelError);
const people = await loadPeople(await open('swivel'));
assert.throws(() => robots.retarget(people.human().body(), body), RangeError);
const size = () => body.memory.exports.memory.buffer.byteLength;
const once = () => {
  const one = robots.robot(motion);
  one.reach([{ kind: 'position', joint: hand, position: goal }], null, { maxIterations: 50 });
  one.body().free();
  one.free();
};
once();
const before = size();
for (let i = 0; i < 30; i++) once();
assert.equal(size(), before);
