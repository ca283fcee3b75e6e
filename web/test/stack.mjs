// SPDX-License-Identifier: MIT
// stack.mjs FOLDER: what earlier calls have left on the stack changes nothing. What is read before it is written, if only to be thrown
// away, traps where it is taken for an address.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { load as loadFiles } from '../swivel/files.js';
import { load } from '../swivel/index.js';
import { Random } from './random.mjs';

const open = (name) => readFile(join(process.argv[2], `${name}.wasm`));
const [swivel, files] = [await load(await open('swivel')), await loadFiles(await open('files'))];
const { memory } = swivel.human();
const stack = 1 << 20;
const random = new Random();
const fillings = [(bytes) => bytes.fill(0), (bytes) => bytes.fill(0x7f), (bytes) => bytes.fill(0xff), (bytes) => bytes.forEach((_, i) => (bytes[i] = 128 * (1 + random.next())))];
/** The same answer, whatever lay there. */
function same(call, what) {
  const answers = fillings.map((fill) => {
    fill(new Uint8Array(memory.exports.memory.buffer, 0, stack));
    return JSON.stringify(call());
  });
  for (const answer of answers) assert.equal(answer, answers[0], what);
}

const rigs = new URL('../../data/rigs/', import.meta.url);
for (const name of (await readdir(rigs)).filter((file) => file.endsWith('.json'))) {
  const { joints, ...axes } = JSON.parse(await readFile(new URL(name, rigs)));
  const bound = (given) => {
    const rig = swivel.rig({ joints, ...axes }, { given });
    const { binding } = rig;
    rig.free();
    return binding;
  };
  same(() => bound({}), name);
  const { parts } = bound({});
  // Each part that was found, left out or given; and a hand without fingers.
  for (const [part, { joint }] of Object.entries(parts)) if (joint >= 0) same(() => [null, joint].map((one) => bound({ [part]: one })), `${name}, ${part}`);
  same(() => {
    const rig = swivel.rig({ joints, ...axes });
    let body;
    try {
      body = rig.body();
    } catch (error) {
      return error.message;
    }
    body.stand();
    const { outcome, positionErrors } = body.reach([{ part: 'rightHand', position: [0.3, 0.3, 1].map((x) => x * body.size) }], { balances: true, clear: true });
    const answer = [outcome, Array.from(positionErrors), Array.from(body.locals)];
    body.free();
    rig.free();
    return answer;
  }, `${name}, reaching`);
}

// A robot whose forearms end without a joint, with hands given there.
const { joints } = files.read(await readFile(new URL('../../data/files/mjcf/h1.xml', import.meta.url))).skeleton();
const hands = ['left', 'right'].map((side) => {
  const elbow = joints.findIndex(({ name }) => name === `${side}_elbow_link`);
  const [x, y, z] = joints[elbow].position;
  return joints.push({ name: `${side}_elbow_link end`, parent: elbow, position: [x + 0.3, y, z], rotation: [0, 0, 0, 1] }) - 1;
});
same(() => {
  const rig = swivel.rig({ joints, up: 'z' }, { given: { leftHand: hands[0], rightHand: hands[1] } });
  rig.free();
  return rig.binding;
}, 'H1');
