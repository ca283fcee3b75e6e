// SPDX-License-Identifier: MIT
// bits.mjs SWIVEL.wasm COUNT: prints what `native bits COUNT` prints, from WebAssembly.
import { readFile } from 'node:fs/promises';
import { elbowWishes, load } from '../swivel/index.js';
import { Hash, Random } from './random.mjs';

const [wasm, count] = process.argv.slice(2);
const swivel = await load(await readFile(wasm));
const arm = swivel.arm7({ reference: 'smooth' });
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
const finger = swivel.littleFinger();
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
console.log(hash.text());
