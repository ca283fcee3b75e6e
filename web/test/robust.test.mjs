// SPDX-License-Identifier: MIT
// What visitors ran into: absurd numbers, far targets, fingers, small pictures, people who want less motion or more contrast.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ball, distance, frames, open, page, rest, screen, shared, state } from './browser.mjs';

const { browser, tab } = await shared();
const camera = () => tab.evaluate(() => window.animator.stage.camera.position.toArray());
const field = tab.getByRole('spinbutton', { name: 'Target, metres forward of the shoulder' });

test('absurd numbers in a field are refused, and do not stay on show', async () => {
  const [before, eye] = [await state(tab), await camera()];
  for (const text of ['50', '1e308', '-9e99', '']) {
    await field.fill(text);
    await field.press('Enter');
    await rest(tab);
    assert.equal(await field.inputValue(), before.target.position[1].toFixed(3), text);
    assert.deepEqual((await state(tab)).target, before.target);
    assert.deepEqual(await camera(), eye);
  }
  const elbow = tab.getByRole('spinbutton', { name: 'Elbow flexion in degrees' });
  await elbow.fill('1e300');
  await elbow.press('Enter');
  await rest(tab);
  assert.ok(Number(await elbow.inputValue()) < 170, await elbow.inputValue());
});

test('a target far away is brought near, by hand and by link, and the camera stays with the figure', async () => {
  await tab.evaluate(() => window.animator.model.setTarget({ position: [1e300, -3, 40], rotation: [0, 0, 0, 1] }));
  await rest(tab);
  assert.ok(Math.hypot(...(await state(tab)).target.position) < 1.2001);
  await tab.evaluate(() => window.animator.model.setTarget({ position: [Number.NaN, 0, 0], rotation: [0, 0, 0, 1] }));
  assert.ok((await state(tab)).target.position.every(Number.isFinite));
  const other = await open(browser, { hash: 'right=0,0.3,0,0.5,0,0,0&right-target=1e300,0,0,0,0,0,1' });
  await rest(other);
  const { target, eye } = await other.evaluate(() => ({ target: window.animator.model.arms.right.target.position, eye: window.animator.stage.camera.position.toArray() }));
  assert.ok(Math.hypot(...target) < 1.2001 && Math.hypot(...eye) < 8, `${target} ${eye}`);
  assert.deepEqual(other.problems, []);
  await other.context().close();
});

test('the hand of a link that is opened is in the picture', async () => {
  // Straight up, on a picture that looks at the upper body only.
  const other = await open(browser, { viewport: { width: 700, height: 420 }, hash: 'right=1.5,3,0,0.3,0,0,0' });
  await rest(other);
  await other.waitForFunction(() => !window.animator.stage.pan);
  const [at, box] = [await screen(other, ball), await other.locator('#scene').boundingBox()];
  assert.ok(at.x > box.x && at.x < box.x + box.width && at.y > box.y && at.y < box.y + box.height, `${at.x} ${at.y}`);
  await other.context().close();
});

test('Esc cancels a drag, closes the hint, puts the pen down', async () => {
  await tab.click('.chip:text-is("Desk")');
  await rest(tab);
  const before = await state(tab);
  const past = await tab.evaluate(() => window.animator.history.past.length);
  const from = await screen(tab, ball);
  await tab.mouse.move(from.x, from.y);
  await tab.mouse.down();
  await tab.mouse.move(from.x + 30, from.y - 40, { steps: 5 });
  assert.ok(distance((await state(tab)).hand.position, before.hand.position) > 0.03);
  await tab.keyboard.press('Escape');
  await tab.mouse.move(from.x + 60, from.y - 60);
  await tab.mouse.up();
  await rest(tab);
  const after = await state(tab);
  assert.deepEqual([after.q, after.target], [before.q, before.target]);
  assert.equal(await tab.evaluate(() => window.animator.history.past.length), past);
  await tab.getByRole('button', { name: 'Show the hints' }).click();
  assert.ok(await tab.isVisible('#hint'));
  await tab.keyboard.press('Escape');
  assert.equal(await tab.isVisible('#hint'), false);
  await tab.click('#tab-track');
  await tab.click('.segments [data-value=drawn]');
  await tab.keyboard.press('Escape');
  assert.equal(await tab.getAttribute('.segments [data-value=pole]', 'aria-checked'), 'true');
  await tab.click('#tab-arm');
});

test('fingers: ball and arrows are at least 44 pixels wide, and the hint does not hide the figure', async () => {
  const phone = await open(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, hint: true });
  const [box, figure] = [await phone.locator('#hint').boundingBox(), await phone.locator('#scene').boundingBox()];
  assert.ok(box.y >= figure.y + 0.8 * figure.height, `${box.y} ${figure.height}`);
  await phone.click('#hint .primary');
  const grabbed = await phone.evaluate(() => {
    const { stage, view, pointer } = window.animator;
    const { x, y } = stage.toScreen(view.gizmo.position).clone();
    const canvas = stage.canvas.getBoundingClientRect();
    return [0, 1, 2, 3, 4, 5, 6, 7].map((k) => {
      const [dx, dy] = [21 * Math.cos((k * Math.PI) / 4), 21 * Math.sin((k * Math.PI) / 4)];
      const at = pointer.at({ clientX: canvas.left + x + dx, clientY: canvas.top + y + dy, pointerType: 'touch' });
      return view.gizmo.pick(at)?.part.kind;
    });
  });
  assert.deepEqual(grabbed, Array(8).fill('ball'));
  await phone.context().close();
});

test('who wants less motion gets it', async () => {
  const still = await open(browser, { reducedMotion: 'reduce', hash: 'panel=track' });
  const time = () => still.evaluate(() => document.querySelector('[aria-label="Time in seconds"]').valueAsNumber);
  const first = await time();
  for (let i = 0; i < 4; i++) await frames(still);
  assert.equal(await time(), first);
  await still.getByRole('button', { name: 'Play or pause' }).click();
  await still.waitForFunction((t) => document.querySelector('[aria-label="Time in seconds"]').valueAsNumber > t, first);
  await still.context().close();
});

test('colored figures have the contrast of text', async () => {
  for (const theme of ['light', 'dark']) {
    const themed = await open(browser, { colorScheme: theme });
    const ratios = await themed.evaluate(() => {
      const pen = document.createElement('canvas').getContext('2d');
      const luminance = (name) => {
        pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
        pen.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((x) => x / 255).map((x) => (x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      return ['--green', '--red', '--soft-ink'].flatMap((ink) =>
        ['--card', '--field'].map((ground) => {
          const [dark, light] = [luminance(ink), luminance(ground)].sort((a, b) => a - b);
          return (light + 0.05) / (dark + 0.05);
        }),
      );
    });
    assert.ok(ratios.every((ratio) => ratio >= 4.5), `${theme}: ${ratios.map((r) => r.toFixed(2))}`);
    await themed.context().close();
  }
});

test('what Solvers calls its error has rotation in it', async () => {
  await tab.click('#tab-solvers');
  const wrong = await tab.evaluate(() => window.animator.tabs.active.runs().flatMap(({ error, results }) => results.filter((r) => Math.max(r.positionError, r.rotationError) > error)).length);
  assert.equal(wrong, 0);
  await tab.click('#tab-arm');
});

test('the page is served where it was before, and elsewhere if that is taken', async () => {
  const serve = fileURLToPath(new URL('../serve.mjs', import.meta.url));
  const start = () => spawn(process.execPath, [serve, page], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' } });
  const address = (server) => new Promise((resolve) => server.stdout.on('data', (text) => resolve(String(text).match(/http:\S+/)[0])));
  const gone = (server) => {
    const left = new Promise((resolve) => server.on('exit', resolve));
    server.kill('SIGINT');
    return left;
  };
  const one = start();
  const first = await address(one);
  const two = start();
  const second = await address(two);
  assert.notEqual(first, second);
  await Promise.all([gone(one), gone(two)]);
  const three = start();
  // Another program may have the usual port; then there is nothing to compare.
  if (first.includes(':7790/')) assert.equal(await address(three), first);
  await gone(three);
});

test('on the smallest phone nothing is cut, and fingers have 40 pixels', async () => {
  const small = await open(browser, { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, panel: 'figure' });
  for (const id of ['figure', 'character', 'motion', 'points', 'compare', 'arm', 'hand']) {
    await small.evaluate((panel) => window.animator.tabs.open(panel), id);
    await frames(small);
    const found = await small.evaluate(() => {
      const boxes = [...document.querySelectorAll('header button, #tabs button, #panel .chip, #panel .segments button, #panel .toggle, #panel input[type=range], #views button, #readout')]
        .map((element) => ({ what: `${element.tagName} ${element.id} ${element.className} ${element.textContent.slice(0, 20)}`, box: element.getBoundingClientRect(), isTarget: element.id !== 'readout' }))
        .filter(({ box }) => box.width > 0);
      return {
        cut: boxes.filter(({ box }) => box.left < -0.5 || box.right > 320.5).map(({ what }) => what),
        low: boxes.filter(({ box, isTarget }) => isTarget && box.height < 39.5).map(({ what, box }) => `${what} ${box.height}`),
        wide: document.documentElement.scrollWidth,
      };
    });
    assert.deepEqual(found, { cut: [], low: [], wide: 320 }, id);
  }
  assert.deepEqual(small.problems, []);
  await small.context().close();
});
