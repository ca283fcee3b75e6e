// SPDX-License-Identifier: MIT
// outcomes.mjs SWIVEL.wasm: the type Outcome of index.d.ts lists the library's texts, all of them and no others.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Memory } from '../swivel/memory.js';

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), {});
const memory = new Memory(instance.exports);
const texts = Array.from({ length: 256 }, (_, i) => memory.outcome(i)).filter((text) => text !== 'unknown outcome');
const types = await readFile(new URL('../swivel/index.d.ts', import.meta.url), 'utf8');
const union = types.match(/type Outcome =([^;]*);/)[1];
assert.deepEqual([...union.matchAll(/'([^']*)'/g)].map((match) => match[1]), texts);
