// SPDX-License-Identifier: MIT
// follow.mjs MODULE: a hand raised and lowered, followed with girdle and arm: exact, without a jump, both sides alike.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { load } from '../swivel/index.js';

const swivel = await load(await readFile(process.argv[2]));
const distance = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
const mirror = ([x, ...others]) => [-x, ...others];

// In front of the shoulder, the fingers in line with the arm, the palm inward.
function raised(elevation) {
  return { position: [0.17, -0.03 + 0.52 * Math.sin(elevation), -0.02 - 0.52 * Math.cos(elevation)], rotation: [0, Math.cos(elevation / 2), Math.sin(elevation / 2), 0] };
}

const limbs = ['right', 'left'].map((side) => swivel.upperLimb({ side }));
const tracks = limbs.map((limb) => limb.track());
let last = null;
let highest = -1;
for (let i = 0; i <= 240; i++) {
  const end = raised(0.6 + 0.9 * (1 - Math.cos((2 * Math.PI * i) / 240)) / 2);
  const { position, rotation: [x, y, z, w] } = end;
  const [right, left] = [end, { position: mirror(position), rotation: [x, -y, -z, w] }].map((at, k) => tracks[k].step({ end: at }, 1 / 60));
  assert.equal(right.outcome, 'reached');
  assert.ok(right.positionError < 1e-11 && distance(right.posture.wrist, position) < 1e-11);
  assert.deepEqual(right.broken, []);
  assert.deepEqual(left.posture.girdle, right.posture.girdle);
  assert.deepEqual(left.posture.elbow, mirror(right.posture.elbow));
  if (last) assert.ok(distance(right.posture.elbow, last.elbow) * 60 < 1.5);
  assert.ok(Math.abs(right.raising) <= 1 && Number.isFinite(right.swivelSpeed) && right.forced === false);
  highest = Math.max(highest, right.posture.girdle[2]);
  last = right.posture;
}
assert.ok(highest > last.girdle[2] + 0.1); // the scapula went up, and came back
// From a posture of one's own a track goes on as from its own last one.
const [again, before] = [limbs[0].track(), limbs[0].solve({ end: raised(0.9), elbow: 'swivel', swivel: 0.4 }).posture];
again.setPosture(before);
const next = again.step({ end: raised(0.9), elbow: 'previous' }, 1 / 60);
assert.equal(next.outcome, 'reached');
assert.equal(next.behind, false);
assert.ok(distance(next.posture.elbow, before.elbow) < 2e-3, `${next.posture.elbow} ${before.elbow}`);
assert.throws(() => again.setPosture({ ...before, girdle: [NaN, 0, 0, 0, 0, 0] }), { name: 'SwivelError' });
again.free();
const frames = limbs[0].frames(last);
assert.ok(distance(frames.end.position, last.wrist) < 1e-12);
assert.throws(() => tracks[0].step({ end: { position: [NaN, 0, 0], rotation: [0, 0, 0, 1] } }, 1 / 60), { name: 'SwivelError' });
assert.throws(() => tracks[0].step({ end: raised(1) }, 0), { name: 'SwivelError' });
assert.throws(() => limbs[0].track({ swivelTime: NaN }), { name: 'SwivelError' });
for (const one of [...tracks, ...limbs]) one.free();
