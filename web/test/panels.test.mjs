// SPDX-License-Identifier: MIT
// Hand, Solvers and Results in a real browser: each opened, its main action done, the module asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distance, drag, rest, screen, shared, turnView } from './browser.mjs';

const { tab } = await shared();
const panel = async (id) => {
  await tab.click(`#tab-${id}`);
  await tab.waitForFunction(() => !window.animator.stage.pending || window.animator.tabs.active.advance?.(0));
};
const dragBy = async (from, dx, dy) => {
  await tab.mouse.move(from.x, from.y);
  await tab.mouse.down();
  for (let i = 1; i <= 6; i++) await tab.mouse.move(from.x + (dx * i) / 6, from.y + (dy * i) / 6);
  await tab.mouse.up();
};

test('hand: a fingertip follows the pointer', async () => {
  await panel('hand');
  await rest(tab);
  const before = await tab.evaluate(() => window.animator.tabs.active.points()[1][3]);
  const from = await screen(tab, 'animator.tabs.active.balls[1].position');
  await dragBy(from, 6, 22);
  const after = await tab.evaluate(() => window.animator.tabs.active.points()[1][3]);
  assert.ok(distance(before, after) > 0.004);
  const drawn = await screen(tab, 'animator.tabs.active.balls[1].position');
  assert.ok(Math.hypot(drawn.x - from.x - 6, drawn.y - from.y - 22) < 2 || (await tab.textContent('.verdict strong')) === 'Out of reach');
});

test('hand: the left one too', async () => {
  await tab.getByRole('radio', { name: 'Left' }).click();
  await rest(tab);
  const from = await screen(tab, 'animator.tabs.active.balls[2].position');
  const ball = () => tab.evaluate(() => window.animator.tabs.active.balls[2].position.toArray());
  assert.ok((await ball())[0] < -0.2, 'on the figure’s left');
  await dragBy(from, -4, 18);
  const drawn = await screen(tab, 'animator.tabs.active.balls[2].position');
  assert.ok(Math.hypot(drawn.x - from.x + 4, drawn.y - from.y - 18) < 2 || (await tab.textContent('.verdict strong')) === 'Out of reach');
  await tab.getByRole('radio', { name: 'Right' }).click();
});

test('hand: with mirror on both are raised, the fingers of one the mirror image of the other’s', async () => {
  await tab.getByText('Mirror', { exact: true }).click();
  await rest(tab);
  const tips = () =>
    tab.evaluate(() => {
      const { view } = window.animator;
      return ['right', 'left'].map((side) => {
        const { bones, articulated, group } = view.limbs[side];
        group.updateWorldMatrix(true, true);
        return { articulated: articulated.visible, bones: bones.flat().map((bone) => bone.getWorldPosition(bone.position.clone()).toArray()) };
      });
    });
  const same = ([right, left]) => {
    assert.ok(right.articulated && left.articulated);
    right.bones.forEach(([x, y, z], i) => assert.ok(distance(left.bones[i], [-x, y, z]) < 1e-6, `bone ${i}`));
    assert.ok(right.bones[0][2] > 1.5, 'raised');
  };
  const before = await tips();
  same(before);
  await dragBy(await screen(tab, 'animator.tabs.active.balls[1].position'), 0, 8);
  await rest(tab);
  const after = await tips();
  same(after);
  assert.ok(distance(after[1].bones[5], before[1].bones[5]) > 0.002, 'the left index went along');
  await tab.getByRole('radio', { name: 'Left' }).click();
  await rest(tab);
  same(await tips());
  await tab.getByRole('radio', { name: 'Right' }).click();
  await tab.getByText('Mirror', { exact: true }).click();
  await rest(tab);
  const [right, left] = await tips();
  assert.ok(right.articulated && !left.articulated);
  assert.ok(left.bones[0][2] < 1.45, 'the left arm is where the model has it');
});

test('hand: pinch holds an object of its size, a fist closes', async () => {
  await tab.getByRole('slider', { name: 'Pinch an object of' }).fill('0.03');
  assert.equal(await tab.textContent('.verdict strong'), 'Held');
  const [thumb, index] = await tab.evaluate(() => window.animator.tabs.active.points().map((digit) => digit[3]));
  assert.ok(Math.abs(distance(thumb, index) - 0.03) < 1e-9);
  await tab.getByRole('radio', { name: 'Open' }).click();
  assert.equal(await tab.getByRole('radio', { name: 'Open' }).getAttribute('aria-checked'), 'true');
  const open = await tab.evaluate(() => window.animator.tabs.active.posture());
  await tab.getByRole('slider', { name: 'Close the fist' }).fill('1');
  const fist = await tab.evaluate(() => window.animator.tabs.active.posture());
  assert.ok(fist[6] > open[6]);
});

test('hand: the planar finger follows, slides, and counts van den Waardenburg’s steps', async () => {
  const canvas = tab.locator('canvas.finger');
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  await tab.mouse.move(box.x + box.width * 0.75, box.y + box.height * 0.6);
  const state = () => tab.evaluate(() => window.animator.tabs.active.planar.state());
  let now = await state();
  assert.equal(now.answer.outcome, 'reached');
  assert.ok(now.answer.tipError < 1e-12);
  assert.ok(Math.abs(now.q[2] - (2 / 3) * now.q[1]) < 1e-12);
  assert.ok(now.answer.newton.iterations > 0);
  const steps = now.answer.newton.iterations;
  await tab.getByRole('spinbutton', { name: 'Step size' }).fill('0.3');
  now = await state();
  assert.ok(now.answer.newton.iterations > steps);
  await tab.getByRole('radio', { name: 'Slide' }).click();
  now = await state();
  assert.ok(now.answer.parts.length > 0);
  const [a, b] = [[-0.01, -0.05], [0.07, -0.02]];
  const off = Math.abs((b[0] - a[0]) * (now.taken[1] - a[1]) - (b[1] - a[1]) * (now.taken[0] - a[0]));
  assert.ok(off < 1e-9, 'the tip stays on the object');
});

test('solvers: every chain, every path; ours and seven methods counted', async () => {
  await panel('solvers');
  for (const chain of ['planar3', 'arm6', 'torso8', 'puma560', 'little-finger', 'arm7']) {
    await tab.click(`.segments [data-value="${chain}"]`);
    const runs = await tab.evaluate(() => window.animator.tabs.active.runs().map(({ method, reached, iterations, evaluations }) => ({ method, reached, iterations, evaluations })));
    assert.equal(runs.length, 8);
    assert.equal(runs.find((run) => run.method === 'engine').reached, 24, chain);
    for (const run of runs.slice(1)) assert.ok(run.iterations > 0 && run.evaluations > run.iterations, JSON.stringify(run));
    assert.equal(runs.find((run) => run.method === 'bfgs').reached, 24, `${chain} ${JSON.stringify(runs)}`);
    assert.equal(await tab.locator('.results-table tbody tr').count(), 8);
  }
  await tab.click('.segments [data-value=drawn]');
  const box = await tab.locator('#scene').boundingBox();
  const middle = { x: box.x + box.width * 0.45, y: box.y + box.height * 0.4 };
  await tab.mouse.move(middle.x + 50, middle.y);
  await tab.mouse.down();
  for (let i = 1; i <= 24; i++) await tab.mouse.move(middle.x + 50 * Math.cos(i / 3.9), middle.y + 40 * Math.sin(i / 3.9));
  await tab.mouse.up();
  assert.equal(await tab.evaluate(() => window.animator.tabs.active.runs()[0].reached), 24);
  // A dot dragged with the view turned: the targets go along, out of the plane they were drawn in.
  const targets = () => tab.evaluate(() => window.animator.tabs.active.targets().map((target) => target.position));
  const flat = await targets();
  await turnView(tab, [0.1, 0.3, 1.05], [3, 1.4, 1.6]);
  const from = await screen(tab, 'animator.tabs.active.handles.place(6)');
  await drag(tab, from, { x: from.x + 40, y: from.y }, { steps: 5, settle: false });
  const bent = await targets();
  assert.ok(distance(bent[12], flat[12]) > 0.02, `${distance(bent[12], flat[12])}`);
  assert.ok(distance(bent[2], flat[2]) < 1e-3);
  assert.equal(await tab.evaluate(() => window.animator.tabs.active.runs()[0].reached), 24);
  await tab.click('.segments [data-value=jump]');
  await tab.click('[data-method=powell]');
  assert.match(await tab.textContent('.panel-body'), /Powell: joint angles over its iterations/);
});

test('results: the report is there, with its tables and figures', async () => {
  await panel('results');
  await tab.waitForSelector('.report h2');
  assert.ok((await tab.locator('.report pre').count()) >= 3);
  assert.ok((await tab.locator('.report img, .report svg').count()) >= 2);
  await panel('arm');
  assert.equal(await tab.isVisible('#scene'), true);
});
