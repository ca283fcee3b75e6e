// SPDX-License-Identifier: MIT
// points.mjs SWIVEL.wasm: bodies from a head and two hands, with and without history, and devices that sit anywhere on a person.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { SwivelError, load } from '../swivel/index.js';

const swivel = await load(await readFile(process.argv[2]));
const rig = swivel.human({ stature: 1.75, sex: 'male' });
const body = rig.body();
body.stand();
const stand = Float64Array.from(body.worlds);
const tracked = ['head', 'leftHand', 'rightHand'];
const pointsOf = (worlds) =>
  tracked.map((part) => {
    const at = 7 * body.parts[part];
    return { part, position: worlds.slice(at, at + 3), rotation: worlds.slice(at + 3, at + 7) };
  });
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const place = (worlds, part) => worlds.slice(7 * body.parts[part], 7 * body.parts[part] + 3);

// Someone who stands: head and hands exact, the rest about where it was.
const points = pointsOf(stand);
const report = body.solve(points);
for (let i = 0; i < 3; i++) assert.ok(report.positionErrors[i] < 1e-9 && report.rotationErrors[i] < 1e-9);
assert.equal(report.outcome, 'reached');
for (const part of ['hips', 'leftFoot', 'rightFoot', 'leftLowerArm']) assert.ok(distance(place(body.worlds, part), place(stand, part)) < 0.15, part);
// Crouching brings the hips down and leaves the feet on the floor.
const low = points.map((point) => ({ ...point, position: [point.position[0], point.position[1], point.position[2] - 0.4] }));
body.solve(low);
assert.ok(place(body.worlds, 'hips')[2] < place(stand, 'hips')[2] - 0.15, `${place(body.worlds, 'hips')[2] - place(stand, 'hips')[2]}`);
assert.ok(Math.abs(place(body.worlds, 'leftFoot')[2] - place(stand, 'leftFoot')[2]) < 0.1);
// Elbows may be tracked without a rotation.
assert.ok(body.solve([...points, { part: 'leftLowerArm', position: place(stand, 'leftLowerArm') }], { clear: true }).clearance.left.distance > -0.1);

// Walking: a foot that nothing tracks stands or steps, and never jumps.
body.startTracking({ compromise: 'keep-hand' });
let last = null;
for (let i = 0; i < 180; i++) {
  const moved = points.map((point) => ({ ...point, position: [point.position[0], point.position[1] + i / 120, point.position[2]] }));
  body.track(moved, 1 / 60);
  const feet = ['leftFoot', 'rightFoot'].map((part) => place(body.worlds, part));
  if (last !== null) feet.forEach((foot, k) => assert.ok(distance(foot, last[k]) < 0.15));
  last = feet;
}
assert.ok(last.every((foot) => Math.abs(foot[1] - 1.5) < 0.6));

// A person of 1.2 times the skeleton's size, devices turned anyhow: the stand comes back.
const turned = [Math.sin(0.4), 0, 0, Math.cos(0.4)];
const devices = points.map(({ part, position }) => ({ part, position: position.map((x) => 1.2 * x), rotation: turned }));
const calibration = body.calibrate(devices, { headDevice: [0, 0, 1e-9] });
assert.ok(Math.abs(calibration.scale - 1.2) < 0.03, `${calibration.scale}`);
assert.equal(calibration.isT, false);
const found = calibration.points(devices);
found.forEach(({ part, position }) => assert.ok(distance(position, place(stand, part)) < 0.06, part));
assert.equal(calibration.points(devices), found);
body.solve(found);
assert.throws(() => calibration.points([{ ...devices[0], part: 'hips' }]), SwivelError);
assert.throws(() => body.calibrate(devices.slice(0, 2)), SwivelError);
assert.throws(() => body.calibrate(devices, { scale: -1 }), SwivelError);
calibration.free();

assert.throws(() => body.solve(points.slice(0, 2)), SwivelError);
assert.throws(() => body.solve([...points, points[0]]), SwivelError);
assert.throws(() => body.solve([{ part: 'head', position: [0, 0] }, ...points.slice(1)]), RangeError);
assert.throws(() => body.track(points, -1), SwivelError);
assert.throws(() => body.solve(Array.from({ length: 12 }, () => points[0])), RangeError);
assert.throws(() => body.solve(points, { compromise: 'none' }), RangeError);
