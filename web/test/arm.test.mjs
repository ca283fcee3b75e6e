// SPDX-License-Identifier: MIT
// The Arm panel in a real browser: what is dragged, pressed or typed is what the arm does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ball, distance, drag, frames, free, open, rest, screen, shared, state } from './browser.mjs';

const { browser, tab } = await shared();
const reset = async () => {
  await tab.click('[aria-label="Reset everything"]');
  await rest(tab);
};
const posture = async (name) => {
  await tab.click(`.chip:text-is("${name}")`);
  await rest(tab);
};

test('the ball takes the hand with it, in the module and in the picture', async () => {
  await reset();
  const before = await state(tab);
  const from = await screen(tab, ball);
  const pictureBefore = await tab.screenshot();
  const to = { x: from.x + 40, y: from.y - 60 };
  await drag(tab, from, to);
  const after = await state(tab);
  assert.ok(distance(after.target.position, before.target.position) > 0.08);
  assert.equal(after.outcome, 'reached');
  assert.ok(distance(after.hand.position, after.target.position) < 1e-4);
  assert.ok(after.inside);
  // The drawn hand is where the pointer let go, to a pixel, and the picture has changed.
  const drawn = await screen(tab, "animator.view.limbs.right.hand.getWorldPosition(animator.stage.camera.position.clone())");
  assert.ok(Math.hypot(drawn.x - to.x, drawn.y - to.y) < 1, `drawn ${drawn.x} ${drawn.y}`);
  assert.notDeepEqual(pictureBefore, await tab.screenshot());
});

test('an arrow moves the hand along its axis by what the pointer says', async () => {
  await reset();
  const before = await state(tab);
  const from = await screen(tab, `${ball}.clone().add({ x: 0, y: 0, z: 0.45 * animator.view.gizmo.group.scale.x })`);
  const to = await screen(tab, `${ball}.clone().add({ x: 0, y: 0, z: 0.45 * animator.view.gizmo.group.scale.x + 0.1 })`);
  await drag(tab, from, to);
  const after = await state(tab);
  const moved = after.hand.position.map((x, i) => x - before.hand.position[i]);
  assert.ok(distance(moved, [0, 0, 0.1]) < 1e-4 + 2e-3, `moved ${moved}`);
  assert.ok(Math.abs(after.target.position[0] - before.target.position[0]) < 1e-12);
  assert.ok(distance(after.hand.position, after.target.position) < 1e-4);
});

test('a ring turns the hand and leaves its place', async () => {
  await reset();
  const before = await state(tab);
  // A place of the ring about the hand's z that nothing covers, and one a little further round.
  const angles = Array.from({ length: 40 }, (_, i) => (Math.PI * i) / 20);
  const place = (angle) => `animator.view.gizmo.turning.localToWorld(${ball}.clone().set(0.86 * Math.cos(${angle}), 0.86 * Math.sin(${angle}), 0))`;
  let from = null;
  for (const angle of angles) {
    const at = await screen(tab, place(angle));
    const isFree = await tab.evaluate(({ x, y }) => {
      const { pointer, view } = window.animator;
      const spot = pointer.at({ clientX: x, clientY: y, pointerType: 'mouse' });
      const found = pointer.handles.find((handle) => handle.pick(spot));
      const { part } = (found === view.gizmo && view.gizmo.pick(spot)) || {};
      return part?.kind === 'ring' && part.axis.name === 'z';
    }, at);
    if (isFree) {
      from = { at, angle };
      break;
    }
  }
  await drag(tab, from.at, await screen(tab, place(from.angle + 0.25)));
  const after = await state(tab);
  const rotated = 2 * Math.acos(Math.min(1, Math.abs(after.target.rotation.reduce((sum, x, i) => sum + x * before.target.rotation[i], 0))));
  assert.ok(rotated > 0.1 && rotated < 0.5, `turned ${rotated}`);
  assert.ok(distance(after.target.position, before.target.position) < 1e-12);
  assert.ok(after.residual.rotation < 1e-4 || after.outcome === 'limited');
});

test('sliders and gizmo agree both ways', async () => {
  await reset();
  const slider = tab.getByRole('slider', { name: 'Elbow flexion' });
  await slider.fill('100');
  await rest(tab);
  let now = await state(tab);
  assert.ok(Math.abs((now.q[3] * 180) / Math.PI - 100) < 1e-9);
  assert.ok(distance(now.target.position, now.hand.position) < 1e-12);
  const gizmo = await tab.evaluate(() => window.animator.view.gizmo.position.toArray());
  const shoulder = [0.185, -0.005, 1.415];
  assert.ok(distance(gizmo, now.hand.position.map((x, i) => x + shoulder[i])) < 1e-9);
  const from = await screen(tab, ball);
  await drag(tab, from, { x: from.x + 25, y: from.y + 30 });
  now = await state(tab);
  const shown = await tab.evaluate(() => [...document.querySelectorAll('.joint input[type=range]')].map((input) => (input.valueAsNumber * Math.PI) / 180));
  shown.forEach((angle, i) => assert.ok(Math.abs(angle - now.q[i]) < 1e-6, `joint ${i}`));
});

test('the elbow handle stays on feasible arcs, the hand stays where it is', async () => {
  await reset();
  const before = await state(tab);
  const from = await screen(tab, 'animator.view.circle.handle.position');
  const center = await screen(tab, 'animator.view.circle.center');
  await tab.mouse.move(from.x, from.y);
  await tab.mouse.down();
  let swept = 0;
  for (let i = 0; i <= 36; i++) {
    const angle = (2 * Math.PI * i) / 36;
    await tab.mouse.move(center.x + 110 * Math.cos(angle), center.y + 90 * Math.sin(angle));
    await frames(tab);
    const now = await state(tab);
    assert.ok(now.inside, `step ${i}: ${now.q}`);
    assert.ok(now.residual.position < 1e-9 && now.residual.rotation < 1e-9);
    swept = Math.max(swept, Math.abs(now.swivel - before.swivel));
  }
  await tab.mouse.up();
  assert.ok(swept > 0.5, `swept ${swept}`);
  assert.equal((await state(tab)).settings.natural, false);
});

test('a red arc says which limit, and by how much', async () => {
  await reset();
  // A place of the red arc that nothing else covers.
  const at = await free(tab, () => {
    const { view, model } = window.animator;
    const red = [];
    for (let s = -3.1; s < 3.1; s += 0.1) if (model.reasons(s).length > 0) red.push(view.circle.at(s));
    return [view.circle, red];
  });
  await tab.mouse.move(at.x, at.y);
  await tab.waitForSelector('#tip:not([hidden])');
  assert.match(await tab.textContent('#tip'), /would be \d+(\.\d)?° outside its limit/);
  await tab.mouse.move(20, 600);
});

test('over the pole and to full extension the elbow never jumps, but where no posture near it keeps the limits', async () => {
  await posture('Overhead');
  const result = await tab.evaluate(() => {
    const { model } = window.animator;
    const arm = model.active;
    const { rotation } = arm.target;
    const away = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
    let worst = 0;
    let forced = 0;
    const walk = (points) => {
      let last = arm.hard.forward(arm.posture);
      for (const point of points) {
        const swivel = model.swivelOf(arm);
        model.setTarget({ position: point, rotation });
        model.advance(1 / 60);
        const now = arm.hard.forward(arm.posture);
        const isForced = !arm.hard.feasible(arm.target).some(([from, to]) => swivel > from - 0.05 && swivel < to + 0.05);
        if (isForced) forced++;
        else worst = Math.max(worst, away(now.elbow, last.elbow));
        last = now;
      }
    };
    const line = (a, b, n) => Array.from({ length: n }, (_, k) => a.map((x, i) => x + ((b[i] - x) * (k + 1)) / n));
    const start = arm.target.position;
    walk(line(start, [0.15, 0.1, 0.5], 60));
    // Straight over the pole, and round it.
    walk(line([0.15, 0.1, 0.5], [-0.12, -0.08, 0.5], 120));
    const round = Array.from({ length: 240 }, (_, k) => [0.1 * Math.cos(k / 38.2 + 3.7), 0.1 * Math.sin(k / 38.2 + 3.7), 0.5]);
    walk(line([-0.12, -0.08, 0.5], round[0], 20));
    walk(round);
    // Out beyond the straight arm and back.
    walk(line(arm.target.position, [0.1, 0.2, 0.7], 120));
    walk(line([0.1, 0.2, 0.7], [0.08, 0.15, 0.35], 120));
    return { worst, forced };
  });
  // A frame is 1/60 s: the hand moved 2 to 3 mm in each.
  assert.ok(result.worst < 0.02, `the elbow moved ${result.worst} m in a frame`);
  assert.ok(result.forced < 200, `${result.forced} of 680 frames were forced`);
});

test('a hand dragged over the pole takes the elbow along without a jump', async () => {
  await posture('Overhead');
  await tab.evaluate(() => {
    const { model, stage } = window.animator;
    const away = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
    let last = model.active.hard.forward(model.active.posture);
    window.jumps = [];
    window.stopWatching = stage.onFrame(() => {
      const now = model.active.hard.forward(model.active.posture);
      const hand = away(now.end.position, last.end.position);
      const elbow = away(now.elbow, last.elbow);
      // Eight times as far as the hand at most: what following a hand promises.
      if (elbow > 8 * hand + 0.02) window.jumps.push({ hand, elbow });
      last = now;
    });
  });
  const from = await screen(tab, ball);
  await drag(tab, from, { x: from.x + 60, y: from.y + 14 }, { steps: 30 });
  const back = await screen(tab, ball);
  await drag(tab, back, { x: back.x - 110, y: back.y }, { steps: 50 });
  const jumps = await tab.evaluate(() => {
    window.stopWatching();
    return window.jumps;
  });
  assert.deepEqual(jumps, []);
});

test('out of reach: the ball turns red, words say by how much, the arm points there', async () => {
  await posture('Reach');
  await tab.evaluate(() => {
    const { model } = window.animator;
    const { position, rotation } = model.active.target;
    model.setTarget({ position: position.map((x) => x * 1.4), rotation });
  });
  await rest(tab);
  assert.equal((await state(tab)).outcome, 'out of reach');
  assert.equal(await tab.textContent('.verdict strong'), 'Out of reach');
  assert.match(await tab.textContent('.verdict span'), /too far/);
  assert.equal(await tab.evaluate(() => window.animator.view.gizmo.moving.colors.at(-1)), '#e0565b');
  assert.equal(await tab.textContent('#outcome'), 'out of reach');
});

test('hand and words: thumb where the elbow bends to, flexion to the palm, deviation to the thumb, on both sides', async () => {
  const result = await tab.evaluate(() => {
    const { model } = window.animator;
    const turn = (q, v) => {
      const [x, y, z, w] = q;
      const c = [y * v[2] - z * v[1] + w * v[0], z * v[0] - x * v[2] + w * v[1], x * v[1] - y * v[0] + w * v[2]];
      return [v[0] + 2 * (y * c[2] - z * c[1]), v[1] + 2 * (z * c[0] - x * c[2]), v[2] + 2 * (x * c[1] - y * c[0])];
    };
    const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
    return ['right', 'left'].map((side) => {
      const { hard } = model.arms[side];
      const palmWay = side === 'right' ? 1 : -1;
      const at = (angles) => {
        const posture = hard.posture(angles);
        const { elbow, end } = hard.forward(posture);
        const forearm = end.position.map((x, i) => (x - elbow[i]) / model.arms[side].hard.lengths.lower);
        return { forearm, fingers: turn(end.rotation, [0, 0, 1]), palm: turn(end.rotation, [palmWay, 0, 0]), thumb: turn(end.rotation, [0, 1, 0]), upper: elbow };
      };
      // The upper arm hangs, the forearm is level ahead: the elbow bends upward.
      const neutral = at([0, 0, Math.PI / 2, Math.PI / 2, 0, 0, 0]);
      const flexed = at([0, 0, Math.PI / 2, Math.PI / 2, 0, 0.3, 0]);
      const deviated = at([0, 0, Math.PI / 2, Math.PI / 2, 0, 0, 0.3]);
      const pronated = at([0, 0, Math.PI / 2, Math.PI / 2, Math.PI / 2, 0, 0]);
      return {
        bend: -dot(neutral.thumb, neutral.upper) / Math.hypot(...neutral.upper),
        straight: dot(neutral.fingers, neutral.forearm),
        flexion: dot(flexed.fingers, neutral.palm),
        deviation: dot(deviated.fingers, neutral.thumb),
        down: -pronated.palm[2],
      };
    });
  });
  for (const one of result) {
    assert.ok(Math.abs(one.bend - 1) < 1e-9 && Math.abs(one.straight - 1) < 1e-9, JSON.stringify(one));
    assert.ok(Math.abs(one.flexion - Math.sin(0.3)) < 1e-9 && Math.abs(one.deviation - Math.sin(0.3)) < 1e-9, JSON.stringify(one));
    assert.ok(Math.abs(one.down - 1) < 1e-9, JSON.stringify(one));
  }
});

test('dragged between everyday postures the hand is where it should be in every frame, or the words say it is not', async () => {
  await reset();
  const result = await tab.evaluate(() => {
    const { model } = window.animator;
    const chips = [...document.querySelectorAll('.chip')];
    const hands = ['Rest', 'Carry', 'Reach', 'Desk', 'Drink', 'Head', 'Hip'].map((name) => {
      chips.find((chip) => chip.textContent === name).click();
      return structuredClone(model.active.target);
    });
    const found = { frames: 0, reached: 0, lies: [] };
    for (const from of hands)
      for (const to of hands) {
        if (from === to) continue;
        model.setTarget(from);
        model.finish();
        for (let k = 1; k <= 60; k++) {
          const s = k / 60;
          const mix = (a, b) => a.map((x, i) => x + s * (b[i] - x));
          const sign = from.rotation.reduce((sum, x, i) => sum + x * to.rotation[i], 0) < 0 ? -1 : 1;
          model.setTarget({ position: mix(from.position, to.position), rotation: mix(from.rotation, to.rotation.map((x) => sign * x)) });
          model.advance(1 / 60);
          const { position } = model.residual();
          found.frames++;
          if (model.active.outcome !== 'reached') continue;
          found.reached++;
          if (position > 1e-9 || model.broken(model.active.posture).length) found.lies.push({ from, to, k, position });
        }
      }
    return found;
  });
  assert.deepEqual(result.lies, []);
  assert.ok(result.reached > 0.5 * result.frames, `${result.reached} of ${result.frames}`);
});

test('a posture that the shoulder may not have is shown, and what it breaks is named', async () => {
  await reset();
  await tab.getByRole('slider', { name: 'Upper-arm rotation' }).fill('175');
  await rest(tab);
  assert.equal(await tab.textContent('.verdict strong'), 'Outside the limits');
  assert.match(await tab.textContent('.verdict span'), /twist by \d+/);
  assert.equal(await tab.textContent('#outcome'), 'limited');
});

test('where a limit stops the hand the arm comes to rest in the closest posture', async () => {
  await reset();
  const worse = await tab.evaluate(() => {
    const { model } = window.animator;
    let random = 5;
    const next = () => (random = (random * 16807) % 2147483647) / 2147483647;
    const postureAtRandom = () => model.ranges.map(([lower, upper]) => lower + (upper - lower) * next());
    const found = [];
    let stopped = 0;
    for (let i = 0; i < 120; i++) {
      model.setPosture(postureAtRandom());
      const { limb, hard } = model.active;
      const { position, rotation } = hard.forward(hard.posture(postureAtRandom())).end;
      const hand = { position: position.map((x) => x * (0.6 + 0.3 * next())), rotation };
      model.setTarget(hand);
      model.finish();
      if (model.active.outcome !== 'limited') continue;
      stopped++;
      if (model.broken(model.active.posture).length) found.push(model.broken(model.active.posture));
      const closest = limb.solve({ end: hand });
      const residual = model.residual();
      if (residual.position > closest.positionError + 1e-9 || residual.rotation > closest.rotationError + 1e-6) found.push([residual, closest]);
    }
    return { stopped, found };
  });
  assert.ok(worse.stopped > 30, `${worse.stopped}`);
  assert.deepEqual(worse.found, []);
});

test('a slider goes from green to amber to red as its joint comes to a limit', async () => {
  await reset();
  const tones = await tab.evaluate(async () => {
    const { model } = window.animator;
    const [lower, upper] = model.ranges[3];
    const shown = [];
    for (const angle of [(lower + upper) / 2, upper - 0.2, upper]) {
      model.setJoint(3, angle);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const probe = document.createElement('i');
      document.querySelectorAll('.joint')[3].append(probe);
      probe.style.color = 'var(--tone)';
      // To red, green, blue, whatever way the color is written.
      const pen = document.createElement('canvas').getContext('2d');
      pen.fillStyle = getComputedStyle(probe).color;
      pen.fillRect(0, 0, 1, 1);
      shown.push([...pen.getImageData(0, 0, 1, 1).data].slice(0, 3));
      probe.remove();
    }
    return shown;
  });
  const [[r0, g0], [r1, g1], [r2, g2]] = tones;
  assert.ok(g0 > r0 + 40 && r1 > r0 + 40 && g1 > g2 && r2 > g2 + 40, JSON.stringify(tones));
});

test('natural elbow and soft extension, on and off', async () => {
  await reset();
  const flip = (name) => tab.getByText(name, { exact: true }).click();
  const put = async (place) => {
    await tab.evaluate((position) => window.animator.model.setTarget({ position, rotation: window.animator.model.active.target.rotation }), place);
    await rest(tab);
    return state(tab);
  };
  // Without the natural elbow the swivel stays while the hand goes up; with it the elbow goes where a person's would.
  const start = (await state(tab)).hand.position;
  const up = start.map((x, i) => x + [0.05, 0.05, 0.12][i]);
  await flip('Natural elbow');
  const kept = (await state(tab)).swivel;
  assert.ok(Math.abs((await put(up)).swivel - kept) < 1e-6);
  await flip('Natural elbow');
  const natural = await put(up.map((x) => x + 1e-6));
  assert.ok(Math.abs(natural.swivel - kept) > 0.02, `${natural.swivel} ${kept}`);
  // A centimetre short of straight: soft extension keeps the hand back, without it the hand gets there.
  const far = [0.2, 0.56, -0.14].map((x) => (x * 0.612) / Math.hypot(0.2, 0.56, 0.14));
  const soft = await put(far);
  assert.ok(soft.residual.position > 1e-3 && soft.residual.position < 0.03, `${soft.residual.position}`);
  await flip('Soft extension');
  const hard = await put(far.map((x) => x * 0.9999));
  assert.ok(hard.residual.position < 1e-6, `${hard.residual.position} ${hard.outcome}`);
});

test('orbit, pan and zoom with the mouse; the arm stays as it is', async () => {
  await reset();
  const before = await state(tab);
  const camera = () =>
    tab.evaluate(() => {
      const { camera: eye, controls } = window.animator.stage;
      return { from: eye.position.toArray(), at: controls.target.toArray(), far: eye.position.distanceTo(controls.target) };
    });
  const box = await tab.locator('#scene').boundingBox();
  const corner = { x: box.x + box.width * 0.85, y: box.y + box.height * 0.2 };
  const first = await camera();
  await drag(tab, corner, { x: corner.x - 80, y: corner.y + 20 });
  const turned = await camera();
  assert.ok(distance(turned.from, first.from) > 0.1 && distance(turned.at, first.at) < 1e-9 && Math.abs(turned.far - first.far) < 1e-6);
  await tab.mouse.move(corner.x, corner.y);
  await tab.mouse.down({ button: 'right' });
  await tab.mouse.move(corner.x - 40, corner.y, { steps: 4 });
  await tab.mouse.up({ button: 'right' });
  await frames(tab);
  const panned = await camera();
  assert.ok(distance(panned.at, turned.at) > 0.05 && Math.abs(panned.far - first.far) < 1e-6);
  await tab.mouse.wheel(0, -300);
  await tab.waitForFunction((far) => window.animator.stage.camera.position.distanceTo(window.animator.stage.controls.target) < far - 0.05, panned.far);
  assert.deepEqual((await state(tab)).q, before.q);
});

test('edited limits hold, and human ones come back', async () => {
  await reset();
  const elbow = await tab.evaluate(() => window.animator.model.humanRanges[3][1]);
  await tab.getByText('Edit limits').click();
  const upper = tab.getByRole('spinbutton', { name: 'Elbow flexion, upper limit in degrees' });
  await upper.fill('60');
  await upper.press('Enter');
  await rest(tab);
  const now = await state(tab);
  assert.ok(now.q[3] <= (60 * Math.PI) / 180 + 1e-9);
  assert.ok(now.inside);
  await tab.click('text=Human limits');
  assert.ok(Math.abs((await tab.evaluate(() => window.animator.model.ranges[3][1])) - elbow) < 1e-12);
  await tab.getByText('Edit limits').click();
});

test('mirror: the other arm does the same', async () => {
  await reset();
  await tab.getByText('Mirror', { exact: true }).click();
  const from = await screen(tab, ball);
  await drag(tab, from, { x: from.x + 20, y: from.y - 50 });
  const [right, left] = await tab.evaluate(() => ['right', 'left'].map((side) => window.animator.model.arms[side].q));
  right.forEach((angle, i) => assert.ok(Math.abs(angle - left[i]) < 1e-6, `joint ${i}`));
  await tab.click('.segments [data-value=left]');
  assert.equal((await state(tab)).settings.side, 'left');
  const other = await screen(tab, ball);
  await drag(tab, other, { x: other.x, y: other.y + 25 });
  assert.ok((await state(tab)).residual.position < 1e-4);
});

test('flexion and abduction move the hand while held', async () => {
  await posture('Rest');
  const before = await state(tab);
  const button = tab.getByRole('button', { name: 'Flex', exact: true });
  await button.dispatchEvent('pointerdown', { pointerId: 1 }).catch(() => {});
  await button.focus();
  // Up and ahead, however few frames a busy machine draws.
  const hasMoved = (now) => [1, 2].every((k) => now.hand.position[k] > before.hand.position[k] + 0.03);
  await tab.keyboard.down('Enter');
  for (let i = 0; i < 100 && !hasMoved(await state(tab)); i++) await tab.waitForTimeout(100);
  await tab.keyboard.up('Enter');
  await button.blur();
  await rest(tab);
  assert.ok(hasMoved(await state(tab)));
});

test('undo, redo and the keyboard', async () => {
  await reset();
  const start = await state(tab);
  await tab.focus('#scene');
  for (let i = 0; i < 5; i++) await tab.keyboard.press('ArrowUp');
  await rest(tab);
  const moved = await state(tab);
  assert.ok(Math.abs(moved.target.position[2] - start.target.position[2] - 0.05) < 1e-9);
  await tab.keyboard.press('Control+z');
  while (await tab.isEnabled('[aria-label^="Undo"]')) {
    if (distance((await state(tab)).q, start.q) < 1e-9) break;
    await tab.keyboard.press('Control+z');
  }
  assert.ok(distance((await state(tab)).q, start.q) < 1e-9);
  await tab.click('[aria-label^="Redo"]');
  assert.ok(distance((await state(tab)).q, start.q) > 1e-6);
});

test('copy gives JSON, PNG gives a picture', async () => {
  const context = tab.context();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => {});
  await tab.click('[aria-label="Copy the posture as JSON"]');
  await tab.waitForSelector('#toast.shown');
  const [download] = await Promise.all([tab.waitForEvent('download'), tab.click('[aria-label="Save the picture as PNG"]')]);
  assert.equal(download.suggestedFilename(), 'swivel.png');
  const size = await tab.evaluate(async () => (await window.animator.stage.png()).size);
  assert.ok(size > 10000);
});

test('the wrist of a hand dragged by its ball is relaxed, unless its turn is kept', async () => {
  await tab.click('.chip:text-is("Carry")');
  await rest(tab);
  const before = await state(tab);
  const pull = async (dx, dy) => {
    const from = await screen(tab, ball);
    await drag(tab, from, { x: from.x + dx, y: from.y + dy });
    return state(tab);
  };
  const after = await pull(-90, -110);
  assert.ok(distance(after.hand.position, before.hand.position) > 0.1);
  assert.equal(after.outcome, 'reached');
  for (const joint of [4, 5, 6]) assert.ok(Math.abs(after.q[joint] - before.q[joint]) < 0.12, `joint ${joint}: ${after.q[joint] - before.q[joint]}`);
  await tab.getByText('Keep rotation', { exact: true }).click();
  const kept = await pull(20, 25);
  assert.ok(Math.abs(kept.target.rotation.reduce((sum, x, i) => sum + x * after.target.rotation[i], 0)) > 1 - 1e-9);
  await tab.getByText('Keep rotation', { exact: true }).click();
});

test('a frame asks the module once for what it shows of a posture', async () => {
  const page = await open(browser);
  const counts = await page.evaluate(async () => {
    const { model, stage } = window.animator;
    const { hard, target } = model.active;
    const found = {};
    for (const name of ['forward', 'frames', 'swivelOf', 'check', 'feasible']) {
      const ask = hard[name].bind(hard);
      hard[name] = (...list) => {
        found[name] = (found[name] ?? 0) + 1;
        return ask(...list);
      };
    }
    model.setTarget({ position: target.position.map((x) => 0.98 * x), rotation: target.rotation });
    const before = stage.frames;
    await new Promise((resolve) => {
      const wait = () => (stage.frames > before ? resolve() : requestAnimationFrame(wait));
      wait();
    });
    return { found, frames: stage.frames - before };
  });
  assert.ok(Object.keys(counts.found).length >= 4, JSON.stringify(counts));
  for (const [name, count] of Object.entries(counts.found)) assert.ok(count <= counts.frames, `${name} ${JSON.stringify(counts)}`);
  await page.context().close();
});
