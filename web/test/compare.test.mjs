// SPDX-License-Identifier: MIT
// Compare: ours beside CCD, FABRIK and two bones with a pole, in a real browser; and each of them for itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ccd, fabrik, twoBone } from '../animator/compare/methods.js';
import { distance, frames, screen, shared } from './browser.mjs';

const { tab } = await shared();

test('the others reach what they are asked for, with bones as long as they are', () => {
  const start = { elbow: [0.1, 0.0, -0.318], wrist: [0.1, 0.2, -0.11] };
  start.wrist = start.elbow.map((x, i) => x + [0, 0.2, 0.207][i] * (0.288 / Math.hypot(0.2, 0.207)));
  start.elbow = start.elbow.map((x) => (x * 0.334) / Math.hypot(...start.elbow));
  start.wrist = start.elbow.map((x, i) => x + [0, 0.2, 0.207][i] * (0.288 / Math.hypot(0.2, 0.207)));
  for (const goal of [[0.3, 0.3, 0], [-0.2, 0.2, 0.2], [0.1, -0.1, -0.5], [0.05, 0.1, 0.55]])
    for (const [name, solve] of [['ccd', ccd], ['fabrik', fabrik], ['pole', (w, s) => twoBone(w, s, [0, -1, -1])]]) {
      const { elbow, wrist } = solve(goal, start);
      assert.ok(distance(wrist, goal) < 2e-2, `${name}: ${distance(wrist, goal)}`);
      assert.ok(Math.abs(Math.hypot(...elbow) - 0.334) < 1e-9 && Math.abs(distance(elbow, wrist) - 0.288) < 1e-9, name);
    }
  const far = fabrik([2, 0, 0], start);
  assert.ok(Math.abs(Math.hypot(...far.wrist) - 0.622) < 1e-3, 'out of reach it points there');
});

test('on the round ours neither jumps nor leaves the limits, and the others do', async () => {
  await tab.click('#tab-compare');
  const found = await tab.evaluate(async () => {
    const { comparison } = window.animator.tabs.active;
    document.querySelector('[aria-label="Play or pause"]').click();
    return comparison.states.length;
  });
  assert.equal(found, 4);
  const states = await tab.evaluate(() => {
    const { advance, comparison } = window.animator.tabs.active;
    document.querySelector('[aria-label="Play or pause"]').click();
    for (let i = 0; i < 16 * 60; i++) advance(1 / 60);
    return comparison.states.map(({ id, jumps, brokenFrames, frames: count, fastest, off }) => ({ id, jumps, brokenFrames, count, fastest, off }));
  });
  const [ours, ...others] = states;
  assert.equal(ours.jumps, 0);
  assert.equal(ours.brokenFrames, 0);
  assert.ok(ours.fastest < 1 && ours.off < 1e-4, `${ours.fastest} m/s, ${ours.off} m`);
  for (const { id, jumps, brokenFrames } of others) assert.ok(jumps + brokenFrames > 0, id);
  assert.ok(others.find(({ id }) => id === 'pole').jumps > 0);
  await frames(tab);
  assert.match(await tab.textContent('[data-method=ours]'), /0 jumps.*outside 0 %/);
});

test('the ball is dragged, the round stops, and all four follow', async () => {
  await frames(tab);
  await tab.getByRole('button', { name: 'Play or pause' }).click();
  await frames(tab);
  const from = await screen(tab, 'animator.tabs.active.ball.position');
  const before = await tab.evaluate(() => [...window.animator.tabs.active.comparison.wrist]);
  await tab.mouse.move(from.x, from.y);
  await tab.mouse.down();
  for (let i = 1; i <= 8; i++) {
    await tab.mouse.move(from.x + 6 * i, from.y - 8 * i);
    await frames(tab);
  }
  await tab.mouse.up();
  const now = await tab.evaluate(() => {
    const { advance, comparison } = window.animator.tabs.active;
    for (let i = 0; i < 60; i++) advance(1 / 60);
    return comparison.states.map(({ off }) => off).concat(Math.hypot(...comparison.wrist.map((x) => x)));
  });
  assert.ok(distance(await tab.evaluate(() => [...window.animator.tabs.active.comparison.wrist]), before) > 0.05);
  assert.ok(now[0] < 1e-3, `${now}`);
  await tab.getByRole('button', { name: 'Count again' }).click();
  assert.deepEqual(await tab.evaluate(() => window.animator.tabs.active.comparison.states.map(({ jumps, brokenFrames }) => jumps + brokenFrames)), [0, 0, 0, 0]);
  await tab.getByRole('checkbox', { name: 'Show CCD in the picture' }).click();
  await frames(tab);
  assert.match(await tab.evaluate(() => window.animator.tabs.choices().compare.join()), /1,0,1,1/);
  await tab.click('#tab-arm');
});
