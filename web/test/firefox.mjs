// SPDX-License-Identifier: MIT
// The page in Firefox: it opens, draws the figure, a drag moves a hand, and nothing goes wrong. Run by firefox.sh, on a screen.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { fileURLToPath } from 'node:url';

const page = `file://${fileURLToPath(new URL('../../build/web/animator.html', import.meta.url))}`;
const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
  // Without a window there is no WebGL.
  headless: false,
  extraPrefsFirefox: { 'webgl.force-enabled': true, 'datareporting.policy.dataSubmissionEnabled': false, 'app.update.enabled': false },
});
try {
  const tab = await browser.newPage();
  await tab.setViewport({ width: 1000, height: 680 });
  const problems = [];
  tab.on('pageerror', (error) => problems.push(error.message));
  // Of warnings only the page's own count: the browser has many about the machine's graphics.
  tab.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await tab.goto(page);
  await tab.waitForSelector('body[data-ready]', { timeout: 60000 });
  const still = () => tab.waitForFunction(() => !window.animator.stage.pending && !window.animator.context.figure.moving && !window.animator.model.active.moving, { timeout: 30000 });
  await still();
  await tab.evaluate(() => document.querySelector('#hint .primary')?.click());

  // The figure is there: the middle of the picture is not the background.
  const colors = await tab.evaluate(async () => {
    const blob = await window.animator.stage.png();
    const image = await createImageBitmap(blob);
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    const data = pen.getImageData(0, 0, image.width, image.height).data;
    const found = new Set();
    for (let i = 0; i < data.length; i += 4 * 97) found.add(`${data[i] >> 3} ${data[i + 1] >> 3} ${data[i + 2] >> 3}`);
    return found.size;
  });
  assert.ok(colors > 30, `${colors} colours`);

  const hand = () => tab.evaluate(() => window.animator.context.figure.pose('rightHand').position);
  const at = await tab.evaluate(() => {
    const { stage, context } = window.animator;
    const { x, y } = stage.toScreen(stage.controls.target.clone().fromArray(context.figure.pose('rightHand').position)).clone();
    const box = stage.canvas.getBoundingClientRect();
    return { x: x + box.left, y: y + box.top };
  });
  const before = await hand();
  await tab.mouse.move(at.x, at.y);
  await tab.mouse.down();
  await tab.waitForFunction(() => window.animator.context.figure.drag !== null, { timeout: 15000 });
  await tab.mouse.move(at.x - 30, at.y - 80, { steps: 5 });
  await tab.waitForFunction((z) => window.animator.context.figure.pose('rightHand').position[2] > z + 0.1, { timeout: 15000 }, before[2]);
  await tab.mouse.up();
  await still();
  const after = await hand();
  assert.ok(after.every(Number.isFinite) && after[2] > before[2] + 0.1, `${before} ${after}`);

  // A wheel of the mouse, a key for a view, and every panel once.
  await tab.keyboard.press('f');
  assert.equal(await tab.evaluate(() => window.animator.stage.sight), 'front');
  for (const id of await tab.evaluate(() => window.animator.tabs.ids)) {
    await tab.evaluate((panel) => window.animator.tabs.open(panel), id);
    await tab.waitForFunction((panel) => document.getElementById('panel').getAttribute('aria-labelledby') === `tab-${panel}`, { timeout: 15000 }, id);
    await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  if (process.env.PICTURE) writeFileSync(process.env.PICTURE, await tab.screenshot());
  assert.deepEqual(problems, []);
  console.log(`Firefox ${(await browser.version()).replace(/.*\//, '')}: opens, draws, drags, every panel, no error`);
} finally {
  await browser.close();
}
