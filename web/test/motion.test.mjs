// SPDX-License-Identifier: MIT
// Motion: recordings on the body in a real browser, played, taken hold of, and written to files that others read.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readGlb } from '../animator/body/glb.js';
import { distance, frames, shared } from './browser.mjs';
import { placesOf } from './gltf_places.mjs';

const { tab } = await shared();
const scrub = async (time) => {
  await tab.getByRole('slider', { name: 'Time in seconds' }).fill(String(time));
  await frames(tab);
};
const choose = async (title) => {
  await tab.getByRole('radio', { name: title }).click();
  await tab.waitForFunction((name) => window.animator.tabs.active.state().clip && window.animator.tabs.active.state().id === name, { Walk: 'walk', Box: 'box', 'Pick up': 'pickup' }[title]);
  await frames(tab);
};

test('three recordings of at most 60 kB each play, stop and can be scrubbed', async () => {
  for (const name of ['walk', 'box', 'pickup']) assert.ok(statSync(new URL(`../../data/body/${name}.clip`, import.meta.url)).size <= 60e3, name);
  await tab.click('#tab-motion');
  await tab.waitForFunction(() => window.animator.tabs.active.state().clip !== null);
  const time = () => tab.evaluate(() => window.animator.tabs.active.state().time);
  const first = await time();
  await tab.waitForFunction((t) => window.animator.tabs.active.state().time !== t, first);
  await tab.getByRole('button', { name: 'Play or pause' }).click();
  await frames(tab);
  const still = await time();
  for (let i = 0; i < 4; i++) await frames(tab);
  assert.equal(await time(), still);
  await scrub(1);
  assert.ok(Math.abs((await time()) - 1) < 1e-9);
});

test('every frame stands on the floor with finite joints, and limbs keep their lengths', async () => {
  for (const title of ['Walk', 'Box', 'Pick up']) {
    await choose(title);
    const found = await tab.evaluate(() => {
      const { figure } = window.animator.context;
      const { clip } = window.animator.tabs.active.state();
      const locals = new Float64Array(figure.standing.length);
      let low = Infinity;
      let high = -Infinity;
      let isFinite = true;
      for (let i = 0; i < clip.count; i++) {
        const worlds = figure.worldsOf(clip.at(i / clip.rate, figure.standing, locals));
        isFinite &&= worlds.every(Number.isFinite);
        const toes = ['rightToes', 'leftToes', 'rightFoot', 'leftFoot'].map((part) => worlds[7 * figure.body.parts[part] + 2]);
        low = Math.min(low, ...toes);
        high = Math.max(high, Math.min(...toes));
      }
      return { low, high, isFinite };
    });
    assert.ok(found.isFinite && found.low > -0.01 && found.high < 0.08, `${title}: ${JSON.stringify(found)}`);
  }
});

test('our elbows are near the recorded ones', async () => {
  for (const [title, most] of [['Walk', 4], ['Box', 9], ['Pick up', 10]]) {
    await choose(title);
    const mean = await tab.evaluate(() => {
      const { right, left } = window.animator.tabs.active.state().elbows;
      const all = [...right, ...left];
      return all.reduce((a, b) => a + b, 0) / all.length;
    });
    assert.ok(mean < most, `${title}: ${mean} cm`);
  }
});

test('a hand taken hold of is where it is dragged, and blends back when it is let go', async () => {
  await choose('Walk');
  await scrub(0.6);
  const hand = () => tab.evaluate(() => {
    const { figure } = window.animator.context;
    const { worlds } = window.animator.tabs.active.state();
    const at = 7 * figure.body.parts.rightHand;
    return Array.from(worlds.subarray(at, at + 3));
  });
  const before = await hand();
  const from = await tab.evaluate(() => {
    const { stage, tabs, pointer } = window.animator;
    const { grab } = tabs.active;
    const { skin } = tabs.active.state();
    const places = skin.places();
    const box = stage.canvas.getBoundingClientRect();
    const V = stage.camera.position.constructor;
    for (let v = 0; v < skin.shape.count; v++) {
      if (grab.grips[skin.shape.joints[4 * v]] !== 'rightHand') continue;
      const { x, y } = stage.toScreen(new V(places[3 * v], places[3 * v + 1], places[3 * v + 2]));
      const at = pointer.at({ clientX: x + 1.2 + box.left, clientY: y + 0.7 + box.top, pointerType: 'mouse' });
      if (grab.pick(at)?.part === 'rightHand') return { x: x + 1.2 + box.left, y: y + 0.7 + box.top };
    }
    return null;
  });
  assert.ok(from);
  await tab.mouse.move(from.x, from.y);
  await tab.mouse.down();
  for (let i = 1; i <= 6; i++) await tab.mouse.move(from.x - 3 * i, from.y - 5 * i);
  await frames(tab);
  const wanted = await tab.evaluate(() => window.animator.tabs.active.state().held.position);
  const now = await hand();
  assert.ok(distance(wanted, before) > 0.1 && distance(now, wanted) < 1e-3, `${now} ${wanted}`);
  await tab.mouse.up();
  await tab.waitForFunction(() => window.animator.tabs.active.state().held === null);
  await frames(tab);
  assert.ok(distance(await hand(), before) < 1e-6);
});

test('the files that are saved hold the joints that are shown, as the command reads them', async (t) => {
  await choose('Box');
  const { files, hand, count } = await tab.evaluate(async () => {
    const { figure } = window.animator.context;
    const { fileOf, state } = window.animator.tabs.active;
    const { clip } = state();
    const files = {};
    for (const kind of ['bvh', 'glb', 'csv']) files[kind] = Array.from(await fileOf(kind));
    const worlds = figure.worldsOf(clip.at(100 / clip.rate, figure.standing, new Float64Array(figure.standing.length)));
    const at = 7 * figure.body.parts.rightHand;
    return { files, hand: Array.from(worlds.subarray(at, at + 3)), count: clip.count };
  });
  // The page's axes to those of the file.
  const wanted = [-hand[0], hand[2], hand[1]];
  const placeIn = (bytes) => {
    const { json, numbers } = readGlb(new Uint8Array(bytes));
    return placesOf(json, numbers, 100).rightHand;
  };
  assert.ok(distance(placeIn(files.glb), wanted) < 1e-4, `${placeIn(files.glb)} ${wanted}`);
  const swivel = process.env.SWIVEL;
  if (!swivel) return t.skip('without the command');
  const folder = mkdtempSync(join(tmpdir(), 'motion-'));
  try {
    const path = join(folder, 'box.bvh');
    writeFileSync(path, Buffer.from(files.bvh));
    const info = execFileSync(swivel, ['motion', 'info', path]).toString();
    assert.match(info, /58, 52 of them parts of a body/);
    assert.match(info, new RegExp(`frames +${count}`));
    execFileSync(swivel, ['motion', 'convert', path, join(folder, 'box.glb')]);
    assert.ok(distance(placeIn(readFileSync(join(folder, 'box.glb'))), wanted) < 1e-3);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a recording that is dropped plays on the body, and what is none is refused in words', async () => {
  const file = new URL('../../data/files/bvh/jumping_jacks_mixed_order.bvh', import.meta.url);
  await tab.locator('input[type=file]').setInputFiles(fileURLToPath(file));
  await tab.waitForFunction(() => window.animator.tabs.active.state().id === 'own');
  await frames(tab);
  const found = await tab.evaluate(() => {
    const { figure } = window.animator.context;
    const { clip } = window.animator.tabs.active.state();
    const locals = new Float64Array(figure.standing.length);
    const hands = [];
    let isFinite = true;
    for (let i = 0; i < clip.count; i++) {
      const worlds = figure.worldsOf(clip.at(i / clip.rate, figure.standing, locals));
      isFinite &&= worlds.every(Number.isFinite);
      hands.push(worlds[7 * figure.body.parts.rightHand + 2]);
    }
    return { isFinite, count: clip.count, low: Math.min(...hands), high: Math.max(...hands) };
  });
  assert.ok(found.isFinite && found.count > 10, JSON.stringify(found));
  // Jumping jacks: the hands go from the thighs to over the head.
  assert.ok(found.low < 1 && found.high > 1.6, JSON.stringify(found));
  await tab.locator('input[type=file]').setInputFiles({ name: 'no.bvh', mimeType: 'text/plain', buffer: Buffer.from('HIERARCHY\nnothing') });
  await tab.waitForFunction(() => /no.bvh cannot be used/.test(document.getElementById('toast').textContent));
  assert.equal(await tab.evaluate(() => window.animator.tabs.active.state().id), 'own', 'the last one stays');
});
