// SPDX-License-Identifier: MIT
// Swivel in JavaScript, people: load the WebAssembly module, then make limbs, hands and bodies. See index.d.ts for the types.
import { Hand } from './hand.js';
import { Limb, limbRoom } from './limb.js';
import { memoryOf } from './load.js';
import { SwivelError } from './memory.js';
import { Retarget } from './retarget.js';
import { Parts, Rig } from './rig.js';
import { UpperLimb } from './shoulder.js';

export { Body, Calibration, wants } from './body.js';
export { Hand, digits, handShapes } from './hand.js';
export { Limb, LimbTrack, elbowWishes, limbCompromises } from './limb.js';
export { Retarget } from './retarget.js';
export { Rig } from './rig.js';
export { UpperLimb, UpperLimbTrack, girdleAngles } from './shoulder.js';
export { SwivelError };

export async function load(source) {
  const memory = await memoryOf(source, 'swivel.wasm');
  const forLimbs = limbRoom(memory);
  const parts = new Parts(memory);
  return {
    version: memory.text(memory.exports.swivel_version()),
    arm: (options) => new Limb(memory, forLimbs, 'arm', options),
    leg: (options) => new Limb(memory, forLimbs, 'leg', options),
    upperLimb: (options) => new UpperLimb(memory, forLimbs, options),
    hand: (length, side) => new Hand(memory, length, side),
    parts: parts.names,
    mirrored: parts.mirrored,
    rig: (skeleton, options) => Rig.of(memory, forLimbs, parts, skeleton, options),
    retarget: (from, to, options) => new Retarget(from, to, options),
    human: (options) => Rig.human(memory, forLimbs, parts, options),
  };
}
