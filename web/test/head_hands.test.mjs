// SPDX-License-Identifier: MIT
// Head and hands: three known points move a body, from a recording and by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distance, frames, open, screen, shared } from './browser.mjs';

const { browser, tab } = await shared();
await tab.click('#tab-points');
const ready = (page = tab) => page.waitForFunction(() => window.animator.tabs.active.model?.followed);
const panel = (expression, page = tab) => page.evaluate((text) => new Function('panel', 'figure', `return ${text}`)(window.animator.tabs.active, window.animator.context.figure), expression);
const still = (page = tab) => page.waitForFunction(() => !window.animator.stage.pending);
const place = (part, page = tab) => panel(`Array.from(panel.model.worlds.slice(7 * figure.body.parts.${part}, 7 * figure.body.parts.${part} + 3))`, page);
const tracked = (part) => panel(`panel.model.tracked.find((point) => point.part === '${part}').position`);

test('a recording: head and hands are where they are known, the rest is off by what the page says, and less with trackers', async () => {
  const means = {};
  for (const [count, label] of [[3, null], [4, 'A tracker on the hips'], [6, 'Trackers on both feet']]) {
    await ready();
    if (label) await tab.getByText(label).click();
    await tab.waitForFunction((n) => window.animator.tabs.active.model.followed?.known.split(',').length === n, count);
    await frames(tab);
    const { whole, worst } = await panel(`({ whole: panel.model.followed.whole, worst: Math.max(...panel.model.followed.frames.map((frame) => Math.max(...frame.report.positionErrors.slice(0, frame.points.length)))) })`);
    assert.ok(worst < 0.05, `${worst}`);
    // By itself: the places of what is drawn against what was recorded.
    const again = await panel(`panel.model.followed.frames.reduce((sum, frame) => {
      const off = (part) => { const at = 7 * figure.body.parts[part]; return Math.hypot(...[0, 1, 2].map((k) => frame.worlds[at + k] - frame.recorded[at + k])); };
      return sum + (off('leftLowerLeg') + off('rightLowerLeg')) / 2;
    }, 0) / panel.model.followed.frames.length`);
    assert.ok(Math.abs(again - whole.knees) < 1e-9);
    means[count] = whole.all;
    assert.ok((await tab.locator('.panel-body .note').first().textContent()).includes(`${(100 * whole.all).toFixed(1)} cm off`));
  }
  console.log(`walk, mean of 19 joints: ${[3, 4, 6].map((n) => (100 * means[n]).toFixed(1)).join(', ')} cm from 3, 4 and 6 points`);
  assert.ok(means[3] < 0.1 && means[4] < 0.08 && means[6] < 0.02, JSON.stringify(means));
  await tab.getByText('Trackers on both feet').click();
});

test('it plays, stops, and a moment of it is in the link', async () => {
  await ready();
  const time = () => panel('panel.state().time');
  const first = await time();
  await tab.waitForFunction((t) => window.animator.tabs.active.state().time !== t, first);
  await tab.getByRole('button', { name: 'Play or pause' }).click();
  await tab.getByRole('radio', { name: 'Box' }).click();
  await tab.waitForFunction(() => window.animator.tabs.active.state().source === 'box' && window.animator.tabs.active.model.followed);
  await tab.getByRole('slider', { name: 'Time in seconds' }).fill('1.5');
  await still();
  const hash = await tab.evaluate(() => {
    window.animator.context.commit();
    return new Promise((done) => setTimeout(() => done(location.hash.slice(1)), 600));
  });
  const [knee, clock] = [await place('leftLowerLeg'), await time()];
  assert.equal(clock, 1.5);
  const other = await open(browser, { hash });
  await ready(other);
  await still(other);
  assert.ok(distance(await place('leftLowerLeg', other), knee) < 1e-9);
  assert.deepEqual(other.problems, []);
  await other.context().close();
});

test('by hand: the ball takes the hand, sliders the head, the body crouches and steps after it', async () => {
  await tab.getByRole('radio', { name: 'By hand' }).click();
  await tab.click('.chip:text-is("Stand")');
  await frames(tab);
  await still();
  const before = { hand: await place('rightHand'), hips: await place('hips'), foot: await place('rightFoot') };
  const from = await screen(tab, "animator.tabs.active.balls.find((ball) => ball.part === 'rightHand').position");
  await tab.mouse.move(from.x, from.y);
  await tab.mouse.down();
  await tab.mouse.move(from.x - 60, from.y - 90, { steps: 6 });
  await tab.mouse.up();
  await frames(tab);
  await still();
  assert.ok(distance(await place('rightHand'), before.hand) > 0.2);
  assert.ok(distance(await place('rightHand'), await tracked('rightHand')) < 1e-6);
  await tab.getByRole('slider', { name: 'Down', exact: true }).fill('0.4');
  await frames(tab);
  await still();
  assert.ok((await place('hips'))[2] < before.hips[2] - 0.15);
  assert.ok(Math.abs((await place('rightFoot'))[2] - before.foot[2]) < 0.08);
  await tab.getByRole('slider', { name: 'Forward' }).fill('0.8');
  await tab.waitForFunction((y) => window.animator.tabs.active.model.worlds[7 * window.animator.context.figure.body.parts.rightFoot + 1] > y + 0.4, before.foot[1]);
  // Esc: as before the drag.
  await still();
  const crouched = await place('rightHand');
  const ball = await screen(tab, "animator.tabs.active.balls.find((one) => one.part === 'rightHand').position");
  await tab.mouse.move(ball.x, ball.y);
  await tab.mouse.down();
  await tab.mouse.move(ball.x + 40, ball.y - 50, { steps: 4 });
  await tab.keyboard.press('Escape');
  await tab.mouse.up();
  await frames(tab);
  await still();
  assert.ok(distance(await place('rightHand'), crouched) < 0.01, `${distance(await place('rightHand'), crouched)}`);
});

test('absurd sliders, links and drags leave numbers', async () => {
  for (const text of ['sliders,0,person,1e9,-1e9,5,9,-9,1e300,0,0,0,1e300,0', 'sliders,NaN,hips,feet,nothing,person,1', 'nobody,9e99', 'box,-4,feet']) {
    await tab.evaluate((list) => (location.hash = `panel=points&points=${list}`), text);
    await frames(tab);
    await tab.waitForFunction(() => window.animator.tabs.active.model.worlds?.every(Number.isFinite));
  }
  await panel("panel.model.put('leftHand', [Number.NaN, 0, 0])");
  await panel("panel.model.put('leftHand', [1e6, 1e6, -1e6])");
  await frames(tab);
  assert.ok(await panel('panel.model.worlds.every(Number.isFinite)'));
});
