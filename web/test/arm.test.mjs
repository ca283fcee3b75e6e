// SPDX-License-Identifier: MIT
// The Arm panel in a real browser: what is dragged, pressed or typed is what the arm does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ball, distance, drag, free, rest, screen, shared, state } from './browser.mjs';

const { tab } = await shared();
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
    await tab.waitForTimeout(20);
    const now = await state(tab);
    assert.ok(now.inside, `step ${i}: ${now.q}`);
    assert.ok(now.residual.position < 1e-9 && now.residual.rotation < 1e-9);
    swept = Math.max(swept, Math.abs(now.swivel - before.swivel));
  }
  await tab.mouse.up();
  assert.ok(swept > 0.5, `swept ${swept}`);
  assert.equal((await state(tab)).settings.natural, false);
});

test('a red arc says which joint and which limit', async () => {
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
  assert.match(await tab.textContent('#tip'), /would be \d+° (above|below) its limit of -?\d+°/);
  await tab.mouse.move(20, 600);
});

test('over the pole and to full extension the elbow never jumps', async () => {
  await posture('Overhead');
  const result = await tab.evaluate(() => {
    const { model } = window.animator;
    const arm = model.active;
    const { rotation } = arm.target;
    const away = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
    let worst = 0;
    let speed = 0;
    const walk = (points) => {
      let last = arm.arm.forward(arm.q);
      let before = arm.q;
      for (const point of points) {
        model.setTarget({ position: point, rotation });
        model.advance(1 / 60);
        const now = arm.arm.forward(arm.q);
        worst = Math.max(worst, away(now.elbow, last.elbow));
        speed = Math.max(speed, ...arm.q.map((x, i) => Math.abs(x - before[i]) * 60));
        last = now;
        before = arm.q;
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
    return { worst, speed };
  });
  // A frame is 1/60 s: the hand moved 2 to 3 mm in each.
  assert.ok(result.worst < 0.02, `the elbow moved ${result.worst} m in a frame`);
  assert.ok(result.speed <= 10 + 1e-6, `a joint went ${result.speed} rad/s`);
});

test('a hand dragged over the pole takes the elbow along without a jump', async () => {
  await posture('Overhead');
  await tab.evaluate(() => {
    const { model, stage } = window.animator;
    const away = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
    let last = model.active.arm.forward(model.active.q);
    window.jumps = [];
    window.stopWatching = stage.onFrame(() => {
      const now = model.active.arm.forward(model.active.q);
      const hand = away(now.hand.position, last.hand.position);
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

test('a click on a ghost takes its posture', async () => {
  await reset();
  const at = await free(tab, () => {
    const { view, model } = window.animator;
    const points = [];
    const shoulder = view.limbs.right.group.position;
    for (const { q } of view.solutions)
      for (let part = 0.2; part < 1; part += 0.1) points.push(shoulder.clone().set(...model.active.arm.forward(q).elbow).multiplyScalar(part).add(shoulder));
    return [view, points];
  });
  const before = await state(tab);
  await tab.mouse.click(at.x, at.y);
  await rest(tab);
  const after = await state(tab);
  assert.ok(Math.abs(after.swivel - before.swivel) > 0.1);
  assert.ok(after.residual.position < 1e-9 && after.inside);
});

test('a held joint stays while the hand moves', async () => {
  await reset();
  await tab.click('[aria-label="Hold the upper-arm twist"]');
  const before = await state(tab);
  const from = await screen(tab, ball);
  await drag(tab, from, { x: from.x - 10, y: from.y - 12 });
  const after = await state(tab);
  assert.equal(after.outcome, 'reached');
  assert.ok(Math.abs(after.q[2] - before.q[2]) < 1e-9);
  assert.ok(after.residual.position < 1e-9);
  await tab.click('[aria-label="Hold the upper-arm twist"]');
  await tab.click('[aria-label="Hold the elbow flexion"]');
  const elbow = (await state(tab)).q[3];
  await drag(tab, await screen(tab, ball), { x: from.x + 20, y: from.y + 20 });
  assert.ok(Math.abs((await state(tab)).q[3] - elbow) < 1e-6);
  await tab.click('[aria-label="Hold the elbow flexion"]');
});

test('a joint held that keeps the hand from its target: the closest posture, and by how much', async () => {
  await reset();
  await tab.evaluate(() => window.animator.model.set({ soft: false }));
  const names = await tab.evaluate(() => [...document.querySelectorAll('.joint .lock')].map((lock) => lock.getAttribute('aria-label')));
  for (const [joint, name] of names.entries()) {
    for (const natural of [true, false]) {
      await tab.evaluate((on) => window.animator.model.set({ natural: on }), natural);
      await posture('Reach');
      await tab.click(`[aria-label="${name}"]`);
      const held = (await state(tab)).q[joint];
      const fastest = await tab.evaluate(async (j) => {
        const { model, stage, context } = window.animator;
        let random = 7 + j;
        const next = () => (random = (random * 16807) % 2147483647) / 2147483647;
        const postureAtRandom = () => model.limits.map(([lower, upper]) => lower + (upper - lower) * next());
        let hand;
        do hand = model.active.arm.forward(postureAtRandom()).hand;
        while (j !== 3 && model.heldSolutions(model.active, hand).length > 0);
        let before = model.active.q;
        let most = 0;
        const stop = stage.onFrame(() => {
          most = Math.max(most, ...model.active.q.map((x, i) => Math.abs(x - before[i])));
          before = model.active.q;
        });
        model.setTarget(hand);
        context.commit();
        while (model.active.moving) await new Promise(requestAnimationFrame);
        stop();
        return most;
      }, joint);
      await rest(tab);
      const now = await state(tab);
      const what = `joint ${joint}, natural ${natural}`;
      assert.ok(fastest <= 10 / 20 + 1e-9, `${what}: ${fastest} rad in a frame`);
      assert.equal(now.outcome, 'held', what);
      assert.ok(Math.abs(now.q[joint] - held) < 1e-9, what);
      assert.ok(now.inside, what);
      // Two hundred others with the joint held, each made better as long as small steps do.
      const others = await tab.evaluate((j) => {
        const { model } = window.animator;
        const { arm, q: ours, target } = model.active;
        let random = 11 + j;
        const next = () => (random = (random * 16807) % 2147483647) / 2147483647;
        const errors = (q) => {
          const { position, rotation } = arm.forward(q).hand;
          const off = Math.hypot(...position.map((x, i) => x - target.position[i]));
          const cosine = Math.abs(rotation.reduce((sum, x, i) => sum + x * target.rotation[i], 0));
          return { position: off, rotation: 2 * Math.acos(Math.min(1, cosine)) };
        };
        const cost = (q) => 300 * errors(q).position + errors(q).rotation;
        return Array.from({ length: 200 }, () => {
          let q = model.limits.map(([lower, upper], i) => (i === j ? ours[i] : lower + (upper - lower) * next()));
          let least = cost(q);
          for (let step = 0.6; step > 2e-3; step /= 2) {
            for (let trial = 0; trial < 12; trial++) {
              const [i, by] = [Math.floor(7 * next()), step * (2 * next() - 1)];
              if (i === j) continue;
              const [lower, upper] = model.limits[i];
              const other = q.map((x, k) => (k === i ? Math.min(Math.max(x + by, lower), upper) : x));
              if (cost(other) < least) [q, least] = [other, cost(other)];
            }
          }
          return errors(q);
        });
      }, joint);
      const { position, rotation } = now.residual;
      for (const other of others) {
        assert.ok(position <= other.position + 1e-9, `${what}: ${position} m, another ${other.position} m`);
        if (other.position < position + 1e-6) assert.ok(rotation <= other.rotation + 1e-6, `${what}: ${rotation}, another ${other.rotation}`);
      }
      assert.equal(await tab.textContent('.verdict strong'), 'Not with this joint held');
      const [, metres, degrees] = (await tab.textContent('.verdict span')).match(/closest posture is (?:([\d.]+ (?:mm|cm)))?(?: and )?(?:(\d[\d.]*)°)? off/);
      const shown = metres ? parseFloat(metres) / (metres.endsWith('cm') ? 100 : 1000) : 0;
      assert.ok(Math.abs(shown - position) < 6e-4 && Math.abs(((degrees ?? 0) * Math.PI) / 180 - rotation) < 0.009, `${what}: ${await tab.textContent('.verdict span')}`);
      await tab.click(`[aria-label="${name}"]`);
    }
  }
});

test('where a limit stops the hand the arm comes to rest in the closest posture', async () => {
  await reset();
  const worse = await tab.evaluate(() => {
    const { model } = window.animator;
    let random = 5;
    const next = () => (random = (random * 16807) % 2147483647) / 2147483647;
    const postureAtRandom = () => model.limits.map(([lower, upper]) => lower + (upper - lower) * next());
    const found = [];
    let stopped = 0;
    for (let i = 0; i < 400; i++) {
      model.setPosture(postureAtRandom());
      const { arm } = model.active;
      const { position, rotation } = arm.forward(postureAtRandom()).hand;
      const hand = { position: position.map((x) => x * (0.6 + 0.3 * next())), rotation };
      model.setTarget(hand);
      model.finish();
      if (model.active.outcome !== 'limited') continue;
      stopped++;
      const closest = arm.closest(hand, 0, model.active.q);
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
    const [lower, upper] = model.limits[3];
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
  const panned = await camera();
  assert.ok(distance(panned.at, turned.at) > 0.05 && Math.abs(panned.far - first.far) < 1e-6);
  await tab.mouse.wheel(0, -300);
  await tab.waitForTimeout(200);
  assert.ok((await camera()).far < panned.far - 0.05);
  assert.deepEqual((await state(tab)).q, before.q);
});

test('edited limits hold, and human ones come back', async () => {
  await reset();
  await tab.getByText('Edit limits').click();
  const upper = tab.getByRole('spinbutton', { name: 'Elbow flexion, upper limit in degrees' });
  await upper.fill('60');
  await upper.press('Enter');
  await rest(tab);
  const now = await state(tab);
  assert.ok(now.q[3] <= (60 * Math.PI) / 180 + 1e-9);
  assert.ok(now.inside);
  await tab.click('text=Human limits');
  assert.ok(Math.abs((await tab.evaluate(() => window.animator.model.limits[3][1])) - (149 * Math.PI) / 180) < 1e-12);
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
  await tab.keyboard.down('Enter');
  await tab.waitForTimeout(400);
  await tab.keyboard.up('Enter');
  await button.blur();
  await rest(tab);
  const after = await state(tab);
  assert.ok(after.hand.position[2] > before.hand.position[2] + 0.03);
  assert.ok(after.hand.position[1] > before.hand.position[1] + 0.03);
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
