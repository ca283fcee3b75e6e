// SPDX-License-Identifier: MIT
// bench.mjs CHAINS.wasm NATIVE: one arm solve in WebAssembly beside the native one, the best of many runs. Called from
// JavaScript over flat memory, the targets already there, as a frame loop of many arms would.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { load } from '../swivel/papers/chains.js';
import { Random } from './random.mjs';

const [wasm, native] = process.argv.slice(2);
const runs = 300;
const chains = await load(await readFile(wasm));
const arm = chains.arm7();
const { memory, address, room } = arm;
const { arm_solve_one, arm_best } = memory.exports;
const random = new Random();
const count = 1000;
const poses = memory.room(7 * count);
const hands = Array.from({ length: count }, () => random.hand());
hands.forEach((hand, i) => memory.writePose(poses + 56 * i, hand));

function best(solve) {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < count; i++) solve(i);
    least = Math.min(least, Number(process.hrtime.bigint() - start) / count);
  }
  return least;
}

const inWasm = [
  best((i) => arm_solve_one(address, poses + 56 * i, 0.3, 0, room.q, room.reports)),
  best((i) => arm_best(address, poses + 56 * i, 0.3, 0, room.q, room.reports)),
  best((i) => arm.best(hands[i], 0.3)),
];
const natively = execFileSync(native, ['time', String(runs)], { encoding: 'utf8' }).split(' ').map(Number);
const line = (what, ns, peer) =>
  console.log(`${what.padEnd(44)} ${ns.toFixed(0).padStart(6)} ns  native ${peer.toFixed(0).padStart(6)} ns  ${(ns / peer).toFixed(2)} times`);
line('arm, one branch at a swivel', inWasm[0], natively[0]);
line('arm, best posture inside all limits', inWasm[1], natively[1]);
line('the same through the module, with objects', inWasm[2], natively[1]);
