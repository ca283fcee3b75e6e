// SPDX-License-Identifier: MIT
// The recordings that come with the page.
import boxText from 'box.clip.gz';
import pickupText from 'pickup.clip.gz';
import walkText from 'walk.clip.gz';
import { unpack } from '../unpack.js';
import { packedClip } from './clip.js';

const texts = { walk: walkText, box: boxText, pickup: pickupText };
/** [name, title] of each. */
export const recordings = [['walk', 'Walk'], ['box', 'Box'], ['pickup', 'Pick up']];
export const isRecording = (name) => Object.hasOwn(texts, name);

const made = {};

/** A Clip for bodies of a shape, unpacked when it is first asked for. */
export async function recording(name, shape) {
  made[name] ??= unpack(texts[name]).then((bytes) => packedClip(bytes, shape.names, shape.rest(0).joints[0][2]));
  return made[name];
}
