// SPDX-License-Identifier: MIT
// A real Chromium for the tests, drawing in software, and the page in it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const page = fileURLToPath(new URL('../../build/web/animator.html', import.meta.url));
const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);

export function launch() {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--enable-unsafe-swiftshader',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

/** The page, ready, at a panel, with whatever went wrong in `problems` and what it asked the network for in `requests`. */
export async function open(browser, { url = `file://${page}`, hash = '', panel = hash ? null : 'arm', hint = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 680 }, ...options });
  const tab = await context.newPage();
  tab.problems = [];
  tab.requests = [];
  tab.on('console', (message) => {
    // Without a graphics card the browser reads the picture back to put the page together, and complains of it itself.
    const isItsOwn = message.text().includes('GPU stall due to ReadPixels');
    if (['error', 'warning'].includes(message.type()) && !isItsOwn) tab.problems.push(message.text());
  });
  tab.on('pageerror', (error) => tab.problems.push(error.message));
  tab.on('request', (request) => tab.requests.push(request.url()));
  // At a panel from the start, so that the first one's pictures are not drawn for nothing; the hint comes to who has no link.
  const at = hash || (panel && !hint ? `panel=${panel}` : '');
  await tab.goto(url + (at ? `#${at}` : ''));
  await tab.waitForSelector('body[data-ready]');
  if (!hint && (await tab.isVisible('#hint'))) await tab.click('#hint .primary');
  if (panel) await tab.click(`#tab-${panel}`);
  return tab;
}

/** A page for all tests of a file; after the last of them nothing may have gone wrong in it. */
export async function shared() {
  const browser = await launch();
  const tab = await open(browser);
  after(async () => {
    assert.deepEqual(tab.problems, []);
    await browser.close();
  });
  return { browser, tab };
}

/** Waits until the arms have come to rest and the frame that shows it is drawn. */
export async function rest(tab) {
  await tab.waitForFunction(() => {
    const { model, stage } = window.animator;
    return !stage.pending && !model.arms.right.moving && !model.arms.left.moving;
  });
}

/** Where a point of the scene is on the page. */
export function screen(tab, expression) {
  return tab.evaluate((text) => {
    const { stage } = window.animator;
    const point = new Function('animator', `return ${text}`)(window.animator);
    const { x, y } = stage.toScreen(point).clone();
    const box = stage.canvas.getBoundingClientRect();
    return { x: x + box.left, y: y + box.top };
  }, expression);
}

/** Drag with the mouse in small steps; `each` is asked after every one. */
export async function drag(tab, from, to, { steps = 12, each, settle = true } = {}) {
  await tab.mouse.move(from.x, from.y);
  await tab.mouse.down();
  for (let i = 1; i <= steps; i++) {
    await tab.mouse.move(from.x + ((to.x - from.x) * i) / steps, from.y + ((to.y - from.y) * i) / steps);
    if (each) await each(i);
  }
  await tab.mouse.up();
  // Where something plays there is no rest.
  if (settle) await rest(tab);
  else await frames(tab);
}

/** Waits for two frames: a commit is done in the next. */
export const frames = (tab) => tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** The link of what the page shows, once its address has it. */
export async function link(tab) {
  await tab.waitForFunction(() => location.hash === window.animator.address());
  return tab.evaluate(() => location.hash.slice(1));
}

/** Look at a place of the scene from another, as orbiting there would. */
export async function turnView(tab, at, from) {
  await tab.evaluate(([to, eye]) => window.animator.stage.look(to, eye), [at, from]);
  await frames(tab);
}

/** What the model says of the active arm: angles, the hand by forward kinematics, the target, whether limits hold. */
export function state(tab) {
  return tab.evaluate(() => {
    const { model } = window.animator;
    const arm = model.active;
    const { end: hand, elbow } = arm.hard.forward(arm.posture);
    return {
      q: arm.q,
      hand,
      elbow,
      target: arm.target,
      outcome: arm.outcome,
      swivel: model.swivelOf(arm),
      inside: model.broken(arm.posture).length === 0,
      residual: model.residual(),
      settings: { ...model.settings },
    };
  });
}

export const distance = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
export const ball = 'animator.view.gizmo.position';

/** Of some points of the scene, the place on the page of the first that a handle gets: what covers it is in front. */
export async function free(tab, find) {
  const found = await tab.evaluate((text) => {
    const { stage, pointer } = window.animator;
    const [wanted, points] = new Function(`return (${text})()`)();
    const box = stage.canvas.getBoundingClientRect();
    for (const point of points) {
      const { x, y } = stage.toScreen(point).clone();
      const at = pointer.at({ clientX: x + box.left, clientY: y + box.top, pointerType: 'mouse' });
      const first = pointer.handles.find((handle) => handle.pick(at));
      if (first === wanted) return { x: x + box.left, y: y + box.top };
    }
    return null;
  }, String(find));
  if (!found) throw new Error('every place is covered');
  return found;
}
