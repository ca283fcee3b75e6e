// SPDX-License-Identifier: MIT
// files.mjs FOLDER: recordings read, bound, put on another body and written again.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SwivelError, load as loadFiles } from '../swivel/files.js';
import { load } from '../swivel/index.js';

const [folder] = process.argv.slice(2);
const data = new URL('../../data/files/', import.meta.url);
const [files, swivel] = [await loadFiles(await readFile(join(folder, 'files.wasm'))), await load(await readFile(join(folder, 'swivel.wasm')))];
/** a b, poses of 7 numbers. */
function compose(a, b) {
  const product = ([x, y, z, w], [rx, ry, rz, rw]) => [w * rx + x * rw + y * rz - z * ry, w * ry - x * rz + y * rw + z * rx, w * rz + x * ry - y * rx + z * rw, w * rw - x * rx - y * ry - z * rz];
  const [x, y, z, w] = a.slice(3);
  const moved = product(product([x, y, z, w], [b[0], b[1], b[2], 0]), [-x, -y, -z, w]);
  return [a[0] + moved[0], a[1] + moved[1], a[2] + moved[2], ...product(a.slice(3), b.slice(3))];
}

const size = () => files.memory.exports.memory.buffer.byteLength;

// Good files are read, bad ones refused with their line.
for (const name of await readdir(new URL('bvh_odd/', data))) {
  const text = await readFile(new URL(`bvh_odd/${name}`, data), 'utf8');
  if (name.startsWith('malformed')) assert.throws(() => files.read(text), (error) => error instanceof SwivelError && error.message.length > 10, name);
  else assert.ok(files.read(text).jointCount > 0, name);
}
assert.throws(() => files.read('HIERARCHY\nROOT Hips\n{\nOFFSET 0 nan 0\n}'), /^SwivelError: line 4: /);
assert.throws(() => files.read('no file'), SwivelError);
assert.throws(() => files.read('{}', { format: 'gltf' }), SwivelError);
assert.throws(() => files.read('', { format: 'doc' }), RangeError);
assert.throws(() => files.read('', { positions: 'maybe' }), RangeError);
for (const name of ['markers/walking2.c3d', 'markers/walking2_markers.trc']) {
  const markers = files.read(await readFile(new URL(name, data)));
  assert.ok(markers.frameCount > 10 && markers.jointCount > 5 && markers.frames.every(Number.isFinite));
}

const walk = files.read(await readFile(new URL('bvh/cmu_02_01_walk.bvh', data), 'utf8'));
assert.equal(walk.format, 'bvh');
assert.equal(walk.frames.length, 7 * walk.jointCount * walk.frameCount);
assert.ok(walk.frameCount > 100 && walk.metresPerUnit > 0 && walk.up !== null && walk.ends.length > 0);
assert.throws(() => walk.skeleton(walk.frameCount), RangeError);

// Written and read again it is the same motion, to the digits of a BVH; a GLB has its chunks, a VRMA its parts.
const differ = (a, b) => a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);
const worlds = (motion, frame) => motion.skeleton(frame).joints.flatMap(({ position }) => position);
const again = files.read(files.write(walk, 'bvh'));
assert.deepEqual([again.names, again.parents, again.frameCount], [walk.names, walk.parents, walk.frameCount]);
for (const frame of [0, 100, walk.frameCount - 1]) assert.ok(differ(worlds(again, frame), worlds(walk, frame)) < 1e-4);
const chunk = (bytes) => {
  const view = new DataView(bytes.buffer);
  assert.deepEqual([view.getUint32(0, true), view.getUint32(8, true)], [0x46546c67, bytes.length]);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + view.getUint32(12, true))));
};
assert.equal(chunk(files.write(walk, 'glb')).animations.length, 1);
const table = files.read(files.write(walk, 'csv'));
assert.equal(table.frameCount, walk.frameCount);

// On another body: feet stand, and what comes out is written with its joints in any order.
const rig = swivel.rig(walk.skeleton());
const from = rig.body();
const human = swivel.human({ stature: 1.6, sex: 'female' });
const to = human.body();
const retarget = swivel.retarget(from, to);
assert.ok(Math.abs(retarget.scale / walk.metresPerUnit - 1) < 0.3, `${retarget.scale} ${walk.metresPerUnit}`);
const clip = retarget.clip(walk.frames, walk.frameTime);
assert.equal(clip.frames.length, 7 * to.jointCount * walk.frameCount);
assert.ok(clip.contacts > 2 && clip.planted > walk.frameCount / 2);
from.locals.set(walk.frames.subarray(0, 7 * walk.jointCount));
retarget.frame();
assert.ok(differ(to.locals.subarray(0, 7), clip.frames.subarray(0, 7)) < 0.1);
const made = { names: to.names, parents: to.parents, rest: to.restLocals, frames: clip.frames, frameTime: walk.frameTime, metresPerUnit: 1, up: 'z' };
const vrma = chunk(files.write(made, 'vrma'));
assert.ok(vrma.extensions.VRMC_vrm_animation.humanoid.humanBones.leftHand);
const order = to.names.map((_, i) => i).reverse();
const pick = (poses, frame = 0) => order.flatMap((i) => Array.from(poses.subarray(7 * (frame * order.length + i), 7 * (frame * order.length + i) + 7)));
const reversed = files.read(
  files.write(
    {
      ...made,
      names: order.map((i) => to.names[i]),
      parents: order.map((i) => (to.parents[i] < 0 ? -1 : order.indexOf(to.parents[i]))),
      rest: Float64Array.from(pick(made.rest)),
      frames: Float64Array.from([0, 1].flatMap((f) => pick(made.frames, f))),
    },
    'bvh',
  ),
);
const straight = files.read(files.write(made, 'bvh'));
const hand = (motion) => motion.skeleton(1).joints.find(({ name }) => name === 'leftHand').position;
assert.ok(differ(hand(reversed), hand(straight)) < 1e-4);
assert.throws(() => retarget.clip(walk.frames.subarray(1), walk.frameTime), RangeError);
assert.throws(() => retarget.clip(walk.frames, 0), SwivelError);
assert.throws(() => swivel.retarget(from, to, { scale: -1 }), SwivelError);
assert.throws(() => files.write({ ...made, parents: made.parents.map(() => 0) }, 'bvh'), RangeError);
assert.throws(() => files.write({ ...made, rest: made.rest.subarray(7) }, 'bvh'), RangeError);
assert.throws(() => files.write({ ...made, frames: made.frames.subarray(1) }, 'bvh'), RangeError);
assert.throws(() => files.write(made, 'c3d'), SwivelError);

// A recording whose zero is no posture, all bones along x: its rest is found in its frames.
assert.ok(rig.isPosture);
const lying = files.read(await readFile(new URL('bvh/rokoko_jesse_dance.bvh', data)));
const bound = swivel.rig(lying.skeleton(0));
assert.equal(swivel.rig(lying.skeleton()).isPosture, false);
bound.findRest(lying.frames);
assert.ok(bound.isPosture);
const upright = bound.body();
assert.ok(swivel.retarget(upright, to).clip(lying.frames, lying.frameTime).planted > 0);
assert.throws(() => bound.findRest(lying.frames.subarray(1)), RangeError);
assert.throws(() => bound.findRest(new Float64Array(0)), SwivelError);

// Robots: links are where others have them (robot_facts.txt) in a posture.
const turned = (rest, { kind, axis }, value) => {
  const pose = Array.from(rest);
  const step = kind === 'slider' ? [...axis.map((c) => c * value), 0, 0, 0, 1] : [0, 0, 0, ...axis.map((c) => c * Math.sin(value / 2)), Math.cos(value / 2)];
  return compose(pose, kind === 'fixed' ? [0, 0, 0, 0, 0, 0, 1] : step);
};
const facts = (await readFile(new URL('robot_facts.txt', data), 'utf8')).trim().split('\n').map((line) => line.split(' '));
let links = 0;
for (const name of new Set(facts.map(([file]) => file))) {
  const own = facts.filter(([file]) => file === name);
  const robot = files.read(await readFile(new URL(name, data)));
  const q = Object.fromEntries(own.filter(([, what]) => what === 'q').map(([, , joint, value]) => [joint, Number(value)]));
  const worlds = [];
  robot.names.forEach((link, i) => {
    const joint = robot.robot[i];
    const local = turned(robot.rest.subarray(7 * i, 7 * i + 7), joint, q[joint.name] ?? 0);
    worlds.push(robot.parents[i] < 0 ? local : compose(worlds[robot.parents[i]], local));
    const fact = own.find(([, what, which]) => what === 'link' && which === link);
    if (fact === undefined || !['fixed', 'hinge', 'slider'].includes(joint.kind)) return;
    assert.ok(differ(worlds[i].slice(0, 3), fact.slice(3, 6).map(Number)) < 1e-9, `${name} ${link}`);
    links++;
  });
}
assert.ok(links > 50, `${links}`);
const g1 = files.read(await readFile(new URL('mjcf/g1.xml', data)));
assert.equal(g1.format, 'mjcf');
assert.ok(swivel.rig(g1.skeleton()).binding.parts.leftLowerLeg.joint > 0);
assert.throws(() => files.read('<robot name="r"><link name="a"/></robo>'), /^SwivelError: line 1: /);
assert.throws(() => files.read('<!DOCTYPE robot [<!ENTITY a "b">]><robot/>'), SwivelError);

// Nothing is kept.
const text = await readFile(new URL('bvh/cmu_02_01_walk.bvh', data), 'utf8');
const once = () => {
  files.write(files.read(text), 'bvh');
  const one = swivel.retarget(from, to);
  one.clip(walk.frames, walk.frameTime);
  one.free();
};
once();
const before = [size(), to.memory.exports.memory.buffer.byteLength];
for (let i = 0; i < 3; i++) once();
assert.deepEqual([size(), to.memory.exports.memory.buffer.byteLength], before);
