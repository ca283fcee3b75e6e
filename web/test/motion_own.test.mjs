// SPDX-License-Identifier: MIT
// Motion: recordings on a character, postures of one's own on the line of time, and what can be taken away.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readGlb } from '../animator/body/glb.js';
import { distance, frames, launch, open } from './browser.mjs';
import { placesOf } from './gltf_places.mjs';

const browser = await launch();
const tab = await open(browser, { panel: 'motion' });
after(async () => {
  assert.deepEqual(tab.problems, []);
  await browser.close();
});

/** On our body or on the knight, a recording of the page, at rest. */
async function on(whom, page = tab) {
  await page.getByRole('radio', { name: whom }).click();
  await page.waitForFunction((isOther) => {
    const { who, clip } = window.animator.tabs.active.state();
    return clip !== null && (who.on !== null) === isOther;
  }, whom === 'Your character');
  await page.evaluate(() => window.animator.tabs.active.state().isPlaying && document.querySelector('[aria-label="Play or pause"]').click());
  await frames(page);
}
/** The motion as a file, and where a joint of it is in a frame, by the page's own reckoning in the axes of the file. */
const written = (kind, part, frame) => tab.evaluate(async ([k, name, f]) => {
  const { fileOf, state } = window.animator.tabs.active;
  const { who, clip } = state();
  const bytes = Array.from(await fileOf(k));
  const worlds = who.model.worldsOf(clip.at(f / clip.rate, who.model.standing, who.locals));
  const at = 7 * who.model.body.parts[name];
  const V = window.animator.stage.camera.position.constructor;
  const page = new V(...worlds.subarray(at, at + 3));
  if (who.on && k !== 'vrma') page.applyMatrix4(who.on.shape.pageFromFile.clone().invert());
  else page.set(-page.x, page.z, page.y);
  return { bytes, place: page.toArray(), count: clip.count };
}, [kind, part, frame]);

test('a recording on the knight: it walks on the floor, and no joint is lost', async () => {
  await on('Your character');
  const found = await tab.evaluate(() => {
    const { who, clip } = window.animator.tabs.active.state();
    let [low, high, isFinite] = [Infinity, -Infinity, true];
    const hips = [];
    for (let i = 0; i < clip.count; i++) {
      const worlds = who.model.worldsOf(clip.at(i / clip.rate, who.model.standing, who.locals));
      isFinite &&= worlds.every(Number.isFinite);
      const feet = ['rightFoot', 'leftFoot'].map((part) => worlds[7 * who.model.body.parts[part] + 2]);
      low = Math.min(low, ...feet);
      high = Math.max(high, Math.min(...feet));
      hips.push(worlds[7 * who.model.body.parts.hips + 1]);
    }
    const stands = who.model.restHeight('rightFoot');
    return { low: low - stands, high: high - stands, isFinite, way: Math.max(...hips) - Math.min(...hips) };
  });
  assert.ok(found.isFinite && found.low > -0.03 && found.high < 0.06 && found.way > 0.2, JSON.stringify(found));
  // Bound anew meanwhile, it is the new one that plays.
  await tab.evaluate(() => window.animator.context.cast.show('knight'));
  await tab.waitForFunction(() => {
    const { who, clip } = window.animator.tabs.active.state();
    return who.on === window.animator.context.cast.on && clip !== null;
  });
});

test('files of a character have its own joints where they are shown, as the command reads them', async (t) => {
  await on('Your character');
  const glb = await written('glb', 'rightHand', 50);
  const { json, numbers } = readGlb(new Uint8Array(glb.bytes));
  const seen = placesOf(json, numbers, 50)['wrist.r'];
  assert.ok(distance(seen, glb.place) < 1e-4, `${seen} ${glb.place}`);
  // Its own mesh and skin are in it, every vertex where it was.
  const knight = readGlb(new Uint8Array(readFileSync(new URL('../../data/body/knight.glb', import.meta.url))));
  assert.deepEqual([json.meshes, json.skins, json.materials], [knight.json.meshes, knight.json.skins, knight.json.materials]);
  for (const { attributes } of json.meshes.flatMap(({ primitives }) => primitives)) assert.deepEqual(numbers(attributes.POSITION), knight.numbers(attributes.POSITION));
  assert.equal(json.animations.length, 1);
  const swivel = process.env.SWIVEL;
  if (!swivel) return t.skip('without the command');
  const folder = mkdtempSync(join(tmpdir(), 'own-'));
  try {
    writeFileSync(join(folder, 'a.glb'), Buffer.from(glb.bytes));
    const read = execFileSync(swivel, ['motion', 'info', join(folder, 'a.glb')]).toString();
    assert.match(read, new RegExp(`frames +${glb.count}`));
    execFileSync(swivel, ['motion', 'convert', join(folder, 'a.glb'), join(folder, 'c.glb')]);
    const same = readGlb(new Uint8Array(readFileSync(join(folder, 'c.glb'))));
    const there = placesOf(same.json, same.numbers, 50)['wrist.r'];
    assert.ok(distance(there, glb.place) < 1e-3, `${there} ${glb.place}`);
    for (const kind of ['bvh', 'vrma']) {
      const { bytes } = await written(kind, 'rightHand', 50);
      writeFileSync(join(folder, `a.${kind}`), Buffer.from(bytes));
      const info = execFileSync(swivel, ['motion', 'info', join(folder, `a.${kind}`)]).toString();
      assert.match(info, kind === 'bvh' ? /joints +41, 18 of them parts/ : /joints +18, 18 of them parts/);
      assert.match(info, new RegExp(`frames +${glb.count}`));
    }
    execFileSync(swivel, ['motion', 'convert', join(folder, 'a.bvh'), join(folder, 'b.glb')]);
    const back = readGlb(new Uint8Array(readFileSync(join(folder, 'b.glb'))));
    const again = placesOf(back.json, back.numbers, 50)['wrist.r'];
    assert.ok(distance(again, glb.place) < 1e-3, `${again} ${glb.place}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a VRMA of our body rests in a T-pose and has its hands where they are shown', async () => {
  await on('Our body');
  const { bytes, place } = await written('vrma', 'rightHand', 40);
  const { json, numbers } = readGlb(new Uint8Array(bytes));
  const rest = {};
  const visit = (node, from) => {
    const { name, translation = [0, 0, 0], children = [] } = json.nodes[node];
    rest[name] = from.map((x, k) => x + translation[k]);
    for (const child of children) visit(child, rest[name]);
  };
  for (const node of json.scenes[0].nodes) visit(node, [0, 0, 0]);
  for (const side of ['left', 'right']) {
    const [shoulder, elbow, hand] = ['UpperArm', 'LowerArm', 'Hand'].map((part) => rest[side + part]);
    for (const joint of [elbow, hand]) assert.ok(Math.hypot(joint[1] - shoulder[1], joint[2] - shoulder[2]) < 1e-3, `${side}: ${shoulder} ${joint}`);
  }
  const seen = placesOf(json, numbers, 40);
  const [hand, head] = [seen.rightHand, seen.head];
  assert.ok(distance(hand, place) < 2e-3, `${hand} ${place}`);
  assert.ok(head[1] > hand[1]);
});

/** Two postures of the figure, the right hand elsewhere in the second. */
async function twoKeys(page = tab) {
  await on('Our body', page);
  await page.evaluate(() => {
    window.animator.context.figure.stand();
    window.animator.context.figure.finish();
  });
  await page.getByRole('button', { name: 'Add this posture' }).click();
  await page.evaluate(() => {
    const { figure } = window.animator.context;
    figure.take('rightHand');
    figure.dragTo([0.45, 0.35, 1.4]);
    for (let i = 0; i < 120; i++) figure.advance(1 / 60);
    figure.drop();
    figure.finish();
  });
  await page.getByRole('button', { name: 'Add this posture' }).click();
  await page.waitForFunction(() => {
    const { id, keys, clip } = window.animator.tabs.active.state();
    return id === 'keys' && keys.length === 2 && clip.count === 31;
  });
  await frames(page);
}

test('postures of one’s own become a motion through them; feet that stand do not slide', async () => {
  const page = await open(browser, { panel: 'motion' });
  await twoKeys(page);
  const found = await page.evaluate(() => {
    const { keys, clip, who } = window.animator.tabs.active.state();
    const { model } = who;
    const place = (locals, part) => Array.from(model.worldsOf(locals).subarray(7 * model.body.parts[part], 7 * model.body.parts[part] + 3));
    const away = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
    const hands = clip.frames.map((locals) => place(locals, 'rightHand'));
    let slide = 0;
    let step = 0;
    clip.frames.forEach((locals, i) => {
      for (const foot of ['rightFoot', 'leftFoot']) slide = Math.max(slide, away(place(locals, foot), place(keys[0].locals, foot)));
      if (i > 0) step = Math.max(step, away(hands[i], hands[i - 1]));
    });
    return { first: away(hands[0], place(keys[0].locals, 'rightHand')), last: away(hands.at(-1), place(keys[1].locals, 'rightHand')), way: away(hands[0], hands.at(-1)), slide, step };
  });
  assert.ok(found.first < 1e-3 && found.last < 1e-3 && found.way > 0.3 && found.slide < 2e-3, JSON.stringify(found));
  // Smooth: no frame of thirty goes more than a few of their share.
  assert.ok(found.step < 3.5 * (found.way / 30), JSON.stringify(found));

  // A key is moved by arrows, and by a drag; the link has it.
  await page.getByRole('button', { name: 'Posture 2 at 1.0 s' }).focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => Math.abs(window.animator.tabs.active.state().keys[1].time - 1.5) < 1e-9 && window.animator.tabs.active.state().clip.count === 46);
  const box = await page.locator('.timeline .key').nth(1).boundingBox();
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => window.animator.tabs.active.state().keys[1].time > 1.7);
  await page.waitForFunction(() => location.hash.includes(`,${Number(window.animator.tabs.active.state().keys[1].time.toFixed(6))},p.`));
  const other = await open(browser, { hash: (await page.evaluate(() => location.hash)).slice(1) });
  await other.waitForFunction(() => window.animator.tabs.active.state().keys?.length === 2 && window.animator.tabs.active.state().id === 'keys');
  const [time, same] = await Promise.all([page, other].map((one) => one.evaluate(() => window.animator.tabs.active.state().keys[1].time)));
  assert.ok(Math.abs(time - same) < 1e-5);
  await other.context().close();

  // Taken away, and back by undo.
  await page.getByRole('button', { name: /^Posture 2/ }).focus();
  await page.keyboard.press('Delete');
  await page.waitForFunction(() => window.animator.tabs.active.state().keys.length === 1 && window.animator.tabs.active.state().id === 'walk');
  await frames(page);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await page.waitForFunction(() => window.animator.tabs.active.state().keys.length === 2);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a picture has no handles; they are back after it', async () => {
  await on('Our body');
  await tab.getByRole('radio', { name: 'Walk' }).click();
  await tab.waitForFunction(() => window.animator.tabs.active.state().id === 'walk');
  await frames(tab);
  const found = await tab.evaluate(async () => {
    const { stage } = window.animator;
    const handles = () => {
      let count = 0;
      stage.scene.traverseVisible((object) => object.userData.isHandle && count++);
      return count;
    };
    const before = handles();
    const draw = stage.draw;
    let meanwhile = -1;
    stage.draw = function drawn() {
      if (meanwhile < 0) meanwhile = handles();
      draw.call(stage);
    };
    const blob = await stage.png();
    stage.draw = draw;
    return { before, meanwhile, after: handles(), type: blob.type, size: blob.size };
  });
  assert.ok(found.before >= 2 && found.meanwhile === 0 && found.after === found.before && found.type === 'image/png' && found.size > 5000, JSON.stringify(found));
});

test('a film is a WebM file; where the browser cannot, there is no button', async () => {
  const page = await open(browser, { panel: 'motion' });
  await twoKeys(page);
  const [size, ...start] = await page.evaluate(async () => {
    const blob = await window.animator.tabs.active.filmOf();
    return [blob.size, ...new Uint8Array(await blob.slice(0, 4).arrayBuffer())];
  });
  assert.ok(size > 2000, `${size}`);
  assert.deepEqual(start, [0x1a, 0x45, 0xdf, 0xa3]);
  assert.equal(await page.getByRole('button', { name: 'WebM' }).count(), 1);
  await page.context().close();
  const context = await browser.newContext();
  await context.addInitScript(() => delete window.MediaRecorder);
  const old = await context.newPage();
  await old.goto(tab.url().split('#')[0]);
  await old.waitForSelector('body[data-ready]');
  await old.evaluate(() => window.animator.tabs.open('motion'));
  assert.equal(await old.getByRole('button', { name: 'WebM' }).count(), 0);
  assert.equal(await old.getByRole('button', { name: 'VRMA' }).count(), 1);
  await context.close();
});
