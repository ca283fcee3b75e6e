// SPDX-License-Identifier: MIT
// node tools/make_clips.mjs SWIVEL: the Animator's recordings, data/body/*.clip, from CMU's in data/files/bvh: each brought to
// data/body/body.glb by the command SWIVEL, 40 frames a second.
//
// A .clip is 16-bit little-endian numbers: its frames, its frames a second, then the postures as web/animator/figure/code.js has them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readGlb } from '../web/animator/body/glb.js';
import { BodyShape } from '../web/animator/body/shape.js';
import { shortsOf } from '../web/animator/figure/code.js';

const [swivel] = process.argv.slice(2);
const root = fileURLToPath(new URL('../', import.meta.url));
const clips = { walk: 'cmu_02_01_walk', box: 'cmu_79_08_boxing', pickup: 'cmu_80_08_pickup' };
const every = 3;
const rate = 120 / every;

const { names } = new BodyShape(new Uint8Array(readFileSync(join(root, 'data/body/body.glb'))));
const turned = ([x, y, z]) => [-x, z, y];
const folder = mkdtempSync(join(tmpdir(), 'clips-'));
for (const [name, file] of Object.entries(clips)) {
  const made = join(folder, `${name}.glb`);
  // The first frame of CMU's files is a T-pose.
  execFileSync(swivel, ['motion', 'retarget', join(root, `data/files/bvh/${file}.bvh`), '--to', join(root, 'data/body/body.glb'), '--out', made, '--from-frame', '1']);
  const { json, numbers } = readGlb(new Uint8Array(readFileSync(made)));
  const [{ channels, samplers }] = json.animations;
  const tracks = {};
  for (const { sampler, target } of channels) tracks[`${json.nodes[target.node].name} ${target.path}`] = numbers(samplers[sampler].output);
  const count = tracks['hips translation'].length / 3;
  const frames = [];
  for (let f = 0; f < count; f += every) {
    const locals = new Float64Array(7 * names.length);
    locals.set(turned(Array.from(tracks['hips translation'].subarray(3 * f, 3 * f + 3))));
    names.forEach((joint, j) => {
      const rotation = tracks[`${joint} rotation`];
      if (!rotation) return locals.set([0, 0, 0, 1], 7 * j + 3);
      const [x, y, z, w] = rotation.length > 4 ? rotation.subarray(4 * f, 4 * f + 4) : rotation;
      locals.set([...turned([x, y, z]), w], 7 * j + 3);
    });
    frames.push(...shortsOf(names, locals));
  }
  const out = Int16Array.from([Math.ceil(count / every), rate, ...frames]);
  writeFileSync(join(root, `data/body/${name}.clip`), new Uint8Array(out.buffer));
  console.log(`${name}: ${out[0]} frames, ${out.byteLength} bytes`);
}
rmSync(folder, { recursive: true });
