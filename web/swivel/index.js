// SPDX-License-Identifier: MIT
// Swivel in JavaScript: load the WebAssembly module, then make arms. See index.d.ts for the types.
import { Arm7, armRoom } from './arm7.js';
import { Chain, modelNames, studyMethodNames } from './chain.js';
import { Finger, Hand } from './hand.js';
import { Limb, limbRoom } from './limb.js';
import { Memory, SwivelError } from './memory.js';
import { Parts, Rig } from './rig.js';
import { UpperLimb } from './shoulder.js';

export { Arm7, armCompromises, armReferences } from './arm7.js';
export { Body, wants } from './body.js';
export { Chain } from './chain.js';
export { Finger, Hand, digits, handShapes, newtonStarts } from './hand.js';
export { Limb, LimbTrack, elbowWishes, limbCompromises } from './limb.js';
export { Rig } from './rig.js';
export { UpperLimb, UpperLimbTrack, girdleAngles } from './shoulder.js';
export { Track, trackMethods } from './track.js';
export { SwivelError };

async function bytesOf(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  if (typeof Response !== 'undefined' && source instanceof Response) return source.arrayBuffer();
  const url = new URL(source ?? 'swivel.wasm', import.meta.url);
  if (url.protocol === 'file:') {
    const { readFile } = await import(/* @vite-ignore */ 'node:fs/promises');
    return readFile(url);
  }
  return (await fetch(url)).arrayBuffer();
}

/** The bytes of swivel.wasm, a Response or a URL; without, the file beside this one. */
export async function load(source) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(await bytesOf(source));
  const { exports } = await WebAssembly.instantiate(module, {});
  exports._initialize();
  const memory = new Memory(exports);
  const room = armRoom(memory);
  const forLimbs = limbRoom(memory);
  const parts = new Parts(memory);
  return {
    version: memory.text(exports.swivel_version()),
    arm: (options) => new Limb(memory, forLimbs, 'arm', options),
    leg: (options) => new Limb(memory, forLimbs, 'leg', options),
    arm7: (options) => new Arm7(memory, room, options),
    upperLimb: (options) => new UpperLimb(memory, forLimbs, options),
    littleFinger: () => new Finger(memory),
    hand: (length, side) => new Hand(memory, length, side),
    parts: parts.names,
    mirrored: parts.mirrored,
    rig: (skeleton, options) => Rig.of(memory, forLimbs, parts, skeleton, options),
    human: (options) => Rig.human(memory, forLimbs, parts, options),
    models: modelNames(memory),
    studyMethods: studyMethodNames(memory),
    chain: (name) => new Chain(memory, name),
  };
}
