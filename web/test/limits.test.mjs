// SPDX-License-Identifier: MIT
// Arm: swivel and hand rotation in numbers, and the limits as they are drawn against what the module says of them.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { twistOf, wristCurve } from '../animator/scene/limits.js';
import { load } from '../swivel/index.js';
import { distance, open, rest, shared, state } from './browser.mjs';
import { Random } from './random.mjs';

const swivel = await load(await readFile(new URL('../../build/web/swivel.wasm', import.meta.url)));
const { browser, tab } = await shared();

test('the twist that is drawn is the module’s, and so is the wrist’s curve, of both arms', () => {
  const numbers = new Random();
  for (const side of ['right', 'left']) {
    const limb = swivel.arm({ side });
    const [lower, upper] = limb.limits.twist;
    const at = limb.limitNames.indexOf('shoulder-twist');
    const middle = (lower + upper) / 2;
    for (let i = 0; i < 2000; i++) {
      const q = [3 * numbers.next(), 0.3 + 1.2 * Math.abs(numbers.next()), 3 * numbers.next(), 1.2, 0, 0, 0];
      const posture = limb.posture(q);
      // Round the circle the nearer of both ends counts.
      const twist = middle + Math.atan2(Math.sin(twistOf(limb, posture.upper) - middle), Math.cos(twistOf(limb, posture.upper) - middle));
      const excess = Math.max(lower - twist, twist - upper);
      const found = limb.check(posture).excess[at];
      assert.equal(excess > 0, found > 0, `${side} ${q}: ${excess} ${found}`);
      if (Math.abs(excess) < 0.5) assert.ok(Math.abs(excess - found) < 1e-6, `${side} ${q}: ${excess} ${found}`);
    }
    const curve = wristCurve(limb);
    const { flexion, deviation } = limb.limits;
    // Its four ends: where only one of both is bent, the hand points that far away from straight.
    const away = (way) => Math.acos(way[2]);
    for (const [i, angle] of [[0, flexion[1]], [18, deviation[1]], [36, flexion[0]], [54, deviation[0]]]) assert.ok(Math.abs(away(curve[i]) - Math.abs(angle)) < 1e-4, `${side} ${i}: ${away(curve[i])} ${angle}`);
    limb.free();
  }
});

test('a swivel that is typed is taken, or the feasible one nearest to it', async () => {
  const field = tab.getByRole('spinbutton', { name: 'Swivel in degrees' });
  const before = await state(tab);
  const green = await tab.evaluate(() => window.animator.view.green);
  const [from, to] = green[0];
  const wanted = ((from + to) / 2 / Math.PI) * 180;
  await field.fill(wanted.toFixed(1));
  await field.press('Enter');
  await rest(tab);
  const after = await state(tab);
  assert.ok(Math.abs(((after.swivel * 180) / Math.PI - wanted + 540) % 360 - 180) < 0.1, `${after.swivel} ${wanted}`);
  assert.ok(distance(after.hand.position, before.hand.position) < 1e-9 && after.inside);
  for (const text of ['1e300', '']) {
    await field.fill(text);
    await field.press('Enter');
    assert.equal(Number(await field.inputValue()).toFixed(0), ((after.swivel * 180) / Math.PI).toFixed(0));
  }
  assert.match(await tab.locator('.panel-body').textContent(), /Feasible with the hand here: -?\d+° to -?\d+°/);
});

test('a rotation that is typed turns the hand where it is', async () => {
  const fields = ['right', 'forward', 'top'].map((name) => tab.getByRole('spinbutton', { name: `Hand, degrees about the axis to the ${name}` }));
  const before = await state(tab);
  const value = Number(await fields[2].inputValue());
  await fields[2].fill(String(value + 10));
  await fields[2].press('Enter');
  await rest(tab);
  const { target } = await state(tab);
  const angle = 2 * Math.acos(Math.min(1, Math.abs(target.rotation.reduce((sum, x, i) => sum + x * before.target.rotation[i], 0))));
  assert.ok(Math.abs((angle * 180) / Math.PI - 10) < 0.2, `${angle}`);
  assert.ok(distance(target.position, before.target.position) < 1e-9);
  await fields[0].fill('9e9');
  await fields[0].press('Enter');
  assert.deepEqual((await state(tab)).target, target);
});

test('limits are shown when asked for, only in Arm, and are in the link', async () => {
  const shown = () => tab.evaluate(() => window.animator.view.limits.group.visible);
  assert.equal(await shown(), false);
  await tab.getByText('Show limits').click();
  await tab.waitForFunction(() => window.animator.view.limits.group.visible);
  await tab.waitForFunction(() => location.hash.includes('arm=limits'));
  const hash = await tab.evaluate(() => location.hash.slice(1));
  await tab.click('#tab-track');
  assert.equal(await shown(), false);
  const other = await open(browser, { hash });
  await other.waitForFunction(() => window.animator.view.limits.group.visible);
  assert.deepEqual(other.problems, []);
  await other.context().close();
});
