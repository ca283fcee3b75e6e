// SPDX-License-Identifier: MIT
// data/body/body.glb: small, valid, and what tools/make_body.mjs makes of its sources.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BodyShape } from '../animator/body/shape.js';

const file = new URL('../../data/body/body.glb', import.meta.url);
const bytes = new Uint8Array(readFileSync(file));

test('body file is what its sources make', () => {
  const folder = mkdtempSync(join(tmpdir(), 'body-'));
  try {
    const made = join(folder, 'body.glb');
    execFileSync('node', [fileURLToPath(new URL('../../tools/make_body.mjs', import.meta.url)), made]);
    assert.ok(readFileSync(made).equals(readFileSync(file)));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('body file is small and valid', async () => {
  const { validateBytes } = createRequire(import.meta.url)('gltf-validator');
  const { issues, info } = await validateBytes(bytes);
  assert.equal(issues.numErrors + issues.numWarnings, 0, JSON.stringify(issues.messages));
  assert.ok(bytes.length <= 350e3, `${bytes.length} bytes`);
  assert.ok(info.totalTriangleCount <= 9000, `${info.totalTriangleCount} triangles`);
});

test('body shape: women and men as tall as people, soles on the floor, joints inside', () => {
  const shape = new BodyShape(bytes);
  for (const [male, least, most] of [[0, 1.55, 1.65], [1, 1.7, 1.8]]) {
    const { skin, joints, stature } = shape.rest(male);
    assert.ok(stature > least && stature < most, `${stature} m`);
    let low = Infinity;
    for (let i = 2; i < skin.length; i += 3) low = Math.min(low, skin[i]);
    assert.ok(Math.abs(low) < 1e-3, `${low} m`);
    const at = (name) => joints[shape.names.indexOf(name)];
    assert.ok(at('head')[2] > at('neck')[2] && at('rightHand')[0] > at('rightUpperArm')[0] && at('leftHand')[0] < at('leftUpperArm')[0]);
    assert.ok(at('leftToes')[1] > at('leftFoot')[1], 'toes are before the ankles');
  }
  const tall = shape.rest(0.5, 2);
  assert.ok(Math.abs(tall.stature - 2) < 1e-6);
});

test('body shape: weights add up, and every joint moves some skin', () => {
  const shape = new BodyShape(bytes);
  const used = new Set();
  for (let v = 0; v < shape.count; v++) {
    let sum = 0;
    for (let i = 4 * v; i < 4 * v + 4; i++) {
      sum += shape.weights[i];
      if (shape.weights[i] > 0.2) used.add(shape.joints[i]);
    }
    assert.ok(Math.abs(sum - 1) < 1e-6);
  }
  assert.equal(used.size, shape.names.length);
});

test('body shape: its coarse form has a third of the triangles, of the same vertices', () => {
  const { index, coarse, count, isSkin } = new BodyShape(bytes);
  assert.ok(coarse.length <= 0.35 * index.length, `${coarse.length / 3} triangles`);
  assert.ok(coarse.every((v) => v >= 0 && v < count));
  // Suit and skin, not from one to the other.
  for (let i = 0; i < coarse.length; i += 3) assert.ok(isSkin[coarse[i]] === isSkin[coarse[i + 1]] && isSkin[coarse[i]] === isSkin[coarse[i + 2]]);
});

test('body shape: the neck inside the collar goes with it, whatever the head does', () => {
  const shape = new BodyShape(bytes);
  const { skin } = shape.rest(0);
  const [head, neck] = ['head', 'neck'].map((name) => shape.names.indexOf(name));
  const share = (v, joint) => [0, 1, 2, 3].reduce((sum, i) => sum + (shape.joints[4 * v + i] === joint ? shape.weights[4 * v + i] : 0), 0);
  const ofNeck = Array.from({ length: shape.count }, (_, v) => v).filter((v) => share(v, neck) > 0.3);
  // The rim: edges of one triangle only.
  const edges = new Map();
  shape.index.forEach((v, i) => {
    const edge = [v, shape.index[i % 3 === 2 ? i - 2 : i + 1]].sort((a, b) => a - b).join();
    edges.set(edge, (edges.get(edge) ?? 0) + 1);
  });
  const border = new Set([...edges].flatMap(([edge, count]) => (count === 1 ? edge.split(',').map(Number) : [])));
  const rim = Math.min(...ofNeck.filter((v) => !shape.isSkin[v] && border.has(v)).map((v) => skin[3 * v + 2]));
  const inside = ofNeck.filter((v) => shape.isSkin[v] && skin[3 * v + 2] < rim - 0.01);
  assert.ok(inside.length > 20, `${inside.length}`);
  for (const v of inside) assert.ok(share(v, head) < 0.05, `${share(v, head)} of the head's motion ${rim - skin[3 * v + 2]} m below the rim`);
});
