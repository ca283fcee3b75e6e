// SPDX-License-Identifier: MIT
// A visitor who tries everything at random, in all panels: no error, and numbers stay numbers. 8 seconds, 60 with SWIVEL_TEST_ALL=1.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frames, shared } from './browser.mjs';
import { Random } from './random.mjs';

const { tab } = await shared();
const numbers = new Random();
const next = () => (numbers.next() + 1) / 2;
const pick = (list) => list[Math.floor(next() * list.length)];
const keys = ['f', 'r', 't', 'o', 'a', 's', 'm', 'n', 'p', 'h', 'Shift+F', 'Numpad1', 'Numpad5', 'Control+z', 'Control+Shift+z', 'ArrowUp', 'Shift+ArrowLeft', 'PageUp', 'Escape'];

const finite = () =>
  tab.evaluate(() => {
    const { model, stage, context } = window.animator;
    const all = [...Object.values(model.arms).flatMap(({ q, target, wish }) => [...q, ...target.position, ...target.rotation, wish]), ...context.figure.worlds, ...context.figure.locals, ...stage.camera.position.toArray(), ...stage.controls.target.toArray(), ...(window.animator.tabs.active.model?.worlds ?? [])];
    return all.every(Number.isFinite);
  });

/** Something to press or slide in the panel, by its number. */
const press = (choice, part) =>
  tab.evaluate(
    ([k, t]) => {
      const list = [...document.querySelectorAll('#panel button, #panel input[type=checkbox], #panel input[type=range], #panel input[type=number], #views button')].filter((one) => one.offsetParent !== null && !one.disabled);
      const one = list[Math.floor(k * list.length)];
      if (!one) return;
      if (one.type === 'range' || one.type === 'number') {
        const [low, high] = [Number(one.min || -90), Number(one.max || 90)];
        one.value = low + t * (high - low);
        for (const name of ['input', 'change']) one.dispatchEvent(new Event(name, { bubbles: true }));
      } else one.click();
    },
    [choice, part],
  );

test('random use of all panels: no error, no NaN', async () => {
  const seconds = process.env.SWIVEL_TEST_ALL ? 60 : 8;
  const ids = await tab.evaluate(() => window.animator.tabs.ids);
  const box = await tab.locator('#scene').boundingBox();
  const end = Date.now() + 1000 * seconds;
  let acts = 0;
  for (let visit = 0; Date.now() < end || visit < ids.length; visit++) {
    // Each of them once, then any.
    await tab.evaluate((id) => window.animator.tabs.open(id), visit < ids.length ? ids[visit] : pick(ids));
    // On a slow machine every panel is still visited once.
    const most = Date.now() < end ? 5 : 1;
    for (let i = 0; i < most; i++, acts++) {
      const kind = next();
      if (kind < 0.4) {
        const at = () => [box.x + box.width * (0.2 + 0.6 * next()), box.y + box.height * (0.15 + 0.75 * next())];
        await tab.mouse.move(...at());
        await tab.mouse.down();
        for (let k = 0; k < 3; k++) await tab.mouse.move(...at());
        if (next() < 0.2) await tab.keyboard.press('Escape');
        await tab.mouse.up();
      } else if (kind < 0.7) await press(next(), next());
      else if (kind < 0.75) await tab.mouse.wheel(0, 400 * (next() - 0.5));
      else await tab.keyboard.press(pick(keys));
      assert.ok(await finite(), `${await tab.evaluate(() => window.animator.tabs.current)} after ${acts}`);
    }
    await frames(tab);
    assert.deepEqual(tab.problems, []);
  }
  console.log(`${acts} acts, ${seconds} s`);
});
