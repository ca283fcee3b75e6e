// SPDX-License-Identifier: MIT
// Swivel in JavaScript, chains of joints, the Tolani-Badler arm and the finger in its plane: a module of its own. See chains.d.ts for the types.
import { memoryOf } from '../load.js';
import { SwivelError } from '../memory.js';
import { Arm7, armRoom } from './arm7.js';
import { Chain, modelNames, studyMethodNames } from './chain.js';
import { Finger } from './finger.js';

export { goalKinds } from '../goals.js';
export { Arm7, armCompromises, armReferences } from './arm7.js';
export { Chain } from './chain.js';
export { Finger, newtonStarts } from './finger.js';
export { Track, trackMethods } from './track.js';
export { SwivelError };

export async function load(source) {
  const memory = await memoryOf(source, 'chains.wasm');
  const room = armRoom(memory);
  return {
    version: memory.text(memory.exports.swivel_version()),
    arm7: (options) => new Arm7(memory, room, options),
    models: modelNames(memory),
    studyMethods: studyMethodNames(memory),
    leg7: (options) => new Arm7(memory, room, { ...options, isLeg: true }),
    chain: (what) => new Chain(memory, what),
    littleFinger: () => new Finger(memory),
  };
}
