// SPDX-License-Identifier: MIT
// The page as a whole: served and from disk, offline, by link, by touch, for screen readers, and how fast it draws.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { ball, distance, drag, frames, launch, link, open, page, rest, screen, state } from './browser.mjs';

const serve = fileURLToPath(new URL('../serve.mjs', import.meta.url));
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test('one file, small enough', () => {
  assert.ok(statSync(page).size <= 2_200_000, `${statSync(page).size} bytes`);
});

test('served: loads without a console error, asks for nothing else, shows the hint once', async () => {
  const server = spawn(process.execPath, [serve, page], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' },
  });
  try {
    const url = await new Promise((resolve) => server.stdout.on('data', (text) => resolve(String(text).match(/http:\S+/)[0])));
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/$/);
    const tab = await open(browser, { url, hint: true });
    assert.equal(await tab.locator('#hint li').count(), 3);
    await tab.click('#hint .primary');
    await tab.reload();
    await tab.waitForSelector('body[data-ready]');
    assert.equal(await tab.isVisible('#hint'), false);
    assert.deepEqual(tab.problems, []);
    assert.deepEqual(tab.requests.filter((request) => !request.startsWith('data:') && request !== url), []);
    await tab.context().close();
  } finally {
    const gone = new Promise((resolve) => server.on('exit', resolve));
    server.kill('SIGINT');
    assert.equal(await gone, 0);
  }
});

test('served where there is a display, a browser is asked to open it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'swivel-'));
  const note = join(folder, 'address');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" >"${note}.part"\nmv "${note}.part" "${note}"\n`, { mode: 0o755 });
  const server = spawn(process.execPath, [serve, page], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, DISPLAY: ':7', PATH: `${folder}:${process.env.PATH}` } });
  try {
    const url = await new Promise((resolve) => server.stdout.on('data', (text) => resolve(String(text).match(/http:\S+/)[0])));
    for (let i = 0; i < 100 && !existsSync(note); i++) await new Promise((done) => setTimeout(done, 50));
    assert.equal(readFileSync(note, 'utf8'), url);
  } finally {
    server.kill('SIGINT');
    rmSync(folder, { recursive: true });
  }
});

test('offline and from disk it works all the same', async () => {
  const tab = await open(browser, { offline: true });
  await tab.click('.chip:text-is("Wave")');
  await rest(tab);
  assert.equal((await state(tab)).outcome, 'reached');
  assert.deepEqual(tab.problems, []);
  await tab.context().close();
});

test('undo, redo and a link bring back what was chosen in the panels', async () => {
  const tab = await open(browser);
  const chosen = (page) => page.evaluate(() => JSON.parse(JSON.stringify({ ...window.animator.model.snapshot(), panels: window.animator.tabs.choices() })));
  const settled = async () => {
    await frames(tab);
    return chosen(tab);
  };
  const pull = async (expression, dx, dy) => {
    const from = await screen(tab, expression);
    await drag(tab, from, { x: from.x + dx, y: from.y + dy }, { steps: 4 });
  };
  const after = [await chosen(tab)];
  assert.deepEqual(after[0].panels, {});
  const act = async (what) => {
    await what();
    after.push(await settled());
    assert.equal(await tab.evaluate(() => window.animator.history.past.length), after.length - 1, String(what));
  };
  await act(() => tab.getByText('Soft extension', { exact: true }).click());
  await tab.click('#tab-shoulder');
  await act(() => tab.getByRole('slider', { name: 'Shoulder up' }).fill('0.2'));
  await act(() => tab.getByText('Girdle moves').click());
  await act(() => pull('animator.tabs.active.balls.wrist.position', 12, -20));
  assert.notDeepEqual(after.at(-1).right, after.at(-2).right, 'the wrist is the model’s');
  await act(() => tab.getByText('Without', { exact: true }).click());
  await tab.click('#tab-hand');
  await rest(tab);
  await act(() => tab.getByRole('radio', { name: 'Open' }).click());
  await act(() => tab.getByRole('slider', { name: 'Pinch an object of' }).fill('0.03'));
  await act(() => pull('animator.tabs.active.balls[1].position', 3, 14));
  const planar = () => window.animator.tabs.active.planar.choices();
  await act(() => tab.getByRole('radio', { name: 'Slide' }).click());
  await act(() => tab.getByRole('radio', { name: 'Edge' }).click());
  await act(async () => {
    await tab.getByRole('spinbutton', { name: 'Step size' }).fill('0.4');
    await tab.keyboard.press('Tab');
  });
  await act(async () => {
    const canvas = tab.locator('canvas.finger');
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    await tab.mouse.click(box.x + box.width * 0.7, box.y + box.height * 0.55);
  });
  const little = await tab.evaluate(planar);
  assert.deepEqual(little.slice(0, 5), ['coupled', 'slide', 'edge', 0.4, 1e-6]);
  await tab.click('#tab-track');
  await act(() => tab.click('.segments [data-value=back]'));
  await act(() => tab.getByRole('checkbox', { name: 'Show Tolani-Badler in the picture' }).click());
  await act(async () => {
    await tab.click('.segments [data-value=drawn]');
    const box = await tab.locator('#scene').boundingBox();
    const at = (i) => [box.x + box.width * 0.4 + 60 * Math.cos(i / 3), box.y + box.height * 0.35 + 50 * Math.sin(i / 3)];
    await tab.mouse.move(...at(0));
    await tab.mouse.down();
    for (let i = 1; i < 19; i++) await tab.mouse.move(...at(i));
    await tab.mouse.up();
  });
  await tab.click('#tab-solvers');
  await act(() => tab.click('.segments [data-value=puma560]'));
  await act(() => tab.click('[data-method=powell]'));
  const { panels: last, ...arms } = after.at(-1);
  assert.deepEqual(Object.keys(last).sort(), ['hand', 'shoulder', 'solvers', 'track']);
  assert.deepEqual([last.track.length, ...last.track.slice(-4)], [1 + 3 * 12 + 4, 'show', 1, 0, 1]);
  assert.deepEqual(last.solvers, ['puma560', 'steps', 'powell', 1]);
  const hash = await link(tab);
  const posture = () => window.animator.tabs.active.posture();
  await tab.click('#tab-hand');
  const fingers = await tab.evaluate(posture);

  // Each step back, and the panel where it was done comes to the front.
  const panels = [];
  for (let i = after.length - 2; i >= 0; i--) {
    await tab.keyboard.press('Control+z');
    assert.deepEqual(await chosen(tab), after[i], `undo to ${i}`);
    panels.push(await tab.evaluate(() => window.animator.tabs.current));
  }
  assert.deepEqual(panels, ['solvers', 'solvers', 'track', 'track', 'track', ...new Array(7).fill('hand'), ...new Array(4).fill('shoulder'), 'arm']);
  for (let i = 1; i < after.length; i++) {
    await tab.keyboard.press('Control+Shift+z');
    assert.deepEqual(await chosen(tab), after[i], `redo to ${i}`);
  }
  assert.deepEqual(tab.problems, []);
  await tab.context().close();

  const other = await open(browser, { hash });
  assert.equal(await other.evaluate(() => window.animator.tabs.current), 'solvers');
  const { panels: there, ...others } = await chosen(other);
  assert.deepEqual(there, last, 'before the panels are made');
  assert.deepEqual(others.settings, arms.settings);
  for (const side of ['right', 'left'])
    for (const find of [(arm) => arm.q, (arm) => arm.target.position, (arm) => arm.target.rotation, (arm) => [arm.wish]])
      assert.ok(distance(find(others[side]), find(arms[side])) < 1e-9, `${side}: ${find}`);
  for (const id of ['shoulder', 'hand', 'track']) await other.click(`#tab-${id}`);
  assert.deepEqual((await chosen(other)).panels, last, 'and after');
  await other.click('#tab-hand');
  assert.ok(distance(await other.evaluate(posture), fingers) < 1e-4);
  assert.deepEqual(await other.evaluate(planar), little);
  await other.click('#tab-arm');
  assert.equal(await other.getByRole('switch', { name: 'Soft extension' }).isChecked(), false);
  assert.deepEqual(other.problems, []);
  await other.context().close();
  for (const broken of ['shoulder=1,2', 'shoulder=1,0.4,0.3,0.1,-1,0,0,0,0', 'shoulder=girdle,NaN,1e300,0,0,0,0,0,0', 'shoulder=fixed,1e300,-9,7,0,0,0,5,1', 'hand=tips,open,0,index,0,0,1', 'hand=fist,open,7,index,-3,99', 'hand=shape,open,0,index,0,0,finger,free', 'track=drawn,1,2', 'track=pole,show,2', 'solvers=none', 'solvers=arm7,drawn,engine,1', 'solvers=arm7,steps,constructor,1']) {
    const odd = await open(browser, { hash: `panel=${broken.split('=')[0]}&${broken}` });
    assert.deepEqual(odd.problems, [], broken);
    assert.equal(await odd.evaluate(() => window.animator.tabs.current), broken.split('=')[0]);
    await odd.context().close();
  }
});

test('a link restores posture, side, switches, limits and a target out of reach', async () => {
  const tab = await open(browser);
  await tab.click('.segments [data-value=left]');
  await tab.click('.chip:text-is("Drink")');
  await tab.evaluate(() => {
    const { model, context } = window.animator;
    model.setRange(5, -0.9, 1.1);
    model.set({ soft: false, natural: false });
    const { position, rotation } = model.active.target;
    model.setTarget({ position: position.map((x) => x * 3), rotation });
    context.commit();
  });
  await rest(tab);
  const hash = await link(tab);
  assert.match(hash, /limits=/);
  const before = await state(tab);
  const other = await open(browser, { hash });
  const after = await state(other);
  assert.ok(distance(after.q, before.q) < 1e-9, `${after.q} ${before.q}`);
  assert.ok(distance(after.target.position, before.target.position) < 1e-9);
  assert.deepEqual(after.settings, before.settings);
  assert.equal(after.outcome, before.outcome);
  for (const broken of ['right=1,2', 'right=NaN,0,0,0,0,0,0', 'right=0,0,0,0,0,0,0&limits=5,1,0,0,-9,9,2,3', 'panel=none', '%%%']) {
    const odd = await open(browser, { hash: broken });
    assert.deepEqual(odd.problems, [], broken);
    assert.ok((await state(odd)).inside, broken);
    await odd.context().close();
  }
  await tab.context().close();
  await other.context().close();
});

test('phone width: a finger drags the hand, the panel scrolls, nothing is cut off', async () => {
  const tab = await open(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  const before = await state(tab);
  const from = await screen(tab, ball);
  const session = await tab.context().newCDPSession(tab);
  const touch = (type, x, y) => session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  await touch('touchStart', from.x, from.y);
  for (let i = 1; i <= 10; i++) await touch('touchMove', from.x - 2 * i, from.y - 3 * i);
  await touch('touchEnd');
  await rest(tab);
  const after = await state(tab);
  assert.ok(distance(after.hand.position, before.hand.position) > 0.03);
  assert.ok(after.residual.position < 1e-4);
  // A hand that goes out of the picture takes it along.
  for (const posture of ['Overhead', 'Side', 'Rest']) {
    await tab.click(`.chip:text-is("${posture}")`);
    await rest(tab);
    await tab.waitForFunction(() => !window.animator.stage.pan);
    const [at, box] = [await screen(tab, ball), await tab.locator('#scene').boundingBox()];
    assert.ok(at.x > box.x && at.x < box.x + box.width && at.y > box.y && at.y < box.y + box.height, `${posture}: ${at.x} ${at.y}`);
  }
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels wide`);
  const outside = await tab.evaluate(() =>
    [...document.querySelectorAll('button, input, #readout')]
      .filter((element) => element.offsetParent && !element.closest('#tabs'))
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1);
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
  assert.deepEqual(outside, []);
  await tab.locator('.joint').last().scrollIntoViewIfNeeded();
  assert.deepEqual(tab.problems, []);
  await tab.context().close();
});

test('every control has a name, in every panel', async () => {
  const tab = await open(browser);
  for (const id of await tab.evaluate(() => window.animator.tabs.ids)) {
    await tab.evaluate((panel) => window.animator.tabs.open(panel), id);
    const nameless = await tab.evaluate(() =>
      [...document.querySelectorAll('button, input, select, canvas, [role=slider]')]
        .filter((element) => {
          const label = element.getAttribute('aria-label') || element.textContent.trim() || [...(element.labels ?? [])].map((l) => l.textContent.trim()).join('');
          return !label;
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    assert.deepEqual(nameless, [], id);
  }
  await tab.context().close();
});

test('dark and light follow the system, and the button', async () => {
  const tab = await open(browser, { colorScheme: 'dark' });
  const theme = () => tab.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), 'dark');
  await tab.click('[aria-label="Light or dark"]');
  assert.equal(await theme(), 'light');
  await tab.context().close();
});

test('a panel opened later has its colours: nobody is without clothes', async () => {
  const tab = await open(browser, { colorScheme: 'light' });
  const colors = () => tab.evaluate(() => {
    const { material } = window.animator.tabs.active.view.skin;
    return [material.color.getHexString(), material.uniforms.suit.value.getHexString()];
  });
  await tab.click('#tab-figure');
  assert.deepEqual(await colors(), ['d8b49f', '6d8ca1']);
  await tab.click('#tab-arm');
  await tab.click('[aria-label="Light or dark"]');
  await tab.click('#tab-figure');
  assert.deepEqual(await colors(), ['c7a18b', '6485a0']);
  await tab.context().close();
});

test('the solver is a small part of a drag', async () => {
  const tab = await open(browser, { viewport: { width: 1280, height: 800 } });
  const result = await tab.evaluate(async () => {
    const { model, stage } = window.animator;
    const { position, rotation } = model.active.target;
    let solving = 0;
    const advance = model.advance.bind(model);
    model.advance = (dt) => {
      const start = performance.now();
      const moving = advance(dt);
      solving += performance.now() - start;
      return moving;
    };
    // Three drags of a second each. The least share counts: in the others the machine did something else in the middle of a step.
    const drags = [];
    for (let i = 0; i < 3; i++) {
      const frames = stage.frames;
      const start = performance.now();
      solving = 0;
      let t = 0;
      while (performance.now() - start < 1000) {
        t += 0.05;
        model.setTarget({ position: [position[0] + 0.08 * Math.sin(t), position[1], position[2] + 0.08 * (1 - Math.cos(t))], rotation });
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      const seconds = (performance.now() - start) / 1000;
      drags.push({ fps: (stage.frames - frames) / seconds, share: solving / 1000 / seconds });
    }
    return drags.reduce((a, b) => (b.share < a.share ? b : a));
  });
  console.log(`${result.fps.toFixed(0)} frames a second in software at 1280 x 800; the solver takes ${(100 * result.share).toFixed(2)} % of the time`);
  assert.ok(result.share < 0.02);
  assert.ok(result.fps > 0);  // how many depends on the machine: printed, not judged
  await tab.context().close();
});

test('the first picture is there soon after opening from disk', async () => {
  // The best of three: in the others the machine did something else.
  const times = [];
  for (let i = 0; i < 3; i++) {
    const tab = await open(browser, { panel: null, viewport: { width: 1280, height: 800 } });
    await tab.waitForFunction(() => performance.getEntriesByName('first picture').length === 1);
    times.push(await tab.evaluate(() => performance.getEntriesByName('first picture')[0].startTime));
    await tab.context().close();
  }
  console.log(`first picture after ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
  assert.ok(Math.min(...times) < 2000, `${times} ms`);
});

test('dragging the whole body in software keeps up with the browser', async () => {
  const tab = await open(browser, { panel: 'figure', viewport: { width: 1280, height: 800 } });
  const result = await tab.evaluate(async () => {
    const { stage, context } = window.animator;
    const { figure } = context;
    const empty = document.createElement('canvas');
    const gl = empty.getContext('webgl2', { alpha: false, antialias: false });
    const { clientWidth, clientHeight } = stage.canvas;
    Object.assign(empty, { width: clientWidth, height: clientHeight });
    empty.style = `position: fixed; left: 0; top: 48px; width: ${clientWidth}px; height: ${clientHeight}px`;
    /** Frames in a second of something done before each. */
    const rate = async (step) => {
      const start = performance.now();
      let count = 0;
      while (performance.now() - start < 1000) {
        step(count++);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return (1000 * count) / (performance.now() - start);
    };
    // One after the other, five times: what else the machine does slows both. The best of each counts.
    let [dragged, cleared, solving] = [0, 0, Infinity];
    let spent = 0;
    const advance = figure.advance.bind(figure);
    figure.advance = (dt) => {
      const start = performance.now();
      const moving = advance(dt);
      spent += performance.now() - start;
      return moving;
    };
    const seen = new Set();
    for (let i = 0; i < 5; i++) {
      figure.take('rightHand');
      const [x, y, z] = figure.drag.start.position;
      spent = 0;
      const drawn = stage.frames;
      const frames = await rate((k) => {
        const t = 0.05 * k;
        figure.dragTo([x + 0.15 * Math.sin(t), y + 0.1 * Math.sin(t / 2), z + 0.25 * (1 - Math.cos(t))]);
        if (k > 10) seen.add(stage.quality);
      });
      dragged = Math.max(dragged, Math.min(frames, stage.frames - drawn));
      solving = Math.min(solving, spent / 1000);
      figure.cancel();
      document.body.append(empty);
      cleared = Math.max(cleared, await rate((k) => {
        gl.clearColor(k % 2, 0.5, 0.5, 1);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      }));
      empty.remove();
    }
    return { dragged, cleared, solving, qualities: [...seen], moving: stage.movingQuality };
  });
  const { dragged, cleared, solving } = result;
  console.log(`${dragged.toFixed(0)} frames a second in software at 1280 x 800 while the whole body is dragged, ${cleared.toFixed(0)} of an empty canvas; the solver takes ${(100 * solving).toFixed(1)} % of the time`);
  assert.deepEqual(result.qualities, [result.moving]);
  assert.ok(dragged > 0.6 * cleared, `${dragged} of ${cleared} frames a second`);
  assert.ok(solving < 0.03, `${solving}`);
  await tab.context().close();
});

test('at rest the picture is fine, and drawn no more', async () => {
  const tab = await open(browser, { panel: 'figure' });
  const seen = await tab.evaluate(() => new Promise((done) => {
    const { stage, context } = window.animator;
    context.figure.take('leftHand');
    const [x, y, z] = context.figure.drag.start.position;
    context.figure.dragTo([x, y + 0.3, z + 0.3]);
    setTimeout(() => context.figure.drop(), 400);
    const triangles = [];
    const draw = stage.draw.bind(stage);
    stage.draw = () => {
      draw();
      triangles.push(stage.renderer.info.render.triangles);
    };
    // Two seconds in a row without a frame.
    let [last, since] = [-1, performance.now()];
    const wait = () => {
      if (stage.frames !== last) [last, since] = [stage.frames, performance.now()];
      if (performance.now() - since > 2000) done({ triangles, quality: stage.quality, best: stage.restQuality });
      else setTimeout(wait, 50);
    };
    wait();
  }));
  assert.equal(seen.quality, seen.best);
  assert.ok(seen.triangles.at(-1) > 8800, `${seen.triangles.at(-1)}`);
  assert.ok(Math.min(...seen.triangles) < 4000, `${Math.min(...seen.triangles)}`);
  await tab.context().close();
});

test('without WebGL the page says in plain words what to do', async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return /webgl/.test(kind) ? null : getContext.call(this, kind, ...rest);
    };
  });
  const tab = await context.newPage();
  const problems = [];
  tab.on('pageerror', (error) => problems.push(error.message));
  await tab.goto(`file://${page}`);
  await tab.waitForSelector('#unable:not([hidden])');
  assert.match(await tab.textContent('#unable'), /hardware acceleration/);
  assert.deepEqual(problems, []);
  await context.close();
});
