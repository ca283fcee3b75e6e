// SPDX-License-Identifier: MIT
// bits.mjs SWIVEL.wasm COUNT: prints what `native bits COUNT` prints, from WebAssembly.
import { readFile } from 'node:fs/promises';
import { load } from '../swivel/index.js';
import { Hash, Random } from './random.mjs';

const [wasm, count] = process.argv.slice(2);
const swivel = await load(await readFile(wasm));
const arm = swivel.arm({ reference: 'smooth' });
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
for (let i = 0; i < Number(count); i++) {
  const { position, rotation } = random.hand();
  const { posture } = limb.solve({ wrist: position, swivel: 3 * rotation[0] });
  hash.add(posture.girdle);
  hash.add(posture.q);
}
const finger = swivel.littleFinger();
for (let i = 0; i < Number(count); i++) {
  const x = 0.07 * random.next();
  hash.add(finger.solve([x, 0.07 * random.next()]).q);
}
console.log(hash.text());
