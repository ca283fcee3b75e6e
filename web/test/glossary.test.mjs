// SPDX-License-Identifier: MIT
// Words of the field are explained where they stand, from the one list in docs/glossary.md.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { open, shared } from './browser.mjs';

const { browser, tab } = await shared();
const glossary = await readFile(new URL('../../docs/glossary.md', import.meta.url), 'utf8');
const meaning = (word) => new RegExp(`^\\| ${word} \\| ([^|]+?) \\|$`, 'm').exec(glossary)[1];
const box = tab.locator('#meaning');

test('pointed at, tabbed to: the meaning is that of the document; Esc and going on close it', async () => {
  await tab.click('#tab-arm');
  const word = tab.locator('.term[data-word="plane of elevation"]');
  await word.hover();
  assert.equal(await box.textContent(), meaning('plane of elevation'));
  assert.ok(await box.isVisible());
  await tab.mouse.move(300, 300);
  assert.equal(await box.isVisible(), false);
  await word.focus();
  assert.ok(await box.isVisible());
  await tab.keyboard.press('Escape');
  assert.equal(await box.isVisible(), false);
  await word.evaluate((element) => element.blur());
});

test('every panel: each word once, all with a meaning, never inside a button, and the boxes are in the page', async () => {
  const all = new Set();
  for (const id of await tab.evaluate(() => window.animator.tabs.ids)) {
    await tab.click(`#tab-${id}`);
    const words = await tab.locator('#panel .term').evaluateAll((list) => list.map((element) => element.dataset.word));
    assert.equal(new Set(words).size, words.length, id);
    for (const word of words) all.add(word);
    assert.equal(await tab.locator('#panel :is(button, a) .term').count(), 0, id);
    for (const term of (await tab.locator('#panel .term').all()).slice(0, 3)) {
      await term.focus();
      const text = await box.textContent();
      assert.ok(text.length > 8 && text !== 'undefined', `${id}: ${text}`);
      const { x, y, width, height } = await box.boundingBox();
      assert.ok(x >= 0 && y >= 0 && x + width <= 1000 && y + height <= 680, `${id}: ${x} ${y} ${width} ${height}`);
    }
  }
  for (const word of ['rhythm', 'pole', 'ccd', 'fabrik', 'pronation', 'isb']) assert.ok(all.has(word), `${word}: ${[...all]}`);
  await tab.click('#tab-shoulder');
  assert.ok((await tab.locator('#panel [title*="Girdle: clavicle"]').count()) > 0);
  await tab.click('#tab-arm');
});

test('a finger taps a word', async () => {
  const phone = await open(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  const word = phone.locator('.term').first();
  await word.scrollIntoViewIfNeeded();
  await word.tap();
  const found = await phone.locator('#meaning').boundingBox();
  assert.ok(found && found.x >= 0 && found.x + found.width <= 390);
  assert.deepEqual(phone.problems, []);
  await phone.context().close();
});

test('the time of a solve has a yardstick', async () => {
  await tab.click('#tab-arm');
  await tab.waitForFunction(() => document.getElementById('solve-yardstick').textContent.endsWith('in a frame'));
  const [time, count] = await tab.evaluate(() => [document.getElementById('solve-time').textContent, document.getElementById('solve-yardstick').textContent].map((text) => Number.parseFloat(text.replaceAll(',', ''))));
  assert.ok(Math.abs((time * count) / (1e6 / 60) - 1) < 0.06, `${time} ${count}`);
});
