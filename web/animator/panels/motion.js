// SPDX-License-Identifier: MIT
// Motion: a person's recording on the body; taken hold of while it plays, and its elbows beside those the library gives.
import filesText from 'files.wasm.gz';
import { Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import { BodyGrab } from '../figure/grab.js';
import { gripNames } from '../figure/model.js';
import { placeSkin, wholeBodyLook } from '../figure/view.js';
import { BodySkin, bodyColors } from '../body/skin.js';
import { micro, makeTimer } from '../measure.js';
import { retargetedClip } from '../motion/clip.js';
import { isRecording, recording, recordings } from '../motion/recordings.js';
import { load as loadFiles } from '../../swivel/files.js';
import { unpack } from '../unpack.js';
import { h, icon, section, segments, verdictBox } from '../ui/elements.js';
import { field } from '../ui/field.js';
import { wantsLessMotion } from '../ui/motion.js';
import { Plot } from '../ui/plot.js';
import { save } from '../ui/tools.js';

const colors = { right: '#2f8fd6', left: '#d6752f' };
/** Seconds that a part takes to go back into the motion. */
const fadeTime = 0.4;
const known = ['head', 'rightHand', 'leftHand', 'hips', 'rightFoot', 'leftFoot'];

export const motionPanel = {
  id: 'motion',
  title: 'Motion',

  create({ swivel, figure, stage, pointer, view: armView, tip, toast }) {
    const { shape } = figure;
    const skin = new BodySkin(shape);
    skin.group.visible = false;
    stage.scene.add(skin.group);
    const ball = (color) => {
      const mesh = new Mesh(new SphereGeometry(0.022, 14, 10), new MeshBasicMaterial({ color, depthTest: false, transparent: true, opacity: 0.85 }));
      mesh.renderOrder = 18;
      mesh.visible = false;
      stage.scene.add(mesh);
      return mesh;
    };
    const ours = { right: ball(colors.right), left: ball(colors.left) };
    let clip = null;
    let id = 'walk';
    let time = 0;
    let speed = 1;
    let isPlaying = false;
    let isOpen = false;
    let elbows = null;
    let held = null;
    let back = null;
    const locals = new Float64Array(7 * shape.names.length);
    let worlds = null;
    let result = null;

    // ---- controls ----

    const choice = segments('Recording', recordings, (name) => choose(name));
    const play = h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Play or pause', onclick: () => setPlaying(!isPlaying) }, icon('play'));
    const scrub = h('input', { type: 'range', min: 0, max: 1, step: 'any', value: 0, 'aria-label': 'Time in seconds' });
    scrub.addEventListener('input', () => {
      setPlaying(false);
      time = scrub.valueAsNumber;
      stage.invalidate();
    });
    const picker = h('input', { type: 'file', accept: '.bvh,.c3d,.trc,.csv', 'aria-label': 'Your own recording', onchange: () => picker.files[0] && take(picker.files[0]) });
    const tempo = field('Speed', { min: 0.1, max: 2, value: 1, format: (x) => `${x.toFixed(1)} ×` }, (value) => (speed = value));
    const outcome = verdictBox();
    const plot = new Plot('How far our elbows are from the recorded ones, over time', { height: 110, unit: ' cm' });
    const numbers = h('p', { class: 'numbers' });
    const element = h(
      'div',
      { class: 'panel-body' },
      h('p', { class: 'lead' }, h('strong', {}, 'A person’s motion on this body.'), ' Take hold of a hand while it plays: the rest goes on, and when you let go it blends back.'),
      choice.element,
      h('label', { class: 'file' }, h('span', {}, 'Your own recording: drop a BVH, C3D, TRC or CSV file here, or choose one. It does not leave your computer.'), picker),
      h('div', { class: 'transport' }, play, scrub),
      tempo.element,
      outcome.element,
      section('Elbows: recorded and ours', h('p', { class: 'note' }, 'The library is told where head, hands, pelvis and feet are, and nothing else; the balls are where it has the elbows.'), plot.canvas, numbers),
      section('Take it with you', h('div', { class: 'chips' },
        h('button', { type: 'button', class: 'chip', onclick: () => keep('bvh') }, 'BVH'),
        h('button', { type: 'button', class: 'chip', onclick: () => keep('glb') }, 'GLB'),
        h('button', { type: 'button', class: 'chip', onclick: () => keep('csv') }, 'CSV')),
      h('p', { class: 'note' }, 'CMU Graphics Lab motion capture database (mocap.cs.cmu.edu), free for all uses.')),
    );

    function setPlaying(on) {
      isPlaying = on;
      play.replaceChildren(icon(on ? 'pause' : 'play'));
      stage.invalidate();
    }

    async function choose(name) {
      id = name;
      choice.set(name);
      const next = await recording(name, shape);
      // Another may have been chosen meanwhile.
      if (id === name) show(next);
    }

    let files = null;
    const needFiles = async () => (files ??= await loadFiles(await unpack(filesText)));

    /** A visitor's file. */
    async function take(file) {
      try {
        const [bytes] = await Promise.all([file.arrayBuffer(), needFiles()]);
        const own = retargetedClip(swivel, files.read(bytes), figure);
        id = 'own';
        choice.set('own');
        time = 0;
        show(own);
        setPlaying(!wantsLessMotion());
        toast(`${file.name}: ${own.count} frames`);
      } catch (error) {
        console.info(error);
        toast(`${file.name} cannot be used: ${error.message}`);
      }
      picker.value = '';
    }

    function show(next) {
      clip = next;
      time = Math.min(time, clip.seconds);
      scrub.max = clip.seconds;
      measureElbows();
      stage.invalidate();
    }

    const frameAt = (t) => clip.at(t, figure.standing, locals);
    const place = (of, part) => Array.from(of.subarray(7 * figure.body.parts[part], 7 * figure.body.parts[part] + 3));

    /** The elbows that the library has for the six points of every frame. */
    function measureElbows() {
      elbows = { shape: `${figure.settings.male} ${figure.settings.stature}`, times: [], right: [], left: [], places: [] };
      for (let i = 0; i < clip.count; i++) {
        const recorded = figure.worldsOf(frameAt(i / clip.rate));
        const points = known.map((part) => {
          const at = 7 * figure.body.parts[part];
          return { part, position: Array.from(recorded.subarray(at, at + 3)), rotation: Array.from(recorded.subarray(at + 3, at + 7)) };
        });
        figure.body.solve(points, { compromise: 'keep-hand' });
        const found = {};
        for (const side of ['right', 'left']) {
          found[side] = place(figure.body.worlds, `${side}LowerArm`);
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

    /** Poses in the axes that files have: y up, facing z. */
    const forFiles = (poses) => poses.map((_, i) => [-poses[i], poses[i + 1], poses[i - 1], -poses[i], poses[i + 1], poses[i - 1], poses[i]][i % 7]);

    /** The motion on this body as a file's bytes. */
    async function fileOf(kind) {
      await needFiles();
      const width = 7 * shape.names.length;
      const frames = new Float64Array(clip.count * width);
      for (let i = 0; i < clip.count; i++) frames.set(forFiles(frameAt(i / clip.rate)), i * width);
      return files.write({ names: shape.names, parents: shape.parents, rest: forFiles(figure.body.restLocals), frames, frameTime: 1 / clip.rate, metresPerUnit: 1, up: 'y' }, kind);
    }

    async function keep(kind) {
      save(new Blob([await fileOf(kind)]), `swivel-${id}.${kind}`);
      toast(`swivel-${id}.${kind} saved`);
    }

    const drop = {
      dragover: (event) => event.preventDefault(),
      drop(event) {
        event.preventDefault();
        if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
      },
    };

    // ---- taking hold ----

    const grab = new BodyGrab(stage, skin, {
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
    const light = (part) => skin.light((j) => (part && grab.grips[j] === part ? 0.55 : 0));

    function pose(dt) {
      frameAt(time);
      if (held && !held.isHeld) held.keep = Math.min(1, held.keep + dt / (wantsLessMotion() ? 1e-3 : fadeTime));
      if (held?.keep === 1) held = null;
      if (held) {
        figure.body.animation.set(locals);
        const report = figure.body.reach([{ part: held.part, position: held.position, want: 'position', keepPosition: held.keep }], { clear: true });
        result = { outcome: report.outcome, error: held.isHeld ? report.positionErrors[0] : 0 };
        worlds = Float64Array.from(figure.body.worlds);
      } else {
        result = null;
        worlds = figure.worldsOf(locals);
      }
    }

    const timer = makeTimer();
    return {
      element,
      open() {
        isOpen = true;
        armView.setInteractive(false);
        armView.person.visible = false;
        skin.setRest(figure.rest);
        skin.colors(bodyColors[document.documentElement.dataset.theme ?? 'light']);
        skin.group.visible = true;
        grab.isOn = true;
        pointer.add(grab);
        for (const [name, listener] of Object.entries(drop)) document.body.addEventListener(name, listener);
        back = stage.keep();
        // People walk about.
        stage.homeLook = (aspect) => {
          const [at, from] = wholeBodyLook(aspect);
          return [at, from.map((x, i) => at[i] + 1.25 * (x - at[i]))];
        };
        stage.home();
        setPlaying(!wantsLessMotion());
        if (id !== 'own') choose(id);
      },
      close() {
        isOpen = false;
        pointer.letGo();
        pointer.remove(grab);
        for (const [name, listener] of Object.entries(drop)) document.body.removeEventListener(name, listener);
        grab.isOn = false;
        held = null;
        skin.group.visible = false;
        for (const one of Object.values(ours)) one.visible = false;
        armView.person.visible = true;
        stage.homeLook = null;
        back();
      },
      advance(dt) {
        if (!clip) return isOpen;
        if (elbows && elbows.shape !== `${figure.settings.male} ${figure.settings.stature}`) measureElbows();
        if (isPlaying) time = (time + dt * speed) % clip.seconds;
        pose(dt);
        placeSkin(skin, worlds);
        grab.moved();
        stage.shadowIsOld = true;
        const at = elbows?.places[Math.min(Math.round(time * clip.rate), clip.count - 1)];
        for (const side of ['right', 'left']) {
          ours[side].visible = !held && isOpen;
          if (at) ours[side].position.fromArray(at[side]);
        }
        return isPlaying || held !== null;
      },
      update() {
        scrub.value = time;
        if (elbows) plot.draw({ ...plot.data, cursor: time });
        if (!held) outcome.set({ tone: 'good', title: isPlaying ? 'Playing' : 'Still', text: 'The recording, brought to this body. Take hold of a part of it.' });
        else if (result?.error > 2e-3) outcome.set({ tone: 'warn', title: 'As far as it goes', text: `The ${gripNames[held.part].toLowerCase()} is ${(100 * result.error).toFixed(0)} cm short.` });
        else outcome.set({ tone: 'good', title: held.isHeld ? 'Held' : 'Blending back', text: `The ${gripNames[held.part].toLowerCase()} is yours, the rest is the recording’s.` });
      },
      readout() {
        return {
          time: clip && worlds ? timer(() => figure.body.reach([{ part: 'rightHand', position: place(worlds, 'rightHand') }])) : '…',
          residual: result ? `${(1000 * result.error).toFixed(1)} mm` : '0 mm',
          outcome: result?.outcome ?? 'as recorded',
        };
      },
      theme(name) {
        skin.colors(bodyColors[name]);
        drawCurves();
      },
      // A visitor's file is in no link.
      choices: () => (id === 'own' ? ['walk', 0] : [id, micro(isPlaying ? 0 : time)]),
      restore([name, at]) {
        if (!isRecording(name)) return;
        if (Number.isFinite(at) && at > 0) {
          time = at;
          setPlaying(false);
        }
        if (isOpen) choose(name);
        else id = name;
      },
      state: () => ({ id, time, isPlaying, held, worlds, elbows, clip, skin }),
      fileOf,
      take,
      grab,
    };
  },
};
