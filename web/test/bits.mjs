// SPDX-License-Identifier: MIT
// bits.mjs FOLDER COUNT: prints what `native bits COUNT` prints, from WebAssembly.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load as loadChains } from '../swivel/papers/chains.js';
import { elbowWishes, load } from '../swivel/index.js';
import { Hash, Random } from './random.mjs';

const [folder, count] = process.argv.slice(2);
const swivel = await load(await readFile(join(folder, 'swivel.wasm')));
const chains = await loadChains(await readFile(join(folder, 'chains.wasm')));
const arm = chains.arm7({ reference: 'smooth' });
const random = new Random();
const hash = new Hash();
let best = [0, 0, 0, 0, 0, 0, 0];
for (let i = 0; i < Number(count); i++) {
  const hand = random.hand();
  const wish = arm.naturalSwivel(hand);
  hash.add([wish]);
  for (const solution of arm.solve(hand, wish)) hash.add(solution.q);
  const result = arm.best(hand, wish, best);
  best = result.q;
  hash.add(best);
  hash.add([result.positionError]);
}
const track = arm.track();
for (let i = 0; i < Math.floor(Number(count) / 10); i++) hash.add(track.step(random.hand(), 0.05).q);
const limb = swivel.upperLimb();
for (let i = 0; i < Math.floor(Number(count) / 20); i++) {
  const end = random.hand();
  const { posture } = limb.solve({ end, elbow: 'swivel', swivel: 3 * end.rotation[0] });
  hash.add(posture.girdle);
  hash.add(posture.arm.upper);
  hash.add(posture.arm.end);
}
const finger = chains.littleFinger();
for (let i = 0; i < Number(count); i++) {
  const x = 0.07 * random.next();
  hash.add(finger.solve([x, 0.07 * random.next()]).q);
}
const limbs = [swivel.arm(), swivel.leg(), swivel.arm({ side: 'left' }), swivel.leg({ side: 'left' })];
const postures = [];
for (let i = 0; i < Math.floor(Number(count) / 10); i++) {
  const end = random.hand();
  const [x, y, z] = end.rotation;
  const one = limbs[i % 4];
  const goal = { end, positionOnly: i % 5 === 4, elbow: elbowWishes[Math.floor(i / 4) % 4], swivel: 3 * x, direction: [x, y, z] };
  const result = one.solve(goal, postures[i % 4], { compromise: i % 3 === 2 ? 'keep-hand' : 'keep-limits' });
  const { posture } = result;
  postures[i % 4] = posture;
  for (const rotation of [posture.upper, posture.lower, posture.end]) hash.add(rotation);
  hash.add([result.excess, result.swivel, result.positionError, result.rotationError]);
  hash.add(one.angles(posture));
  hash.add(one.feasible(end).flat());
}
const following = limbs.map((one) => one.track());
for (let i = 0; i < Math.floor(Number(count) / 10); i++) {
  const { posture, swivelSpeed } = following[i % 4].step({ end: random.hand() }, 0.05);
  hash.add([...posture.upper, ...posture.lower, ...posture.end, swivelSpeed]);
}
const bodies = [0, 1].map((i) => {
  const rig = swivel.human({ stature: 1.6 + 0.2 * i, sex: i === 0 ? 'female' : 'male' });
  const { parts } = rig.bind({ ignoreNames: i === 1 });
  for (const part of swivel.parts) hash.add([parts[part].joint, parts[part].confidence]);
  const body = rig.body();
  body.stand();
  hash.add(body.locals);
  return body;
});
const nearBody = () => {
  const { position, rotation } = random.hand();
  return { position: [position[0], position[1], position[2] + 1], rotation };
};
const clip = [];
for (let i = 0; i < Math.floor(Number(count) / 100); i++) {
  const body = bodies[i % 2];
  const left = nearBody();
  const right = nearBody();
  const goals = [
    { part: 'leftHand', ...left, want: i % 3 === 0 ? 'pose' : 'position' },
    { part: 'rightHand', ...right, want: 'position', positionWeight: 0.75 },
    { part: 'head', ...left, want: 'gaze' },
    { part: 'leftFoot', want: 'free' },
  ].slice(0, 1 + (i % 4));
  const options = { compromise: i % 5 === 4 ? 'keep-hand' : 'keep-limits', balances: i % 7 === 6, clear: true };
  const report = i % 4 < 2 ? body.reach(goals, options) : body.follow(goals, 0.05, options);
  hash.add(body.locals);
  hash.add(body.worlds);
  if (i % 2 === 0 && clip.length < 100) clip.push(body.locals.slice());
  hash.add(report.positionErrors.subarray(0, goals.length));
  hash.add(report.rotationErrors.subarray(0, goals.length));
  hash.add([...report.mass, report.overhang, report.clearance.right.distance, report.clearance.left.distance]);
}
const retarget = swivel.retarget(...bodies);
const { frames, floor, farthestHand, farthestFoot } = retarget.clip(Float64Array.from(clip.flatMap((frame) => Array.from(frame))), 0.05);
hash.add(frames);
hash.add([floor, farthestHand, farthestFoot, retarget.scale]);
bodies[0].locals.set(clip[0]);
retarget.frame();
hash.add(bodies[1].locals);
for (let i = 0; i < Math.floor(Number(count) / 100); i++) {
  const body = bodies[i % 2];
  const at = ([x, y, z], part) => {
    const { position, rotation } = random.hand();
    return { part, position: [0.3 * position[0] + x, 0.3 * position[1] + y, 0.3 * position[2] + z], rotation };
  };
  const points = [at([0, 0, 1.5], 'head'), at([-0.3, 0.3, 1.1], 'leftHand'), at([0.3, 0.3, 1.1], 'rightHand'), at([0, 0, 0.9], 'hips')].slice(0, 3 + (i % 2));
  const report = i % 4 < 2 ? body.solve(points) : body.track(points, 0.05);
  hash.add(body.locals);
  hash.add(report.positionErrors.subarray(0, points.length));
  hash.add(report.rotationErrors.subarray(0, points.length));
  const stand = [at([0, 0, 1.6], 'head'), at([-0.3, 0, 0.8], 'leftHand'), at([0.3, 0, 0.8], 'rightHand')];
  const calibration = body.calibrate(stand);
  hash.add([calibration.scale, calibration.height, calibration.span, calibration.arms]);
  for (const { position, rotation } of calibration.points(points.slice(0, 3))) hash.add([...position, ...rotation]);
  calibration.free();
}
console.log(hash.text());
