// SPDX-License-Identifier: MIT
// The Track panel in a real browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drag, link, open, screen, shared, turnView } from './browser.mjs';

const { browser, tab } = await shared();
await tab.click('#tab-track');
const runs = () => tab.evaluate(() => window.animator.tabs.active.runs().map(({ method, drift, flips, boneSpeed, elbowSpeed, worst }) => ({ id: method.id, drift, flips: flips.length, boneSpeed, elbowSpeed, worst })));

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
  assert.ok(ours.boneSpeed < paper.boneSpeed / 2 && ours.elbowSpeed < paper.elbowSpeed / 2, JSON.stringify([ours, paper]));
});

test('behind the back and the eight: no flips, no drift', async () => {
  for (const id of ['back', 'eight']) {
    await tab.click(`.segments [data-value=${id}]`);
    const [ours] = await runs();
    assert.ok(ours.flips === 0 && ours.drift < 1e-3 && ours.worst < 1e-9, JSON.stringify(ours));
  }
});

test('on the wheel Tolani and Badler’s method flips, ours does not, and the flip is marked', async () => {
  await tab.click('.segments [data-value=wheel]');
  const [ours, paper] = await runs();
  assert.ok(ours.flips === 0 && ours.drift < 1e-3, JSON.stringify(ours));
  assert.ok(paper.flips > 0, JSON.stringify(paper));
  assert.match(await tab.locator('.card .numbers').nth(1).textContent(), /[1-9] flips?/);
});

test('it plays, and the slider goes to any time', async () => {
  const time = () => tab.evaluate(() => document.querySelector('[aria-label="Time in seconds"]').valueAsNumber);
  const before = await time();
  await tab.waitForFunction((t) => document.querySelector('[aria-label="Time in seconds"]').valueAsNumber > t + 0.05, before);
  await tab.getByRole('slider', { name: 'Time in seconds' }).fill('3');
  assert.equal(await time(), 3);
});

test('the left arm follows the mirror image, with mirror on both arms do', async () => {
  await tab.click('.segments [data-value=eight]');
  await tab.getByRole('slider', { name: 'Time in seconds' }).fill('1.25');
  const hands = () =>
    tab.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const { view, tabs } = window.animator;
      const wanted = tabs.active.path().at(1.25 / 4).position;
      return Object.fromEntries(
        ['right', 'left'].map((side) => {
          const [x, y, z] = view.limbs[side].hand.position.toArray();
          return [side, [(side === 'left' ? -x : x) - wanted[0], y - wanted[1], z - wanted[2]]];
        }),
      );
    });
  const off = async (side) => Math.hypot(...(await hands())[side]);
  assert.ok((await off('right')) < 1e-4 && (await off('left')) > 0.1);
  await tab.getByRole('radio', { name: 'Left' }).click();
  assert.ok((await off('left')) < 1e-4 && (await off('right')) > 0.1);
  await tab.keyboard.press('m');
  assert.ok((await off('left')) < 1e-4 && (await off('right')) < 1e-4);
  await tab.keyboard.press('m');
  assert.ok((await off('left')) < 1e-4 && (await off('right')) > 0.1);
  await tab.getByRole('radio', { name: 'Right' }).click();
});

test('a drawn path is followed', async () => {
  await tab.click('.segments [data-value=drawn]');
  // Around the shoulder's height, a hand's length before the figure, as wide as a head.
  const at = (i) => screen(tab, `animator.view.limbs.right.group.position.clone().add({ x: ${0.05 + 0.14 * Math.cos(i / 3.9)}, y: 0.38, z: ${-0.05 + 0.11 * Math.sin(i / 3.9)} })`);
  const first = await at(0);
  await tab.mouse.move(first.x, first.y);
  await tab.mouse.down();
  for (let i = 1; i <= 24; i++) {
    const { x, y } = await at(i);
    await tab.mouse.move(x, y);
  }
  await tab.mouse.up();
  const [ours] = await runs();
  assert.equal(await tab.getAttribute('.segments [data-value=drawn]', 'aria-checked'), 'true');
  assert.ok(ours.drift < 0.05 && ours.flips === 0, JSON.stringify(ours));
});

// How far the points are from one plane: the best of all those through their middle and two of them.
function thickness(points) {
  const middle = [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
  const rays = points.map((p) => p.map((x, k) => x - middle[k]));
  let least = Infinity;
  for (const [ax, ay, az] of rays)
    for (const [bx, by, bz] of rays) {
      const normal = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
      const length = Math.hypot(...normal);
      if (length > 1e-5) least = Math.min(least, Math.max(...rays.map((ray) => Math.abs(ray.reduce((sum, x, k) => sum + x * normal[k], 0)) / length)));
    }
  return least;
}

test('a dot of the drawn path, dragged with the view turned, bends it in depth', async () => {
  const points = () => tab.evaluate(() => window.animator.tabs.active.path().points);
  const flat = await points();
  assert.equal(flat.length, 12);
  assert.ok(thickness(flat) < 0.003, `drawn in a plane to ${thickness(flat)}`);
  const past = await tab.evaluate(() => window.animator.history.past.length);
  await tab.getByRole('button', { name: 'Play or pause' }).click();
  await turnView(tab, [0.06, 0.05, 1.2], [3.4, 1.2, 1.9]);
  const from = await screen(tab, 'animator.tabs.active.handles.place(3)');
  await drag(tab, from, { x: from.x + 55, y: from.y - 6 }, { steps: 6, settle: false });
  const bent = await points();
  const moved = bent.map((p, i) => Math.hypot(...p.map((x, k) => x - flat[i][k])));
  moved.forEach((way, i) => assert.ok(i === 3 ? way > 0.04 : way === 0, `dot ${i} moved ${way}`));
  assert.ok(thickness(bent) > 0.008, `in one plane to ${thickness(bent)}`);
  // The dot is where the pointer let go.
  const dot = await screen(tab, 'animator.tabs.active.handles.place(3)');
  assert.ok(Math.hypot(dot.x - from.x - 55, dot.y - from.y + 6) < 2 || Math.hypot(...bent[3]) > 0.599);
  const { worst, could } = await tab.evaluate(() => {
    const { swivel, tabs } = window.animator;
    const [ours] = tabs.active.runs();
    const arm = swivel.arm({ upper: 0.334, lower: 0.288 });
    let worst = 0;
    let could = 0;
    ours.postures.forEach((posture, i) => {
      const wanted = tabs.active.path().at((i / 240) % 1);
      // Where every limit holds, and out of where the elbow softens.
      if (arm.feasible(wanted).length === 0 || Math.hypot(...wanted.position) > 0.59) return;
      could++;
      const { position } = arm.forward(posture).end;
      worst = Math.max(worst, Math.hypot(...position.map((x, k) => x - wanted.position[k])));
    });
    arm.free();
    return { worst, could };
  });
  assert.ok(could > 200, `${could} of 481 places can be reached`);
  assert.ok(worst < 1e-9, `${worst} m off the path`);
  assert.equal(await tab.evaluate(() => window.animator.history.past.length), past + 1);
  const hash = await link(tab);
  await tab.keyboard.press('Control+z');
  assert.deepEqual(await points(), flat);
  await tab.keyboard.press('Control+Shift+z');
  assert.deepEqual(await points(), bent);
  const other = await open(browser, { hash });
  assert.deepEqual(await other.evaluate(() => window.animator.tabs.active.path().points), bent);
  await other.context().close();
});

test('a link with more points than a path has now still opens', async () => {
  const list = Array.from({ length: 48 }, (_, i) => [100 + 80 * Math.cos(i / 7.64), 380, 90 * Math.sin(i / 7.64)].map(Math.round)).flat();
  const other = await open(browser, { hash: `panel=track&track=drawn,${list}` });
  const points = await other.evaluate(() => window.animator.tabs.active.path().points);
  assert.equal(points.length, 12);
  assert.deepEqual(points[1], list.slice(12, 15).map((x) => x / 1000));
  assert.deepEqual(other.problems, []);
  await other.context().close();
});
