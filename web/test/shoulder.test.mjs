// SPDX-License-Identifier: MIT
// Shoulder in a real browser: one arm, whether the panel is open or not; both of them with mirror; undo and links.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distance, drag, link, open, rest, screen, shared } from './browser.mjs';

const { browser, tab } = await shared();

const show = async (id, page = tab) => {
  await page.click(`#tab-${id}`);
  await rest(page);
};
const pull = async (name, dx, dy, page = tab) => {
  const from = await screen(page, `animator.tabs.active.balls.${name}.position`);
  await drag(page, from, { x: from.x + dx, y: from.y + dy }, { steps: 6 });
};
const mirror = ([x, ...others]) => [-x, ...others];
const numbers = (snapshot) => ['right', 'left'].flatMap((side) => [...snapshot[side].q, ...snapshot[side].target.position, ...snapshot[side].target.rotation, snapshot[side].wish]);

/** What is drawn of both limbs, in the scene, and what the model and the panel say of them. */
const state = (page = tab) =>
  page.evaluate(() => {
    const { model, view, tabs, history } = window.animator;
    const limb = (side) => {
      const { q, target, outcome } = model.arms[side];
      const skin = view.limbs[side];
      skin.group.updateWorldMatrix(true, true);
      const at = (object) => object.getWorldPosition(object.position.clone()).toArray();
      const bones = tabs.current === 'shoulder' ? tabs.active.state()[side] : null;
      return {
        q,
        target,
        outcome,
        swivel: model.swivelOf(model.arms[side]),
        drawn: { shoulder: skin.group.position.toArray(), elbow: at(skin.forearm), wrist: at(skin.hand), hand: skin.hand.quaternion.toArray() },
        outcomeHere: bones?.outcome,
        girdle: bones?.posture?.girdle,
        posture: bones?.posture,
        bend: bones?.bend,
      };
    };
    return {
      right: limb('right'),
      left: limb('left'),
      snapshot: JSON.parse(JSON.stringify(model.snapshot())),
      choices: JSON.parse(JSON.stringify(tabs.choices())),
      steps: history.past.length,
      verdict: document.querySelector('.verdict strong').textContent,
    };
  });
const preset = async (name, page = tab) => {
  await show('arm', page);
  await page.click(`.chip:text-is("${name}")`);
  await rest(page);
};

test('opened and closed, nothing has changed, to the last bit, and there is nothing to undo', async () => {
  for (const name of ['Reach', 'Overhead', 'Wave', 'Rest']) {
    await preset(name);
    const before = await state();
    await show('shoulder');
    await show('arm');
    const after = await state();
    assert.deepEqual(after.snapshot, before.snapshot, name);
    assert.deepEqual(after.choices, {}, name);
    assert.deepEqual(after.right.drawn, before.right.drawn, name);
    assert.equal(after.steps, before.steps, name);
  }
});

test('on opening, wrist and swivel stay where they are; clavicle, scapula and shoulder go with the arm', async () => {
  for (const side of ['right', 'left']) {
    await show('arm');
    await tab.click(`.segments [data-value=${side}]`);
    for (const name of ['Reach', 'Drink', 'Wave', 'Overhead', 'Side', 'Hip', 'Head']) {
      await preset(name);
      const before = (await state())[side];
      await show('shoulder');
      const after = (await state())[side];
      assert.equal(after.outcomeHere, 'reached', name);
      assert.ok(distance(after.drawn.wrist, before.drawn.wrist) < 1e-9, name);
      assert.ok(Math.abs(after.posture.swivel - before.swivel) < 1e-9, name);
      assert.ok(distance(after.drawn.hand, before.drawn.hand) < 1e-9, `${name}: the hand`);
      assert.ok(distance(after.drawn.shoulder, before.drawn.shoulder) > 0.01, name);
    }
    // Behind the back the girdle leaves the elbow less room: it goes elsewhere, so that the hand can stay.
    await preset('Back');
    const before = (await state())[side];
    await show('shoulder');
    const { [side]: after, verdict } = await state();
    assert.ok(distance(after.drawn.wrist, before.drawn.wrist) < 1e-9);
    assert.ok(distance(after.drawn.hand, before.drawn.hand) < 1e-9);
    assert.equal(verdict, 'Reached');
  }
  await show('arm');
  await tab.click('.segments [data-value=right]');
});

test('the wrist is dragged, clavicle and scapula go along; closing leaves the hand there', async () => {
  for (const [name, dx, dy] of [['Reach', -20, -60], ['Carry', 40, 30], ['Hip', -50, -20]]) {
    await preset(name);
    await show('shoulder');
    const before = await state();
    await pull('wrist', dx, dy);
    const after = await state();
    assert.equal(after.right.outcomeHere, 'reached', name);
    assert.ok(distance(after.right.drawn.wrist, before.right.drawn.wrist) > 0.03, name);
    assert.ok(distance(after.right.girdle, before.right.girdle) > 0.01, name);
    assert.ok(distance(after.right.bend, before.right.bend) < 1e-9, 'the hand goes along with the forearm');
    assert.equal(after.steps, before.steps + 1);
    await show('arm');
    const closed = await state();
    assert.equal(closed.right.outcome, 'reached', name);
    assert.ok(distance(closed.right.drawn.wrist, after.right.drawn.wrist) < 1e-4, name);
    assert.ok(distance(closed.right.drawn.hand, after.right.drawn.hand) < 1e-4, name);
    assert.deepEqual(closed.snapshot, after.snapshot, 'closing asks nothing');
    await tab.keyboard.press('Control+z');
    const undone = await state();
    assert.deepEqual(undone.snapshot, before.snapshot);
    assert.equal(await tab.evaluate(() => window.animator.tabs.current), 'shoulder', 'and it is seen where it was done');
  }
});

test('the elbow and the forearm are turned, the wrist stays, and the arm has it so', async () => {
  await preset('Reach');
  await show('shoulder');
  const before = await state();
  await pull('elbow', -25, -15);
  const turned = await state();
  assert.ok(Math.abs(turned.right.posture.swivel - before.right.posture.swivel) > 0.1);
  assert.ok(distance(turned.right.drawn.wrist, before.right.drawn.wrist) < 1e-9);
  assert.equal(turned.snapshot.settings.natural, false);
  await tab.getByRole('slider', { name: 'Pronation' }).fill('0.4');
  await rest(tab);
  const pronated = await state();
  assert.ok(Math.abs(pronated.right.bend[0] - 0.4) < 1e-9);
  assert.ok(distance(pronated.right.drawn.wrist, before.right.drawn.wrist) < 1e-9);
  await show('arm');
  const closed = await state();
  assert.equal(closed.right.outcome, 'reached');
  assert.ok(Math.abs(closed.right.swivel - turned.right.posture.swivel) < 1e-6);
  assert.ok(distance(closed.right.drawn.hand, pronated.right.drawn.hand) < 1e-6);
});

test('60 slow drags of the wrist: the elbow goes along, and does not jump', async () => {
  await preset('Reach');
  await show('shoulder');
  const speeds = await tab.evaluate(() => {
    const { model, tabs } = window.animator;
    const panel = tabs.active;
    let seed = 5;
    const next = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    let from = panel.balls.wrist.position.toArray();
    return Array.from({ length: 60 }, () => {
      const to = [0.05 + 0.5 * next(), 0.05 + 0.5 * next(), 0.9 + 0.9 * next()];
      const steps = Math.ceil(Math.hypot(...to.map((x, i) => x - from[i])) / (0.15 / 60));
      let [most, before] = [0, null];
      for (let i = 1; i <= steps; i++) {
        panel.balls.wrist.drag(from.map((x, k) => x + ((to[k] - x) * i) / steps));
        panel.advance(1 / 60);
        const { elbow } = panel.state()[model.settings.side];
        if (before) most = Math.max(most, 60 * Math.hypot(...elbow.map((x, k) => x - before[k])));
        before = elbow;
      }
      from = to;
      return most;
    }).sort((a, b) => b - a);
  });
  console.log(`elbow at most ${speeds.slice(0, 4).map((x) => x.toFixed(2)).join(', ')} m/s, median ${speeds[30].toFixed(2)}`);
  assert.ok(speeds[0] < 4 && speeds[3] < 1, `${speeds}`);
});

test('where only the girdle gets the hand, the arm says why not, and keeps what was asked', async () => {
  await preset('Overhead');
  await show('shoulder');
  // The shoulder at rest is 65 cm away: three more than the arm is long.
  const there = [0.185, 0.129, 2.051];
  await tab.evaluate((place) => {
    window.animator.tabs.active.balls.wrist.drag(place);
    window.animator.context.commit();
  }, there);
  await rest(tab);
  const reached = await state();
  assert.equal(reached.right.outcomeHere, 'reached');
  assert.ok(distance(reached.right.drawn.wrist, there) < 1e-9);
  await show('arm');
  const closed = await state();
  assert.notEqual(closed.right.outcome, 'reached');
  assert.notEqual(closed.verdict, 'Reached');
  await show('shoulder');
  const again = await state();
  assert.ok(distance(again.right.drawn.wrist, there) < 1e-9);
  assert.deepEqual(again.snapshot, reached.snapshot);
});

test('a wrist that the limb cannot have is said to be out of reach', async () => {
  await preset('Reach');
  await tab.evaluate(() => {
    const { model } = window.animator;
    model.setTarget({ position: [0.1, 0.9, 0.1], rotation: model.active.target.rotation });
  });
  await rest(tab);
  const before = await state();
  await show('shoulder');
  const after = await state();
  assert.equal(after.right.outcomeHere, 'out of reach');
  assert.equal(after.verdict, 'Out of reach');
  assert.deepEqual(after.snapshot, before.snapshot);
});

test('the shoulder has a handle of its own, and the hand holds fast', async () => {
  await preset('Carry');
  await show('shoulder');
  const before = await state();
  await pull('shoulder', 0, -25);
  const after = await state();
  assert.ok(after.right.drawn.shoulder[2] > before.right.drawn.shoulder[2] + 0.01);
  assert.ok(distance(after.right.drawn.wrist, before.right.drawn.wrist) < 1e-9);
  assert.ok(distance(after.right.drawn.hand, before.right.drawn.hand) < 1e-9);
  assert.deepEqual(after.snapshot, before.snapshot, 'nothing is asked of the arm');
  assert.equal(after.steps, before.steps + 1);
  await tab.getByText('Shoulder at rest').click();
  await rest(tab);
  assert.ok(distance((await state()).right.drawn.shoulder, before.right.drawn.shoulder) < 1e-3);
});

test('without the girdle it is the arm of the Arm panel, on its fixed point', async () => {
  await preset('Side');
  const before = await state();
  await show('shoulder');
  await tab.getByText('Girdle moves').click();
  await rest(tab);
  const fixed = await state();
  for (const [what, place] of Object.entries(before.right.drawn)) assert.ok(distance(fixed.right.drawn[what], place) < 1e-12, what);
  assert.equal(fixed.verdict, 'Reached');
  await pull('wrist', 30, 40);
  const after = await state();
  assert.equal(after.verdict, 'Reached');
  assert.ok(distance(after.right.drawn.wrist, before.right.drawn.wrist) > 0.03);
  assert.ok(distance(after.right.drawn.shoulder, before.right.drawn.shoulder) < 1e-12);
  await tab.getByText('Girdle moves').click();
  await rest(tab);
  const on = await state();
  assert.ok(distance(on.right.drawn.wrist, after.right.drawn.wrist) < 1e-9);
  assert.ok(distance(on.right.drawn.shoulder, after.right.drawn.shoulder) > 0.005);
});

test('limits chosen in Arm are those of the limb', async () => {
  await preset('Drink');
  await show('shoulder');
  const before = await state();
  await show('arm');
  // The elbow may bend less than it did.
  const most = before.right.posture.arm.flexion - 0.15;
  await tab.evaluate((upper) => window.animator.model.setRange(3, 0, upper), most);
  await rest(tab);
  await show('shoulder');
  const { right } = await state();
  assert.ok(right.outcomeHere !== 'reached' || right.posture.arm.flexion < most + 1e-6, String(right.posture.arm.flexion));
  assert.equal(before.right.outcomeHere, 'reached');
  await show('arm');
  await tab.getByText('Edit limits').click();
  await tab.getByText('Human limits').click();
  await rest(tab);
});

test('the other side: its girdle is drawn too, in the posture its arm has', async () => {
  await preset('Overhead');
  const before = await state();
  await show('shoulder');
  const after = await state();
  assert.equal(after.left.outcomeHere, 'reached');
  // Where it is asked for: near full extension the arm alone stays a little short.
  const asked = before.left.target.position.map((x, i) => x + before.left.drawn.shoulder[i]);
  assert.ok(distance(after.left.drawn.wrist, asked) < 1e-9);
  assert.ok(distance(after.left.girdle, after.right.girdle) > 0.2, 'one arm is raised, the other is not');
  const visible = await tab.evaluate(() => window.animator.stage.scene.children.filter((child) => child.visible && child.children.length === 2 && child.children[1].children.length === 3).length);
  assert.equal(visible, 2, 'two clavicles with their scapulas');
  await pull('wrist', 20, 30);
  const pulled = await state();
  assert.deepEqual(pulled.left.drawn, after.left.drawn);
});

test('mirror: both limbs move, each the image of the other', async () => {
  await preset('Carry');
  await show('shoulder');
  await tab.getByText('Mirror', { exact: true }).click();
  await rest(tab);
  const same = async (what) => {
    const { right, left } = await state();
    for (const place of ['shoulder', 'elbow', 'wrist']) assert.ok(distance(left.drawn[place], mirror(right.drawn[place])) < 1e-9, `${what}: ${place}`);
    assert.ok(distance(left.girdle, right.girdle) < 1e-9, what);
    assert.ok(distance(left.q, right.q) < 1e-9, what);
    return right;
  };
  const before = await same('switched on');
  await pull('wrist', 10, -40);
  const dragged = await same('dragged');
  assert.ok(distance(dragged.drawn.wrist, before.drawn.wrist) > 0.03);
  await pull('shoulder', 0, -20);
  const shrugged = await same('shrugged');
  assert.ok(shrugged.drawn.shoulder[2] > dragged.drawn.shoulder[2] + 0.005);
  await tab.getByRole('radio', { name: 'Left' }).click();
  await rest(tab);
  await pull('elbow', 15, -10);
  await same('by the left elbow');
  await show('arm');
  assert.equal(await tab.isChecked('.toggle:has-text("Mirror") input'), true);
  const { right, left } = await state();
  for (const place of ['elbow', 'wrist']) assert.ok(distance(left.drawn[place], mirror(right.drawn[place])) < 1e-9, place);
  await tab.getByText('Mirror', { exact: true }).click();
  await tab.getByRole('radio', { name: 'Right' }).click();
});

test('the girdle reaches further than the arm alone; the surfaces are part of undo', async () => {
  await show('shoulder');
  const means = [];
  const shown = () => tab.evaluate(() => window.animator.tabs.active.surfaces.map(({ mesh }) => mesh.visible));
  for (const name of ['With girdle', 'Without']) {
    await tab.getByText(name, { exact: true }).click();
    await tab.waitForFunction((i) => window.animator.tabs.active.surfaces[i].mesh.geometry.index, means.length);
    means.push(
      await tab.evaluate((i) => {
        const { array } = window.animator.tabs.active.surfaces[i].mesh.geometry.attributes.position;
        let sum = 0;
        for (let k = 0; k < array.length; k += 3) sum += Math.hypot(array[k], array[k + 1], array[k + 2]);
        return (3 * sum) / array.length;
      }, means.length),
    );
  }
  assert.ok(means[0] > means[1], `${means}`);
  await rest(tab);
  assert.deepEqual(await shown(), [true, true]);
  await tab.keyboard.press('Control+z');
  assert.deepEqual(await shown(), [true, false]);
  await show('arm');
  await tab.keyboard.press('Control+z');
  assert.deepEqual(await shown(), [false, false]);
  await tab.keyboard.press('Control+Shift+z');
  assert.deepEqual(await shown(), [true, false]);
  await tab.keyboard.press('Control+z');
});

test('a link brings back everything: wrist, elbow, shoulders, switches, surfaces', async () => {
  const first = await open(browser);
  await show('shoulder', first);
  await first.getByText('Mirror', { exact: true }).click();
  await pull('wrist', -20, -40, first);
  await pull('shoulder', 0, -15, first);
  await first.getByText('Mirror', { exact: true }).click();
  await pull('elbow', -20, -30, first);
  await pull('wrist', -10, -300, first);
  await first.getByText('With girdle', { exact: true }).click();
  await rest(first);
  const hash = await link(first);
  const before = await state(first);
  const other = await open(browser, { hash });
  await rest(other);
  const after = await state(other);
  assert.ok(distance(numbers(after.snapshot), numbers(before.snapshot)) < 1e-9);
  assert.deepEqual(after.snapshot.settings, before.snapshot.settings);
  assert.deepEqual(after.choices, before.choices);
  assert.deepEqual(await other.evaluate(() => window.animator.tabs.active.surfaces.map(({ mesh }) => mesh.visible)), [true, false]);
  for (const side of ['right', 'left'])
    for (const place of ['shoulder', 'elbow', 'wrist', 'hand']) assert.ok(distance(after[side].drawn[place], before[side].drawn[place]) < 1e-5, `${side} ${place}`);
  assert.deepEqual([...first.problems, ...other.problems], []);
  await first.context().close();
  await other.context().close();
});
