// SPDX-License-Identifier: MIT
// Motion: a person's recording on the body; taken hold of while it plays, and its elbows beside those the library gives.
import { Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import { sample } from '../character/cast.js';
import { BodyGrab, partOf } from '../figure/grab.js';
import { gripNames } from '../figure/model.js';
import { placeSkin, wholeBodyLook } from '../figure/view.js';
import { BodySkin, bodyColors } from '../body/skin.js';
import { micro, makeTimer } from '../measure.js';
import { characterClip, retargetedClip } from '../motion/clip.js';
import { characterGlb, motionForFile } from '../motion/export.js';
import { canFilm, film } from '../motion/film.js';
import { keysClip } from '../motion/keys.js';
import { isRecording, recording, recordings } from '../motion/recordings.js';
import { makeTimeline } from '../motion/timeline.js';
import { pack, unpackPosture } from '../figure/code.js';
import { needFiles } from '../files.js';
import { fileDrop } from '../ui/drop.js';
import { h, section, segments, verdictBox } from '../ui/elements.js';
import { field } from '../ui/field.js';
import { wantsLessMotion } from '../ui/motion.js';
import { Plot } from '../ui/plot.js';
import { cut } from '../ui/tabs.js';
import { save } from '../ui/tools.js';
import { makeTransport } from '../ui/transport.js';

const colors = { right: '#2f8fd6', left: '#d6752f' };
/** Seconds that a part takes to go back into the motion. */
const fadeTime = 0.4;
const known = ['head', 'rightHand', 'leftHand', 'hips', 'rightFoot', 'leftFoot'];

export const motionPanel = {
  id: 'motion',
  title: 'Motion',

  create({ swivel, figure, cast, stage, pointer, view: armView, commit, tip, toast }) {
    /** Who plays it: our figure, or the character of the panel before. on: null, or what the cast shows. */
    const performerOf = (model, on) => {
      const skin = new BodySkin(model.shape);
      skin.setRest(model.rest);
      skin.group.visible = false;
      stage.scene.add(skin.group);
      return { model, on, skin, locals: new Float64Array(7 * model.shape.names.length), clips: {} };
    };
    const ourselves = performerOf(figure, null);
    let character = null;
    let who = ourselves;
    /** Postures at times, of who plays. */
    let keys = [];
    let filming = null;
    let isOnCharacter = false;
    const ball = (color) => {
      const mesh = new Mesh(new SphereGeometry(0.022, 14, 10), new MeshBasicMaterial({ color, depthTest: false, transparent: true, opacity: 0.85 }));
      mesh.renderOrder = 18;
      mesh.visible = false;
      mesh.userData.isHandle = true;
      stage.scene.add(mesh);
      return mesh;
    };
    const ours = { right: ball(colors.right), left: ball(colors.left) };
    let dropped = null;
    let clip = null;
    let id = 'walk';
    let time = 0;
    let speed = 1;
    let isOpen = false;
    let elbows = null;
    let held = null;
    let back = null;
    let worlds = null;
    let result = null;

    // ---- controls ----

    const choice = segments('Recording', [...recordings, ['keys', 'My poses']], (name) => choose(name));
    const performers = segments('On whom', [['figure', 'Our body'], ['character', 'Your character']], (name) => switchTo(name).then(commit));
    const timeline = makeTimeline({
      onAdd: () => addKey(),
      onMove: (i, to) => moveKey(i, to),
      onRemove: (i) => setKeys(keys.filter((_, k) => k !== i)),
      onDone: commit,
      onSeek(to) {
        transport.play(false);
        time = to;
        if (id !== 'keys') choose('keys');
        stage.invalidate();
      },
    });
    const chip = (text, onclick) => h('button', { type: 'button', class: 'chip', onclick }, text);
    const filmChip = canFilm(stage.canvas) ? chip('WebM', () => saveFilm()) : null;
    const transport = makeTransport(() => stage.invalidate(), (to) => (time = to));
    const drop = fileDrop('Your own recording', 'Your own recording: drop a BVH, C3D, TRC or CSV file here, or choose one. It does not leave your computer.', '.bvh,.c3d,.trc,.csv', take);
    const tempo = field('Speed', { min: 0.1, max: 2, value: 1, format: (x) => `${x.toFixed(1)} ×` }, (value) => (speed = value));
    const outcome = verdictBox();
    const plot = new Plot('How far our elbows are from the recorded ones, over time', { height: 110, unit: ' cm' });
    const numbers = h('p', { class: 'numbers' });
    const elbowSection = section('Elbows: recorded and ours', h('p', { class: 'note' }, 'The library gets only the positions of head, hands, pelvis and feet; the balls show its elbows.'), plot.canvas, numbers);
    const element = h(
      'div',
      { class: 'panel-body' },
      h('p', { class: 'lead' }, h('strong', {}, 'A person’s motion on this body.'), ' Drag a hand while it plays: the rest continues, and the hand blends back when you let go.'),
      choice.element,
      performers.element,
      drop.element,
      transport.element,
      tempo.element,
      outcome.element,
      section('My poses', h('p', { class: 'note' }, 'Postures of the panels Figure and Your character, joined to a motion.'), timeline.element),
      elbowSection,
      section('Save it', h('div', { class: 'chips' },
        ...['bvh', 'glb', 'vrma', 'csv'].map((kind) => chip(kind.toUpperCase(), () => keep(kind))),
        chip('PNG', async () => save(await stage.png(), `swivel-${id}.png`)), filmChip),
      h('p', { class: 'note' }, 'CMU Graphics Lab motion capture database (mocap.cs.cmu.edu), free for all uses.')),
    );

    async function choose(name) {
      if (name === 'keys' && keys.length < 2) {
        toast('Two postures make a motion: add them below');
        return;
      }
      id = name;
      choice.set(name);
      const by = who;
      const next = await clipOf(name);
      // Another may have been chosen meanwhile, or somebody else to play it.
      if (id === name && by === who) show(next);
    }

    /** A recording on our figure. */
    async function ourClip(name) {
      if (name === 'own') return (ourselves.clips.own ??= retargetedClip(swivel, dropped, figure, false));
      return recording(name, figure.shape);
    }

    /** On who plays it. */
    async function clipOf(name) {
      const { clips: made, model, on } = who;
      if (name === 'keys') return (made.keys ??= keysClip(model, keys));
      const ours = on && name === 'own' ? null : await ourClip(name);
      // Who has gone meanwhile has no body any more.
      if (!on || who.on !== on) return ours;
      return (made[name] ??= ours ? characterClip(swivel, ours, figure, model) : retargetedClip(swivel, dropped, model, true));
    }

    /** A visitor's file. */
    async function take(file) {
      try {
        const [bytes, files] = await Promise.all([file.arrayBuffer(), needFiles()]);
        const motion = files.read(bytes);
        // What is wrong with it is found out here; then the one before is still there.
        retargetedClip(swivel, motion, who.model, who.on !== null);
        dropped = motion;
        for (const one of [ourselves, character]) if (one) delete one.clips.own;
        time = 0;
        await choose('own');
        transport.play(!wantsLessMotion());
        toast(`${file.name}: ${clip.count} frames`);
      } catch (error) {
        console.info(error);
        toast(`${file.name} cannot be used: ${error.message}`);
      }
    }

    // ---- who plays it ----

    function leave(one) {
      stage.scene.remove(one.skin.group);
      one.skin.dispose();
    }

    /** The character of the panel Your character, as it is bound now. */
    async function needCharacter() {
      if (!cast.on) {
        await cast.needSample();
        if (!cast.on) cast.show(sample);
      }
      if (character?.on === cast.on) return;
      if (character) leave(character);
      character = cast.on.player ? performerOf(cast.on.player, cast.on) : null;
    }

    async function switchTo(name) {
      if (name === 'character') {
        await needCharacter();
        if (!character) {
          toast(cast.on.model ? `${cast.on.character.title} can be dragged in the panel Your character, but plays no recordings: it has no head` : `${cast.on.character.title} cannot move yet: see the panel Your character`);
          return;
        }
      }
      const next = name === 'character' ? character : ourselves;
      isOnCharacter = name === 'character';
      performers.set(name);
      if (next === who) return;
      comeOn(next);
      await choose(id);
    }

    function comeOn(next) {
      pointer.letGo();
      held = null;
      who.skin.group.visible = false;
      who = next;
      clip = null;
      elbows = null;
      // Postures are of one body.
      keys = [];
      timeline.set(keys);
      if (id === 'keys') id = 'walk';
      grab.skin = who.skin;
      grab.grips = gripsOf(who);
      grab.moved();
      colorSkin(document.documentElement.dataset.theme ?? 'light');
      who.skin.group.visible = isOpen;
    }

    // Another character, or bound otherwise: the body that played is gone.
    cast.onChange(() => {
      if (!who.on || who.on === cast.on) return;
      comeOn(ourselves);
      if (isOpen) switchTo('character').then(() => who.on || choose(id));
    });

    const colorSkin = (name) => who.skin.colors(bodyColors[name]);

    // ---- keys ----

    function setKeys(next) {
      keys = next.sort((a, b) => a.time - b.time);
      delete who.clips.keys;
      timeline.set(keys);
      if (keys.length > 1) choose('keys');
      else if (id === 'keys') choose('walk');
      commit();
    }

    /** The posture on show in the panel of who plays: between two keys at the time that is shown, else one second after the last. */
    function addKey() {
      const isBetween = id === 'keys' && keys.length > 1 && !transport.isPlaying && time > 0 && time < keys.at(-1).time && keys.every((key) => Math.abs(key.time - time) > 0.1);
      const at = isBetween ? time : keys.length ? keys.at(-1).time + 1 : 0;
      setKeys([...keys, { time: at, locals: Float64Array.from(who.model.locals) }]);
      time = at;
      transport.play(false);
      toast(`Posture ${keys.length} at ${at.toFixed(1)} s`);
    }

    function moveKey(i, to) {
      // The first is where time begins; none passes another.
      const [low, high] = [i === 0 ? 0 : keys[i - 1].time + 0.1, i === 0 ? 0 : (keys[i + 1]?.time ?? 31) - 0.1];
      keys[i].time = Math.min(Math.max(to, low), high);
      time = keys[i].time;
      delete who.clips.keys;
      timeline.set(keys);
      choose('keys');
    }

    function show(next) {
      clip = next;
      time = Math.min(time, clip.seconds);
      transport.setLength(clip.seconds);
      measureElbows();
      stage.invalidate();
    }

    const frameAt = (t) => clip.at(t, who.model.standing, who.locals);
    const place = (of, part) => Array.from(of.subarray(7 * who.model.body.parts[part], 7 * who.model.body.parts[part] + 3));
    const shapeWord = () => `${who.model.settings.male} ${who.model.settings.stature}`;

    /** The elbows that the library has for the six points of every frame. */
    function measureElbows() {
      const { body } = who.model;
      elbows = { shape: shapeWord(), times: [], right: [], left: [], places: [] };
      for (let i = 0; i < clip.count; i++) {
        const recorded = who.model.worldsOf(frameAt(i / clip.rate));
        const points = known.map((part) => {
          const at = 7 * body.parts[part];
          return { part, position: Array.from(recorded.subarray(at, at + 3)), rotation: Array.from(recorded.subarray(at + 3, at + 7)) };
        });
        body.solve(points, { compromise: 'keep-hand' });
        const found = {};
        for (const side of ['right', 'left']) {
          found[side] = place(body.worlds, `${side}LowerArm`);
          elbows[side].push(100 * Math.hypot(...found[side].map((x, k) => x - place(recorded, `${side}LowerArm`)[k])));
        }
        elbows.times.push(i / clip.rate);
        elbows.places.push(found);
      }
      drawCurves();
    }

    function drawCurves() {
      if (!elbows) return;
      plot.draw({
        series: ['right', 'left'].map((side) => ({ color: colors[side], x: elbows.times, y: elbows[side] })),
        xRange: [0, clip.seconds],
        yRange: [0, Math.max(10, ...elbows.right, ...elbows.left)],
        marks: [],
        cursor: time,
      });
      const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
      numbers.replaceChildren(...['right', 'left'].map((side) => h('span', { style: `color:${colors[side]}` }, `${side} elbow ${mean(elbows[side]).toFixed(1)} cm on average`)));
    }

    /** The motion on who plays it, as a file's bytes. */
    async function fileOf(kind) {
      const files = await needFiles();
      const frames = Array.from({ length: clip.count }, (_, i) => who.model.worldsOf(frameAt(i / clip.rate)));
      const own = kind === 'glb' && who.on ? characterGlb(who.on, frames, clip.rate) : null;
      return own ?? files.write(motionForFile(kind, who, frames, clip.rate), kind);
    }

    /** Once through, as a film without handles. */
    async function filmOf() {
      transport.play(false);
      time = 0;
      held = null;
      const made = await film(stage, (isOn) => {
        filming = isOn;
        transport.play(isOn !== null);
      });
      return made;
    }

    async function saveFilm() {
      if (filming || !clip) return;
      toast('Filming…');
      save(await filmOf(), `swivel-${id}.webm`);
      toast(`swivel-${id}.webm saved`);
    }

    async function keep(kind) {
      try {
        save(new Blob([await fileOf(kind)]), `swivel-${id}.${kind}`);
        toast(`swivel-${id}.${kind} saved`);
      } catch (error) {
        console.info(error);
        toast(`It cannot be written as ${kind.toUpperCase()}: ${error.message}`);
      }
    }

    // ---- taking hold ----

    const grab = new BodyGrab(stage, who.skin, {
      onHover(part, x, y) {
        if (!pointer.dragged) light(part);
        tip(part && gripNames[part], x, y);
      },
      onStart(part) {
        tip(null);
        const from = place(worlds, part);
        held = { part, from: new Vector3(...from), position: from, keep: 0, isHeld: true };
        light(part);
      },
      onMove: (by) => (held.position = held.from.clone().add(by).toArray()),
      onEnd() {
        held.isHeld = false;
        light(null);
      },
    });
    const gripsOf = ({ model, skin }) => (skin.shape.labels ?? skin.shape.names).map((name) => {
      const part = partOf(name);
      return part && model.body.parts[part] < 0 ? 'hips' : part;
    });
    const light = (part) => who.skin.light((j) => (part && grab.grips[j] === part ? 0.55 : 0));

    function pose(dt) {
      frameAt(time);
      if (held && !held.isHeld) held.keep = Math.min(1, held.keep + dt / (wantsLessMotion() ? 1e-3 : fadeTime));
      if (held?.keep === 1) held = null;
      const { model, locals } = who;
      if (held) {
        const { body } = model;
        body.animation.set(locals);
        const report = body.reach([{ part: held.part, position: held.position, want: 'position', positionWeight: 1 - held.keep }], { clear: true });
        result = { outcome: report.outcome, error: held.isHeld ? report.positionErrors[0] : 0 };
        worlds = Float64Array.from(body.worlds);
      } else {
        result = null;
        worlds = model.worldsOf(locals);
      }
    }

    const timer = makeTimer();
    return {
      element,
      open() {
        isOpen = true;
        armView.setInteractive(false);
        armView.person.visible = false;
        ourselves.skin.setRest(figure.rest);
        colorSkin(document.documentElement.dataset.theme ?? 'light');
        who.skin.group.visible = true;
        grab.isOn = true;
        pointer.add(grab);
        drop.open();
        back = stage.keep();
        // People walk about.
        stage.homeLook = (aspect) => {
          const [at, from] = wholeBodyLook(aspect);
          return [at, from.map((x, i) => at[i] + 1.25 * (x - at[i]))];
        };
        stage.home();
        transport.play(!wantsLessMotion());
        performers.set(who.on ? 'character' : 'figure');
        timeline.set(keys);
        if (isOnCharacter && !who.on) switchTo('character').then(() => who.on || choose(id));
        else choose(id);
      },
      close() {
        isOpen = false;
        pointer.letGo();
        pointer.remove(grab);
        drop.close();
        grab.isOn = false;
        held = null;
        filming?.stop();
        who.skin.group.visible = false;
        for (const one of Object.values(ours)) one.visible = false;
        armView.person.visible = true;
        stage.homeLook = null;
        back();
      },
      advance(dt) {
        if (!clip) return isOpen;
        if (elbows && elbows.shape !== shapeWord()) measureElbows();
        if (filming && time + dt >= clip.seconds) {
          time = clip.seconds;
          filming.stop();
        } else if (transport.isPlaying) time = (time + dt * (filming ? 1 : speed)) % clip.seconds;
        pose(dt);
        placeSkin(who.skin, worlds);
        grab.moved();
        stage.shadowIsOld = true;
        const at = elbows?.places[Math.min(Math.round(time * clip.rate), clip.count - 1)];
        for (const side of ['right', 'left']) {
          ours[side].visible = !held && isOpen && !filming && id !== 'keys';
          if (at) ours[side].position.fromArray(at[side]);
        }
        return transport.isPlaying || held !== null;
      },
      update() {
        transport.show(time);
        timeline.show(id === 'keys' ? time : null);
        elbowSection.hidden = id === 'keys';
        if (elbows) plot.draw({ ...plot.data, cursor: time });
        if (!held) outcome.set({ tone: 'good', title: transport.isPlaying ? 'Playing' : 'Still', text: `${id === 'keys' ? 'Your postures, joined' : 'The recording, retargeted to this body'}. Drag a part of it.` });
        else if (result?.error > 2e-3) outcome.set({ tone: 'warn', title: 'As far as it goes', text: `The ${gripNames[held.part].toLowerCase()} is ${(100 * result.error).toFixed(0)} cm short.` });
        else outcome.set({ tone: 'good', title: held.isHeld ? 'Held' : 'Blending back', text: `You move the ${gripNames[held.part].toLowerCase()}, the recording moves the rest.` });
      },
      readout() {
        return {
          time: clip && worlds ? timer(() => who.model.body.reach([{ part: 'rightHand', position: place(worlds, 'rightHand') }])) : '…',
          residual: result ? `${(1000 * result.error).toFixed(1)} mm` : '0 mm',
          outcome: result?.outcome ?? 'as recorded',
        };
      },
      theme(name) {
        colorSkin(name);
        drawCurves();
      },
      // A visitor's file is in no link; keys are.
      choices() {
        const list = id === 'own' ? ['walk', 0] : [id, micro(transport.isPlaying ? 0 : time)];
        if (who.on) list.push('on', who.on.id);
        const { shape: names, body } = who.model;
        if (keys.length) list.push('poses', ...keys.flatMap((key) => [micro(key.time), pack(names.labels ?? names.names, key.locals, body.parts.hips)]));
        return list;
      },
      async restore(list) {
        const [start, pairs] = cut(list, 'poses');
        const [[name, at], on] = cut(start, 'on');
        if (name !== 'keys' && !isRecording(name)) return;
        await switchTo(on && (on[0] === sample || cast.characters.has(on[0])) ? 'character' : 'figure');
        const { shape: names, body, standing } = who.model;
        const next = [];
        for (let i = 0; pairs && i + 1 < pairs.length; i += 2) {
          const locals = Float64Array.from(standing);
          if (pairs[i] >= 0 && pairs[i] <= 31 && unpackPosture(names.labels ?? names.names, pairs[i + 1], locals, body.parts.hips)) next.push({ time: pairs[i], locals });
        }
        keys = next;
        delete who.clips.keys;
        timeline.set(keys);
        if (Number.isFinite(at) && at > 0) {
          time = at;
          transport.play(false);
        }
        const wanted = name === 'keys' && keys.length < 2 ? 'walk' : name;
        if (isOpen) choose(wanted);
        else id = wanted;
      },
      state: () => ({ id, time, isPlaying: transport.isPlaying, held, worlds, elbows, clip, keys, who, skin: who.skin }),
      fileOf,
      filmOf,
      take,
      grab,
    };
  },
};
