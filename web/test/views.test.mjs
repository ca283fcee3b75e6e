// SPDX-License-Identifier: MIT
// Looking from elsewhere, axes, steps, the camera in a link, and drags taken back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ball, distance, drag, frames, link, open, rest, screen, shared, state } from './browser.mjs';

const { browser, tab } = await shared();
const degree = Math.PI / 180;
const eye = (page = tab) =>
  page.evaluate(() => {
    const { stage } = window.animator;
    const way = stage.camera.position.clone().sub(stage.controls.target);
    return { way: way.clone().normalize().toArray(), away: way.length(), target: stage.controls.target.toArray(), isFlat: stage.isOrthographic };
  });
const isPressed = (name) => tab.locator('#views').getByRole('button', { name, exact: true }).getAttribute('aria-pressed');
/** Everything as at first. */
async function reset() {
  await tab.evaluate(() => {
    const { stage } = window.animator;
    stage.setOrthographic(false);
    stage.setHandling({ snaps: false, hasLocalAxes: false });
    stage.home();
  });
  await tab.click('#tab-arm');
  await tab.getByRole('button', { name: 'Reset everything' }).click();
  await rest(tab);
}

test('front, side and top by letters, by number pad and by buttons, in every panel', async () => {
  const ways = { front: [0, 1, 0], right: [1, 0, 0], top: [0, 0, 1], back: [0, -1, 0], left: [-1, 0, 0] };
  const keys = [['f', 'front'], ['r', 'right'], ['t', 'top'], ['Shift+F', 'back'], ['Shift+R', 'left'], ['Numpad1', 'front'], ['Numpad3', 'right'], ['Numpad7', 'top'], ['Control+Numpad1', 'back'], ['Control+Numpad3', 'left']];
  for (const panel of await tab.evaluate(() => window.animator.tabs.ids.filter((id) => id !== 'results'))) {
    await tab.click(`#tab-${panel}`);
    await tab.locator('#scene').focus();
    for (const [key, name] of panel === 'arm' ? keys : keys.slice(0, 3)) {
      await tab.keyboard.press(key);
      const { way, isFlat } = await eye();
      assert.ok(distance(way, ways[name]) < 1e-3 && isFlat, `${panel} ${key}: ${way}`);
    }
    assert.equal(await tab.evaluate(() => window.animator.tabs.current), panel);
  }
  await tab.click('#tab-arm');
  await tab.locator('#views').getByRole('button', { name: 'Side' }).click();
  assert.ok(distance((await eye()).way, ways.right) < 1e-3);
  assert.equal(await isPressed('Side'), 'true');
  await reset();
});

test('letters that are typed into a field, or with Ctrl, are not views', async () => {
  const before = await eye();
  await tab.getByRole('spinbutton', { name: 'Target, metres forward of the shoulder' }).focus();
  await tab.keyboard.press('f');
  await tab.keyboard.press('Numpad3');
  assert.deepEqual(await eye(), before);
  await reset();
});

test('without perspective the size stays, the wheel zooms, and turning leaves a straight view', async () => {
  const size = async () => {
    const [a, b] = [await screen(tab, 'animator.stage.controls.target'), await screen(tab, 'animator.stage.controls.target.clone().add({ x: 0, y: 0, z: 0.1 })')];
    return a.y - b.y;
  };
  await tab.locator('#scene').focus();
  const [before, far] = [await size(), (await eye()).away];
  await tab.keyboard.press('o');
  await frames(tab);
  assert.ok((await eye()).isFlat);
  assert.ok(Math.abs((await size()) / before - 1) < 0.03, `${await size()} ${before}`);
  const box = await tab.locator('#scene').boundingBox();
  await tab.mouse.move(box.x + 30, box.y + box.height - 90);
  await tab.mouse.wheel(0, -300);
  await tab.waitForFunction((away) => window.animator.stage.camera.position.distanceTo(window.animator.stage.controls.target) < 0.95 * away, far);
  assert.ok((await size()) > 1.04 * before);
  // A ball nearer to the eye is as large as one farther away.
  const pixel = await tab.evaluate(() => {
    const { stage, view } = window.animator;
    return [stage.pixelAt(view.gizmo.position), stage.pixelAt(stage.controls.target)];
  });
  assert.equal(pixel[0], pixel[1]);
  await tab.keyboard.press('Numpad5');
  assert.equal((await eye()).isFlat, false);
  await tab.keyboard.press('f');
  assert.equal(await isPressed('Front'), 'true');
  await drag(tab, { x: box.x + 30, y: box.y + box.height - 90 }, { x: box.x + 90, y: box.y + box.height - 110 });
  assert.equal((await eye()).isFlat, false);
  assert.equal(await isPressed('Front'), 'false');
  await reset();
});

test('what is grabbed in a straight view goes where the pointer goes', async () => {
  await tab.locator('#scene').focus();
  await tab.keyboard.press('f');
  await frames(tab);
  const before = await state(tab);
  const from = await screen(tab, ball);
  const pixel = await tab.evaluate(() => window.animator.stage.pixelAt(window.animator.view.gizmo.position));
  await drag(tab, from, { x: from.x + 30, y: from.y + 24 });
  const { target } = await state(tab);
  // Seen from the front its right is to the left.
  const expected = before.target.position.map((x, i) => x + [-30 * pixel, 0, -24 * pixel][i]);
  assert.ok(distance(target.position, expected) < 1e-6, `${target.position} ${expected}`);
  await reset();
});

test('snapping: whole centimetres and five degrees, by the button and by holding Ctrl', async () => {
  const moved = async (act) => {
    await reset();
    await tab.locator('#scene').focus();
    await tab.keyboard.press('f');
    await frames(tab);
    const before = await state(tab);
    await act();
    const after = await state(tab);
    return after.target.position.map((x, i) => x - before.target.position[i]);
  };
  const pullBall = async () => {
    const from = await screen(tab, ball);
    await drag(tab, from, { x: from.x + 33, y: from.y + 27 });
  };
  const isWhole = (x) => Math.abs(100 * x - Math.round(100 * x)) < 1e-6;
  const free = await moved(pullBall);
  assert.ok(!free.every(isWhole), `${free}`);
  const held = await moved(async () => {
    await tab.keyboard.down('Control');
    await pullBall();
    await tab.keyboard.up('Control');
  });
  assert.ok(held.every(isWhole) && distance(held, free) < 0.0075 && Math.hypot(...held) > 0.02, `${held}`);
  const pressed = await moved(async () => {
    await tab.keyboard.press('s');
    assert.equal(await isPressed('Snap'), 'true');
    await pullBall();
  });
  assert.deepEqual(pressed, held);
  // A ring, by what the model is asked for.
  await reset();
  const turns = await tab.evaluate(() => {
    const { view, stage } = window.animator;
    const ring = view.gizmo.parts.find(({ kind, axis }) => kind === 'ring' && axis.name === 'y');
    const point = view.gizmo.position.clone().add({ x: 0.1, y: 0, z: 0 });
    const at = (p, turn) => {
      const { x, y } = stage.toScreen(p).clone();
      return { x, y, ray: stage.rayAt(x, y).clone(), step: 0, turn };
    };
    const angles = [];
    for (const turn of [0, Math.PI / 36]) {
      const before = view.gizmo.rotation.clone();
      view.gizmo.down({ part: ring, point }, at(point, turn));
      view.gizmo.move(at(view.gizmo.position.clone().add({ x: 0.09, y: 0, z: 0.04 }), turn));
      angles.push(before.angleTo(view.gizmo.rotation));
      view.gizmo.up();
    }
    return angles;
  });
  const whole = turns[1] / (5 * degree);
  assert.ok(Math.abs(whole - Math.round(whole)) < 1e-6 && whole > 1, `${turns}`);
  assert.ok(Math.abs(turns[0] / (5 * degree) - Math.round(turns[0] / (5 * degree))) > 1e-3, `${turns}`);
  await reset();
});

test('arrows and rings have the world’s axes, or the hand’s', async () => {
  const axes = () => tab.evaluate(() => ({ arrows: window.animator.view.gizmo.straight.quaternion.toArray(), rings: window.animator.view.gizmo.turning.quaternion.toArray(), hand: window.animator.model.active.target.rotation }));
  await tab.click('.chip:text-is("Drink")');
  await rest(tab);
  const world = await axes();
  assert.deepEqual([world.arrows, world.rings], [[0, 0, 0, 1], [0, 0, 0, 1]]);
  await tab.locator('#scene').focus();
  await tab.keyboard.press('a');
  await frames(tab);
  assert.equal(await isPressed('Local'), 'true');
  const local = await axes();
  for (const list of [local.arrows, local.rings]) assert.ok(distance(list, local.hand) < 1e-12, `${list} ${local.hand}`);
  await reset();
});

test('the camera is in the link, chosen or straight, and a broken one is left out', async () => {
  await tab.evaluate(() => {
    const { stage } = window.animator;
    stage.lookFrom('right');
  });
  // Of this view, not of one before.
  const [hash, before] = [await link(tab), await eye()];
  assert.match(hash, /view=/);
  const other = await open(browser, { hash });
  const after = await eye(other);
  assert.ok(distance(after.way, before.way) < 1e-3 && distance(after.target, before.target) < 1e-3 && after.isFlat);
  await other.context().close();
  await reset();
  await tab.waitForFunction(() => !location.hash.includes('view='));
  const home = await eye();
  for (const view of ['1,2', 'a,b,c,d,e,f,g', '0,0,1,0,0,1,0', '0,0,1,1e9,0,1,0', 'NaN,0,1,1,1,1,0']) {
    await tab.evaluate((text) => (location.hash = `panel=arm&view=${text}`), view);
    await frames(tab);
    assert.ok(distance((await eye()).way, home.way) < 0.05, view);
  }
  await reset();
});

test('Esc in the middle of a drag: the posture it began with, in Figure too, and the pointer is free', async () => {
  await tab.click('#tab-figure');
  const still = () => tab.waitForFunction(() => !window.animator.stage.pending && !window.animator.context.figure.moving);
  await still();
  const worlds = () => tab.evaluate(() => Array.from(window.animator.context.figure.worlds));
  const before = await worlds();
  const from = await screen(tab, "animator.stage.controls.target.clone().fromArray(animator.context.figure.pose('rightHand').position)");
  await tab.mouse.move(from.x, from.y);
  await tab.mouse.down();
  await tab.waitForFunction(() => window.animator.context.figure.drag !== null);
  await tab.mouse.move(from.x - 60, from.y - 140, { steps: 6 });
  await tab.waitForFunction((z) => window.animator.context.figure.pose('rightHand').position[2] > z + 0.05, before[7 * (await tab.evaluate(() => window.animator.context.figure.body.parts.rightHand)) + 2]);
  const past = await tab.evaluate(() => window.animator.history.past.length);
  await tab.keyboard.press('Escape');
  await frames(tab);
  await still();
  assert.equal(await tab.evaluate(() => window.animator.pointer.dragged), null);
  await tab.mouse.move(from.x + 50, from.y - 30, { steps: 3 });
  await tab.mouse.up();
  await frames(tab);
  await still();
  const after = await worlds();
  assert.ok(Math.max(...after.map((x, i) => Math.abs(x - before[i]))) < 1e-5, `${Math.max(...after.map((x, i) => Math.abs(x - before[i])))}`);
  assert.equal(await tab.evaluate(() => window.animator.history.past.length), past);
  await tab.click('#tab-arm');
});
