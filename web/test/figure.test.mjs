// SPDX-License-Identifier: MIT
// Figure: the whole body in a real browser, taken hold of by its skin.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { distance, frames, launch, link, open, screen, turnView } from './browser.mjs';
import { hold } from './hold.mjs';
import { Random } from './random.mjs';

const browser = await launch();
const tab = await open(browser, { panel: 'figure' });
after(async () => {
  assert.deepEqual(tab.problems, []);
  await browser.close();
});

const still = (page = tab) => page.waitForFunction(() => !window.animator.stage.pending && !window.animator.context.figure.moving && !window.animator.context.figure.drag);
const pose = (part, page = tab) => page.evaluate((name) => window.animator.context.figure.pose(name), part);
const clickPose = async (name, page = tab) => {
  await page.locator(`.pose[aria-label="${name}"]`).click();
  await frames(page);
  await still(page);
};

/** Drags a part by so many pixels; what the model says before it is let go. */
async function pull(part, dx, dy, page = tab) {
  const from = await hold(page, part);
  assert.ok(from, `${part} can be taken hold of`);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= 8; i++) await page.mouse.move(from.x + (dx * i) / 8, from.y + (dy * i) / 8);
  await frames(page);
  const found = await page.evaluate(() => {
    const { figure } = window.animator.context;
    // As many frames as it takes for elbows to swing into place.
    for (let i = 0; i < 120; i++) figure.advance(1 / 60);
    return { part: figure.drag.part, wanted: figure.drag.position, start: figure.drag.start.position, now: figure.pose(figure.drag.part).position, miss: figure.miss };
  });
  await page.mouse.up();
  await still(page);
  return found;
}

test('opens on the whole body: drawn, dressed, with pictures of postures', async () => {
  await still();
  const fresh = await open(browser, { panel: null });
  assert.equal(await fresh.evaluate(() => window.animator.tabs.current), 'figure');
  await still(fresh);
  const seen = await fresh.evaluate(() => {
    const { stage, tabs } = window.animator;
    stage.draw();
    const gl = stage.renderer.getContext();
    const places = tabs.active.view.skin.places();
    const ratio = stage.canvas.width / stage.canvas.clientWidth;
    const V = stage.camera.position.constructor;
    const color = (joint) => {
      const { joints } = tabs.active.view.skin.shape;
      const { figure } = window.animator.context;
      const { x, y } = stage.toScreen(new V(...figure.pose(joint).position)).clone();
      const pixel = new Uint8Array(4);
      gl.readPixels(Math.round(x * ratio), stage.canvas.height - Math.round(y * ratio), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      return joints.length && places.length ? [...pixel.slice(0, 3)] : null;
    };
    return { head: color('head'), chest: color('chest') };
  });
  // The pictures come one by one, after the first of the body.
  await fresh.waitForSelector('.poses[data-drawn="14"]');
  const painted = await fresh.evaluate(() => [...document.querySelectorAll('.pose canvas')].map((canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.filter((x, i) => i % 4 === 3 && x > 200).length));
  assert.ok(seen.head[0] > seen.head[2] + 20, `the head is skin: ${seen.head}`);
  assert.ok(seen.chest[2] > seen.chest[0] + 10, `the chest is the suit: ${seen.chest}`);
  assert.equal(painted.length, 14);
  assert.ok(Math.min(...painted) > 300, `${painted}`);
  assert.deepEqual(fresh.problems, []);
  await fresh.context().close();
});

test('on a phone head and feet are seen beside what lies over the picture', async () => {
  const phone = await open(browser, { panel: 'figure', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await still(phone);
  const [head, foot] = [await screen(phone, 'new animator.stage.camera.position.constructor(0, 0, animator.context.figure.settings.stature)'), await screen(phone, 'new animator.stage.camera.position.constructor(0, 0.1, 0)')];
  const [views, readout] = [await phone.locator('#views').boundingBox(), await phone.locator('#readout').boundingBox()];
  assert.ok(head.y > views.y + views.height, `head at ${head.y}, views to ${views.y + views.height}`);
  assert.ok(foot.y < readout.y, `feet at ${foot.y}, words from ${readout.y}`);
  await phone.context().close();
});

test('every part can be taken hold of and goes where it is dragged; feet stay, and undo takes it back', async () => {
  const first = await tab.evaluate(() => Array.from(window.animator.context.figure.worlds));
  for (const [part, dx, dy] of [['rightHand', -60, -70], ['leftHand', 50, -90], ['head', 25, 18], ['upperChest', -18, 12], ['hips', 8, 30], ['rightFoot', -25, -30], ['leftFoot', 25, -20]]) {
    const { part: got, wanted, start, now } = await pull(part, dx, dy);
    assert.equal(got, part);
    assert.ok(distance(wanted, start) > 0.03, `${part} was dragged`);
    assert.ok(distance(wanted, now) < 1e-4, `${part}: ${distance(wanted, now)} m from where it was dragged`);
    for (const foot of ['rightFoot', 'leftFoot'])
      if (foot !== part) {
        // Heels may rise where ankles bend no further; the toes stand.
        const held = part === 'hips' ? foot.replace('Foot', 'Toes') : foot;
        const j = await tab.evaluate((name) => window.animator.context.figure.body.parts[name], held);
        const off = distance((await pose(held)).position, first.slice(7 * j, 7 * j + 3));
        assert.ok(off < (part === 'hips' ? 5e-3 : 1e-4), `${held} stays while the ${part} moves: ${off} m`);
      }
    await tab.keyboard.press('Control+z');
    await still();
    const back = await tab.evaluate(() => Array.from(window.animator.context.figure.worlds));
    assert.ok(Math.max(...back.map((x, i) => Math.abs(x - first[i]))) < 1e-3, `undo after the ${part}`);
  }
});

test('an elbow takes its hand along, a knee its foot', async () => {
  for (const [part, end, dx, dy] of [['rightLowerArm', 'rightHand', -50, -60], ['leftLowerLeg', 'leftFoot', -70, -40]]) {
    // A knee goes forward: seen from its side.
    if (part === 'leftLowerLeg') await turnView(tab, [0, 0, 0.9], [-4, 0.1, 1]);
    const before = [await pose(part), await pose(end)];
    const { wanted } = await pull(part, dx, dy);
    const now = [await pose(part), await pose(end)];
    assert.ok(distance(now[0].position, wanted) < 0.5 * distance(before[0].position, wanted), `${part} comes nearer`);
    assert.ok(distance(now[1].position, before[1].position) > 0.05, `${end} goes along`);
    await tab.keyboard.press('Control+z');
    await still();
  }
  await tab.evaluate(() => window.animator.stage.home());
  await still();
});

test('the wrist of a dragged hand is relaxed, unless its turn is kept', async () => {
  const bend = () => tab.evaluate(() => {
    const { figure } = window.animator.context;
    const [a, b] = ['rightLowerArm', 'rightHand'].map((part) => figure.pose(part).rotation);
    return 2 * Math.acos(Math.min(1, Math.abs(a.reduce((sum, x, i) => sum + x * b[i], 0))));
  });
  const before = await bend();
  await pull('rightHand', -70, -110);
  assert.ok(Math.abs((await bend()) - before) < 0.02, 'as it was against the forearm');
  await tab.getByText('Keep rotation', { exact: true }).click();
  const { rotation } = await pose('rightHand');
  await pull('rightHand', 20, 25);
  const after = (await pose('rightHand')).rotation;
  assert.ok(Math.abs(rotation.reduce((sum, x, i) => sum + x * after[i], 0)) > 1 - 1e-6, 'as it was in the world');
  await clickPose('Stand');
});

test('handles turn a hand, and the ring’s turn is kept', async () => {
  await tab.getByText('Handles', { exact: true }).click();
  await still();
  assert.ok(await tab.evaluate(() => window.animator.tabs.active.view.gizmo.group.visible));
  const before = await pose('rightHand');
  await tab.locator('#scene').focus();
  for (let i = 0; i < 5; i++) await tab.keyboard.press('Shift+ArrowUp');
  await still();
  const now = await pose('rightHand');
  assert.ok(distance(now.position, before.position) < 1e-3);
  assert.ok(Math.abs(now.rotation.reduce((sum, x, i) => sum + x * before.rotation[i], 0)) < Math.cos(0.1), 'turned by 0.3 radians');
  await tab.keyboard.press('ArrowUp');
  await still();
  assert.ok(Math.abs((await pose('rightHand')).position[2] - now.position[2] - 0.01) < 1e-4, 'a centimetre up');
  await tab.getByText('Handles', { exact: true }).click();
  await clickPose('Stand');
});

test('a pin holds a hand while the pelvis is dragged', async () => {
  await clickPose('Reach');
  await tab.locator('.chip[data-part=rightHand]').click();
  const before = await pose('rightHand');
  const { now, start } = await pull('hips', 0, 40);
  assert.ok(distance(now, start) > 0.05);
  assert.ok(distance((await pose('rightHand')).position, before.position) < 1e-4);
  await clickPose('Stand');
  assert.equal(await tab.locator('.chip[data-part=rightHand]').getAttribute('aria-pressed'), 'false');
});

test('nothing goes through the floor or the trunk', async () => {
  for (const part of ['rightHand', 'hips', 'leftFoot', 'head']) {
    await pull(part, 10, 500);
    const low = await tab.evaluate(() => {
      const { figure } = window.animator.context;
      return Math.min(...figure.shape.names.map((_, j) => figure.worlds[7 * j + 2]));
    });
    assert.ok(low > -0.012, `${part}: ${low} m`);
    await clickPose('Stand');
  }
  await pull('rightHand', 90, -70);
  const clear = await tab.evaluate(() => window.animator.context.figure.report.clearance?.right.distance ?? 0);
  assert.ok(clear > -0.03, `${clear} m`);
  await clickPose('Stand');
});

test('postures are blended into, at once for who wants less motion', async () => {
  const before = await pose('rightHand');
  await tab.evaluate(() => {
    window.heights = [];
    window.forget = window.animator.stage.onFrame(() => window.heights.push(window.animator.context.figure.pose('rightHand').position[2]));
  });
  await tab.locator('.pose[aria-label="Overhead"]').click();
  await frames(tab);
  await still();
  assert.ok((await pose('rightHand')).position[2] > 1.8);
  const between = await tab.evaluate(() => {
    window.forget();
    return window.heights.filter((z) => z < 1.7);
  });
  assert.ok(between.some((z) => z > before.position[2] + 0.01), `${between}`);
  const calm = await open(browser, { panel: 'figure', reducedMotion: 'reduce' });
  await still(calm);
  await calm.locator('.pose[aria-label="Overhead"]').click();
  await frames(calm);
  assert.ok((await pose('rightHand', calm)).position[2] > 1.8);
  await calm.context().close();
  await clickPose('Stand');
});

test('a link and a reload bring back posture, shape, rules and pins', async () => {
  await clickPose('Squat');
  await tab.getByRole('slider', { name: 'Stature' }).fill('1.9');
  await tab.getByRole('slider', { name: 'Woman to man' }).fill('1');
  await tab.getByText('Balance', { exact: true }).click();
  await tab.locator('.chip[data-part=head]').click();
  await still();
  const hash = await link(tab);
  assert.ok(hash.length < 900, `${hash.length} characters`);
  const other = await open(browser, { hash });
  await still(other);
  for (const part of ['head', 'rightHand', 'leftFoot', 'hips']) {
    const [a, b] = [await pose(part), await pose(part, other)];
    assert.ok(distance(a.position, b.position) < 1e-3, `${part}: ${distance(a.position, b.position)}`);
  }
  const settings = (page) => page.evaluate(() => [window.animator.context.figure.settings, [...window.animator.context.figure.pins.keys()].sort()]);
  assert.deepEqual(await settings(other), await settings(tab));
  assert.deepEqual(other.problems, []);
  await other.context().close();
  for (const broken of ['panel=figure&figure=9,-3,1,1,0,p.AAAA,pins,nobody,locks', 'panel=figure&figure=x', 'panel=figure&figure=1e999,NaN,,,,p.%%,pins']) {
    const odd = await open(browser, { hash: broken });
    await still(odd);
    assert.ok(await odd.evaluate(() => window.animator.context.figure.worlds.every(Number.isFinite)), broken);
    assert.deepEqual(odd.problems, [], broken);
    await odd.context().close();
  }
  await tab.getByRole('button', { name: 'Reset everything' }).click();
  await still();
  assert.equal(await tab.evaluate(() => window.animator.context.figure.settings.stature), 1.68);
});

test('mirrored, both hands go', async () => {
  await tab.keyboard.press('m');
  await pull('rightHand', -60, -120);
  const [right, left] = [await pose('rightHand'), await pose('leftHand')];
  assert.ok(distance(right.position, [-left.position[0], left.position[1], left.position[2]]) < 1e-4);
  await tab.keyboard.press('m');
  await clickPose('Stand');
});

test('random use leaves numbers, and no error', async () => {
  const numbers = new Random();
  const next = () => (numbers.next() + 1) / 2;
  const parts = ['rightHand', 'leftHand', 'head', 'hips', 'upperChest', 'rightFoot', 'leftFoot', 'rightLowerArm', 'leftLowerLeg'];
  const end = Date.now() + 8000;
  while (Date.now() < end) {
    const kind = next();
    if (kind < 0.6) {
      const from = await hold(tab, parts[Math.floor(next() * parts.length)]);
      if (!from) continue;
      await tab.mouse.move(from.x, from.y);
      await tab.mouse.down();
      for (let i = 0; i < 3; i++) await tab.mouse.move(from.x + 400 * (next() - 0.5), from.y + 400 * (next() - 0.5));
      await tab.mouse.up();
    } else if (kind < 0.8) await tab.locator('.pose').nth(Math.floor(next() * 14)).click();
    else if (kind < 0.9) await tab.locator('.panel-body .chip').nth(Math.floor(next() * 6)).click();
    else await tab.keyboard.press(['Control+z', 'm', 'p', 'Control+y'][Math.floor(next() * 4)]);
    assert.ok(await tab.evaluate(() => window.animator.context.figure.worlds.every(Number.isFinite)));
  }
});
