// SPDX-License-Identifier: MIT
// The Track panel in a real browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open } from './browser.mjs';

let browser;
let tab;
before(async () => {
  browser = await launch();
  tab = await open(browser);
  await tab.click('#tab-track');
});
after(async () => {
  assert.deepEqual(tab.problems, []);
  await browser.close();
});
const runs = () => tab.evaluate(() => window.animator.tabs.active.runs().map(({ method, drift, flips, speed }) => ({ id: method.id, drift, flips: flips.length, speed })));

test('over the pole ours comes home, the others drift', async () => {
  await tab.click('.segments [data-value=pole]');
  const [ours, paper, least] = await runs();
  assert.ok(ours.drift < 1e-3 && ours.flips === 0, JSON.stringify(ours));
  assert.ok(paper.drift > 0.5 && least.drift > 0.5);
  assert.match(await tab.textContent('.card .numbers'), /drift 0\.0°/);
});

test('at full extension our elbow does not snap', async () => {
  await tab.click('.segments [data-value=extension]');
  const [ours, paper] = await runs();
  assert.ok(ours.speed < paper.speed / 2, `${ours.speed} ${paper.speed}`);
});

test('behind the back and the eight: no flips, no drift', async () => {
  for (const id of ['back', 'eight']) {
    await tab.click(`.segments [data-value=${id}]`);
    const [ours] = await runs();
    assert.ok(ours.flips === 0 && ours.drift < 1e-3, JSON.stringify(ours));
  }
});

test('on the wheel the paper’s method flips, ours does not, and the flip is marked', async () => {
  await tab.click('.segments [data-value=wheel]');
  const [ours, paper] = await runs();
  assert.ok(ours.flips === 0 && ours.drift < 1e-3, JSON.stringify(ours));
  assert.ok(paper.flips > 0, JSON.stringify(paper));
  assert.match(await tab.locator('.card .numbers').nth(1).textContent(), /1 flip/);
});

test('it plays, and the slider goes to any time', async () => {
  const time = () => tab.evaluate(() => document.querySelector('[aria-label="Time in seconds"]').valueAsNumber);
  const before = await time();
  await tab.waitForFunction((t) => document.querySelector('[aria-label="Time in seconds"]').valueAsNumber > t + 0.05, before);
  await tab.getByRole('slider', { name: 'Time in seconds' }).fill('3');
  assert.equal(await time(), 3);
});

test('a drawn path is followed', async () => {
  await tab.click('.segments [data-value=drawn]');
  const box = await tab.locator('#scene').boundingBox();
  const middle = { x: box.x + box.width * 0.42, y: box.y + box.height * 0.42 };
  await tab.mouse.move(middle.x + 70, middle.y);
  await tab.mouse.down();
  for (let i = 1; i <= 24; i++) await tab.mouse.move(middle.x + 70 * Math.cos(i / 3.9), middle.y + 50 * Math.sin(i / 3.9));
  await tab.mouse.up();
  const [ours] = await runs();
  assert.equal(await tab.getAttribute('.segments [data-value=drawn]', 'aria-checked'), 'true');
  assert.ok(ours.drift < 0.05, JSON.stringify(ours));
});
