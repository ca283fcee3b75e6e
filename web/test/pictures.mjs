// SPDX-License-Identifier: MIT
// node web/test/pictures.mjs FOLDER: the pictures of docs/animator, taken anew. With --all instead every panel, wide and as on a
// phone, light and dark, to be looked at.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { drag, launch, open, rest, screen } from './browser.mjs';

const [folder, which] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await launch();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

async function take(name, act, options) {
  const tab = await open(browser, { viewport: { width: 1280, height: 800 }, colorScheme: 'light', ...options });
  await act(tab);
  await rest(tab).catch(() => {});
  await tab.mouse.move(2, 2);
  await tab.waitForTimeout(600);
  await tab.screenshot({ path: join(folder, `${name}.png`) });
  if (tab.problems.length) console.error(name, tab.problems);
  await tab.context().close();
}

const choose = (tab, id) => tab.click(`#tab-${id}`);
const pull = async (tab, what, dx, dy) => {
  const from = await screen(tab, what);
  await drag(tab, from, { x: from.x + dx, y: from.y + dy });
};

async function shoulder(tab) {
  await tab.click('.chip:text-is("Side")');
  await choose(tab, 'shoulder');
  await pull(tab, 'animator.tabs.active.balls.wrist.position', 10, -40);
  await tab.getByText('With girdle', { exact: true }).click();
  await tab.waitForFunction(() => document.querySelector('progress').hidden, null, { timeout: 120000 });
}

async function figure(tab) {
  await choose(tab, 'figure');
  await tab.locator('.pose[aria-label="Kick"]').click();
  await tab.waitForTimeout(1500);
}

async function character(tab) {
  await choose(tab, 'character');
  await tab.waitForFunction(() => window.animator.context.cast.on !== null);
  await tab.evaluate(() => {
    const { model } = window.animator.context.cast.on;
    for (const [part, by] of [['rightHand', [0.25, 0.1, 0.3]], ['hips', [0.06, 0, -0.06]], ['leftFoot', [-0.1, 0.12, 0]]]) {
      model.take(part);
      model.dragTo(model.drag.start.position.map((x, i) => x + by[i]));
      for (let i = 0; i < 120; i++) model.advance(1 / 60);
      model.drop();
    }
  });
}

async function motion(tab) {
  await choose(tab, 'motion');
  await tab.waitForTimeout(1000);
  await tab.click('[aria-label="Play or pause"]');
  await tab.getByRole('radio', { name: 'Pick up' }).click();
  await tab.getByRole('slider', { name: 'Time in seconds' }).fill('2.6');
}

async function compare(tab) {
  await choose(tab, 'compare');
  await tab.evaluate(() => {
    for (let i = 0; i < 700; i++) window.animator.tabs.active.advance(1 / 60);
  });
  await tab.waitForTimeout(300);
  await tab.click('[aria-label="Play or pause"]');
}

async function hand(tab) {
  await choose(tab, 'hand');
  await tab.getByRole('slider', { name: 'Pinch an object of' }).fill('0.02');
}

async function track(tab) {
  await choose(tab, 'track');
  await tab.click('.segments [data-value=wheel]');
  await tab.waitForTimeout(2500);
  await tab.click('[aria-label="Play or pause"]');
}

if (which === '--all') {
  const ids = ['figure', 'character', 'motion', 'points', 'compare', 'arm', 'shoulder', 'hand', 'track', 'solvers', 'results'];
  for (const colorScheme of ['light', 'dark']) {
    for (const id of ids) {
      const act = (tab) => choose(tab, id);
      await take(`${id}-${colorScheme}`, act, { viewport: { width: 1440, height: 900 }, colorScheme });
      await take(`${id}-${colorScheme}-phone`, act, { ...phone, colorScheme });
    }
  }
} else {
  await take('figure', figure);
  await take('character', character);
  await take('motion', motion);
  await take('compare', compare);
  await take('arm', () => {});
  await take('shoulder', shoulder);
  await take('hand', hand);
  await take('track', track);
  await take('solvers', (tab) => choose(tab, 'solvers'));
  await take('dark', (tab) => tab.click('.chip:text-is("Overhead")'), { colorScheme: 'dark' });
}
await browser.close();
