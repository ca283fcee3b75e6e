// SPDX-License-Identifier: MIT
// Your character: files of others in a real browser, bound, put right, and taken hold of.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { distance, drag, frames, launch, open, screen } from './browser.mjs';
import { hold } from './hold.mjs';

const browser = await launch();
const tab = await open(browser, { panel: 'character' });
after(async () => {
  assert.deepEqual(tab.problems, []);
  await browser.close();
});

const data = (path) => fileURLToPath(new URL(`../../data/${path}`, import.meta.url));
const ready = (page = tab) => page.waitForFunction(() => window.animator.context.cast.on !== null);
const still = async (page = tab) => {
  await frames(page);
  await page.waitForFunction(() => {
    const { stage, context } = window.animator;
    const { model } = context.cast.on;
    return !stage.pending && !(model?.moving || model?.drag);
  });
};
/** A file is chosen; waits for the page's word on it. */
async function choose(file, page = tab) {
  await page.evaluate(() => (document.getElementById('toast').textContent = ''));
  await page.locator('input[type=file]').setInputFiles(file);
  await page.waitForFunction(() => document.getElementById('toast').textContent !== '');
  await still(page);
  return page.locator('#toast').textContent();
}
/** { part: the name of its joint } */
const bound = (page = tab) => page.evaluate(() => {
  const { binding, character } = window.animator.context.cast.on;
  return Object.fromEntries(Object.entries(binding.parts).flatMap(([part, { joint }]) => (joint < 0 ? [] : [[part, character.joints[joint].name]])));
});
async function knight() {
  await ready();
  await tab.evaluate(() => {
    window.animator.context.cast.show('knight');
    window.animator.context.commit();
  });
  await still();
}

test('a character is there at once, with the part of every bone, how sure that is and why; nothing is sent', async () => {
  await ready();
  await still();
  const row = (part) => tab.locator(`.part[data-part=${part}]`).innerText();
  assert.match(await row('leftHand'), /Left hand\s+wrist\.l\s+95 %\s+name/);
  assert.match(await tab.locator('#panel').innerText(), /Nothing leaves your computer/);
  assert.ok(tab.requests.every((url) => /^(file|data|blob):/.test(url)), tab.requests.join());
  // Its mesh is in the picture, in its own colours: the cape is red.
  const red = await tab.evaluate(() => {
    const { stage } = window.animator;
    stage.draw();
    const gl = stage.renderer.getContext();
    const { width, height } = stage.canvas;
    const pixels = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    let count = 0;
    for (let i = 0; i < pixels.length; i += 4) if (pixels[i] > 80 && pixels[i + 1] < 0.4 * pixels[i] && pixels[i + 2] < 0.4 * pixels[i]) count++;
    return count / (width * height);
  });
  assert.ok(red > 0.005, `${red}`);
});

test('parts are those that were read by eye, in files of many makers', async () => {
  for (const [file, rig] of [['gltf/debug_robot_vrm1.vrm', 'vrm_robot'], ['gltf/human_skeleton_rigify.glb', 'rigify'], ['gltf/RobotExpressive.glb', 'robot'], ['bvh/cmu_02_01_walk.bvh', 'cmu'], ['bvh/rokoko_jesse_dance.bvh', 'rokoko'], ['bvh/makehuman_tpose.bvh', 'makehuman']]) {
    assert.match(await choose(data(`files/${file}`)), /is loaded/, file);
    const wanted = Object.fromEntries(readFileSync(data(`rigs/${rig}.parts`), 'utf8').trim().split('\n').filter((line) => !line.startsWith('twist:')).map((line) => [line.split(' ')[0], line.slice(line.indexOf(' ') + 1)]));
    assert.deepEqual(await bound(), wanted, file);
  }
});

test('whatever the file, it stands: upright, facing forward, feet on the floor, 1.70 m', async () => {
  for (const file of ['gltf/debug_robot_vrm1.vrm', 'gltf/human_skeleton_rigify.glb', 'bvh/rokoko_jesse_dance.bvh', 'bvh/makehuman_tpose.bvh', 'bvh/three_pirouette.bvh']) {
    await choose(data(`files/${file}`));
    const { head, hips, right, left, foot, isFinite } = await tab.evaluate(() => {
      const { model } = window.animator.context.cast.on;
      const at = (part) => model.pose(part).position;
      return { head: at('head'), hips: at('hips'), right: at('rightUpperArm'), left: at('leftUpperArm'), foot: at('rightFoot'), isFinite: model.worlds.every(Number.isFinite) };
    });
    assert.ok(isFinite && head[2] > hips[2] + 0.3 && head[2] < 1.75 && Math.hypot(hips[0], hips[1]) < 0.2, `${file}: ${head} ${hips}`);
    assert.ok(right[0] > left[0] + 0.1 && foot[2] > -0.01 && foot[2] < 0.2, `${file}: ${right} ${left} ${foot}`);
  }
});

test('a hand taken hold of by its mesh is where it is dragged, and the mesh goes with it', async () => {
  await knight();
  const from = await hold(tab, 'rightHand');
  assert.ok(from, 'the hand can be taken hold of');
  await tab.evaluate(() => (window.before = window.animator.tabs.active.view.skin.places()));
  await tab.mouse.move(from.x, from.y);
  await tab.mouse.down();
  for (let i = 1; i <= 6; i++) await tab.mouse.move(from.x - (25 * i) / 6, from.y - (15 * i) / 6);
  await frames(tab);
  const found = await tab.evaluate(() => {
    const { model } = window.animator.context.cast.on;
    const { view } = window.animator.tabs.active;
    for (let i = 0; i < 120; i++) model.advance(1 / 60);
    view.dirty = true;
    view.update();
    const places = view.skin.places();
    let far = 0;
    for (let i = 0; i < places.length; i++) far = Math.max(far, Math.abs(places[i] - window.before[i]));
    return { part: model.drag.part, wanted: model.drag.position, start: model.drag.start.position, now: model.pose('rightHand').position, far, isFinite: places.every(Number.isFinite) };
  });
  await tab.mouse.up();
  await still();
  assert.equal(found.part, 'rightHand');
  const way = distance(found.wanted, found.start);
  assert.ok(way > 0.05 && found.far > 0.5 * way && found.isFinite, JSON.stringify(found));
  assert.ok(distance(found.now, found.wanted) < 1e-4, `${distance(found.now, found.wanted)} m off`);
});

test('foot, head, pelvis, elbow and knee go where they are dragged, on a mesh, on bones and on links', async () => {
  for (const file of [null, 'gltf/human_skeleton_rigify.glb', 'bvh/cmu_02_01_walk.bvh', 'gltf/debug_robot_vrm1.vrm']) {
    if (file) await choose(data(`files/${file}`));
    else await knight();
    const found = await tab.evaluate(() => {
      const { model } = window.animator.context.cast.on;
      return [['leftHand', [0, 0.06, 0.1]], ['leftFoot', [0, 0.06, 0.05]], ['head', [0.03, 0.02, -0.02]], ['hips', [0.02, 0, -0.04]], ['leftLowerArm', [-0.05, 0, 0.02]], ['rightLowerLeg', [0, 0.2, 0.15]]].map(([part, by]) => {
        model.stand();
        model.take(part);
        const { start } = model.drag;
        model.dragTo(start.position.map((x, i) => x + by[i]));
        for (let i = 0; i < 120; i++) model.advance(1 / 60);
        const { position } = model.drag;
        const away = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
        const answer = { part, off: away(model.pose(part).position, position), way: away(start.position, position), isFinite: model.worlds.every(Number.isFinite) };
        model.drop();
        return answer;
      });
    });
    await still();
    for (const { part, off, way, isFinite } of found) {
      // An elbow or knee comes as near as its bones and the rest of the body let it.
      const most = /Lower/.test(part) ? 0.75 * way : 1e-4;
      assert.ok(isFinite && off < most, `${file ?? 'knight'}, ${part}: ${off} m off, of ${way}`);
    }
  }
});

test('a wrong part is put right by clicking the part and then its bone; undo takes it back', async () => {
  await knight();
  await tab.locator('.part[data-part=rightHand]').click();
  const at = await tab.evaluate(() => {
    const { stage, context, tabs } = window.animator;
    const joint = context.cast.on.character.joints.findIndex(({ name }) => name === 'hand.r');
    const box = stage.canvas.getBoundingClientRect();
    const { x, y } = stage.toScreen(tabs.active.bindingView.places[joint]).clone();
    return { x: x + box.left, y: y + box.top };
  });
  await tab.mouse.click(at.x, at.y);
  await still();
  assert.equal((await bound()).rightHand, 'hand.r');
  assert.match(await tab.locator('.part[data-part=rightHand]').innerText(), /hand\.r[^]*by you/);
  assert.equal(await tab.evaluate(() => {
    const { model, shape } = window.animator.context.cast.on;
    return shape.names[model.body.parts.rightHand];
  }), 'hand.r');
  await tab.keyboard.press('Control+z');
  await still();
  assert.equal((await bound()).rightHand, 'wrist.r');

  // From the list; a joint is one part, so that the hand loses its own.
  await tab.locator('.part[data-part=rightLowerArm]').click();
  await tab.getByLabel('The joint of this part').selectOption({ label: 'wrist.r' });
  await still();
  assert.match(await tab.locator('.verdict').innerText(), /It cannot move yet\s+No joint is known for: right hand/);
  await tab.getByRole('button', { name: 'Reset to detected' }).click();
  await still();
  assert.match(await tab.locator('.verdict').innerText(), /Balanced/);
  assert.equal((await bound()).rightLowerArm, 'lowerarm.r');
});

test('Esc ends looking for a bone; then a click on it takes hold of the body', async () => {
  await knight();
  await tab.locator('.part[data-part=head]').click();
  assert.ok(await tab.evaluate(() => window.animator.tabs.active.bindingView.armed));
  await tab.keyboard.press('Escape');
  assert.ok(!(await tab.evaluate(() => window.animator.tabs.active.bindingView.armed)));
  assert.equal(await tab.locator('.part[aria-pressed=true]').count(), 0);
});

test('what cannot be used is refused in words that say where, and the last one stays', async () => {
  await choose(data('files/bvh/cmu_02_01_walk.bvh'));
  const id = await tab.evaluate(() => window.animator.context.cast.on.id);
  const robot = readFileSync(data('files/gltf/RobotExpressive.glb'));
  for (const [file, words] of [
    [data('files/bvh_odd/malformed-channel-count.bvh'), /line 6: a channel/],
    [data('files/gltf_odd/malformed_glb_json.vrm'), /from byte 20 on is not JSON/],
    [data('files/gltf_odd/out_of_range_joints.vrm'), /follows joint 5, but its skin has 2/],
    [data('files/gltf_odd/recursive_nodes.gltf'), /its nodes form a cycle/],
    [data('files/markers/walking2_markers.trc'), /TRC file, which has no skeleton/],
    [{ name: 'half.glb', mimeType: '', buffer: robot.subarray(0, robot.length / 2) }, /goes beyond the end/],
    [{ name: 'empty.glb', mimeType: '', buffer: Buffer.alloc(0) }, /it is empty/],
    [{ name: 'text.glb', mimeType: '', buffer: Buffer.from('hello') }, /cannot be used/],
    [{ name: 'apart.gltf', mimeType: '', buffer: Buffer.from('{"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":1}],"bufferViews":[{"buffer":0,"byteLength":12}],"buffers":[{"uri":"a.bin","byteLength":12}]}') }, /is in another file, a\.bin/],
  ]) {
    assert.match(await choose(file), words);
    assert.equal(await tab.evaluate(() => window.animator.context.cast.on.id), id);
  }
});

test('one that is no body is shown all the same, and says what is missing', async () => {
  await choose(data('files/urdf/panda.urdf'));
  assert.match(await tab.locator('.verdict').innerText(), /It cannot move yet\s+No part of a human body/);
  await choose(data('files/urdf/simple_humanoid.urdf'));
  assert.match(await tab.locator('.verdict').innerText(), /No joint is known for: .*right foot/);
  assert.equal(await tab.evaluate(() => window.animator.tabs.active.bindingView.places.length > 15), true);
});

test('robots without a head are dragged by hands and feet, inside the limits of their joints', async () => {
  for (const file of ['mjcf/g1.xml', 'mjcf/h1.xml']) {
    await choose(data(`files/${file}`));
    assert.match(await tab.locator('.verdict').innerText(), /Balanced and within limits/, file);
    const seen = await tab.evaluate(() => {
      const { model, character } = window.animator.context.cast.on;
      const away = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
      const limits = () => {
        const { robot, posture } = model.body;
        return Math.max(...character.robot.robot.map(({ kind, lower, upper }, i) => (kind === 'hinge' ? Math.max(lower - posture[robot.firstNumbers[i]], posture[robot.firstNumbers[i]] - upper) : 0)));
      };
      const found = [];
      const first = Float64Array.from(model.drawn);
      for (const [part, by] of [['rightHand', [0.1, 0.2, 0.25]], ['leftHand', [0, 0.3, 0.1]], ['hips', [0.03, 0, -0.08]], ['leftFoot', [-0.12, 0.15, 0.12]]]) {
        const feet = ['rightFoot', 'leftFoot'].filter((foot) => foot !== part).map((foot) => [foot, model.pose(foot).position]);
        model.take(part);
        const goal = model.drag.start.position.map((x, i) => x + by[i]);
        let [before, fastest] = [Float64Array.from(model.drawn), 0];
        for (let i = 0; i < 90; i++) {
          model.dragTo(model.drag.start.position.map((x, k) => x + (by[k] * Math.min(i + 1, 60)) / 60));
          model.advance(1 / 60);
          for (let j = 0; j < before.length; j += 7) fastest = Math.max(fastest, 60 * away(Array.from(model.drawn.subarray(j, j + 3)), Array.from(before.subarray(j, j + 3))));
          before = Float64Array.from(model.drawn);
        }
        // Of the robot itself, not of its stand-in.
        const at = (name) => model.body.place(name).toArray();
        found.push({ part, off: away(at(part), goal), slip: Math.max(...feet.map(([foot, place]) => away(at(foot), place))), outside: limits(), fastest, overhang: model.report.overhang });
        model.drop();
      }
      // Taken back by Esc: as it was.
      const kept = Float64Array.from(model.drawn);
      model.take('rightHand');
      model.dragTo(model.drag.start.position.map((x) => x - 0.1));
      for (let i = 0; i < 30; i++) model.advance(1 / 60);
      model.cancel();
      model.finish();
      const back = Math.max(...kept.map((x, i) => Math.abs(x - model.drawn[i])));
      model.stand();
      model.finish();
      return { found, back, stands: Math.max(...first.map((x, i) => Math.abs(x - model.drawn[i]))) };
    });
    for (const { part, off, slip, outside, fastest, overhang } of seen.found) {
      const say = `${file}, ${part}: ${off} m off, feet ${slip} m, limits ${outside}, ${fastest} m/s, ${overhang} m out of balance`;
      // A pelvis has no hinges of its own: it comes as near as the legs let it. What stands is the sole: an ankle above one that tilts, as H1's, which do not roll, moves a little.
      assert.ok(off < (part === 'hips' ? 0.05 : 1e-3) && slip < 2e-3 && outside < 1e-6 && fastest < 3 && overhang < 1e-3, say);
    }
    assert.ok(seen.back < 1e-3 && seen.stands < 1e-4, `${file}: ${seen.back}, ${seen.stands}`);
  }
  // With the mouse, and links hold the posture.
  const to = await screen(tab, 'new animator.stage.camera.position.constructor(...animator.context.cast.on.model.pose("leftHand").position)');
  await drag(tab, to, { x: to.x + 30, y: to.y - 60 });
  assert.equal(await tab.locator('.chip[data-part="head"]').isVisible(), false);
  const { part, moved } = await tab.evaluate(() => {
    const { model } = window.animator.context.cast.on;
    return { part: window.animator.tabs.active.view.selected, moved: Math.max(...model.worlds.map((x, i) => Math.abs(x - model.worldsOf(model.standing)[i]))) };
  });
  assert.ok(/^left/.test(part) && moved > 0.02, `${part} ${moved}`);
});

test('a link has the knight’s posture; of a file of one’s own it says that links do not contain it', async () => {
  await knight();
  await tab.evaluate(() => {
    const { model } = window.animator.context.cast.on;
    model.take('rightHand');
    const [x, y, z] = model.drag.start.position;
    model.dragTo([x + 0.1, y + 0.1, z + 0.2]);
    for (let i = 0; i < 100; i++) model.advance(1 / 60);
    model.drop();
    window.animator.context.commit();
  });
  await still();
  await tab.waitForFunction(() => /character=knight,pose/.test(location.hash));
  const hand = await tab.evaluate(() => window.animator.context.cast.on.model.pose('rightHand').position);
  const other = await open(browser, { hash: (await tab.evaluate(() => location.hash)).slice(1) });
  await ready(other);
  await still(other);
  assert.ok(distance(await other.evaluate(() => window.animator.context.cast.on.model.pose('rightHand').position), hand) < 2e-3);
  assert.deepEqual(other.problems, []);
  await other.context().close();

  await choose(data('files/bvh/cmu_02_01_walk.bvh'));
  await tab.waitForFunction(() => /character=own/.test(location.hash));
  const third = await open(browser, { hash: (await tab.evaluate(() => location.hash)).slice(1) });
  await third.waitForFunction(() => /links do not contain/.test(document.getElementById('toast').textContent));
  assert.equal(await third.evaluate(() => window.animator.context.cast.on.id), 'knight');
  await third.context().close();
  // Undo brings back the character before, which is still in this page.
  await tab.keyboard.press('Control+z');
  await still();
  assert.equal(await tab.evaluate(() => window.animator.context.cast.on.id), 'knight');
  assert.ok(distance(await tab.evaluate(() => window.animator.context.cast.on.model.pose('rightHand').position), hand) < 2e-3);
});
