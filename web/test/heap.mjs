// SPDX-License-Identifier: MIT
// heap.mjs SWIVEL.wasm: what is given back is used again, blocks do not overlap, and no memory is an answer.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

const { exports } = (await WebAssembly.instantiate(await readFile(process.argv[2]), {})).instance;
const sizes = Array.from({ length: 300 }, (_, i) => 1 + ((i * 7919) % 977));
const fill = () => {
  const blocks = sizes.map((count) => exports.swivel_doubles(count));
  blocks.forEach((at, i) => {
    assert.equal(at % 16, 0);
    const doubles = new Float64Array(exports.memory.buffer, at, sizes[i]);
    assert.ok(doubles.every((x) => x === 0));
    doubles.fill(i + 1);
  });
  blocks.forEach((at, i) => assert.ok(new Float64Array(exports.memory.buffer, at, sizes[i]).every((x) => x === i + 1)));
  return blocks;
};
fill().forEach((at) => exports.swivel_free(at));
const size = exports.memory.buffer.byteLength;
for (let k = 0; k < 50; k++) fill().forEach((at) => exports.swivel_free(at));
assert.equal(exports.memory.buffer.byteLength, size);
assert.equal(exports.swivel_doubles(1 << 30), 0);
exports.swivel_free(0);
