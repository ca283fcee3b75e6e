// SPDX-License-Identifier: MIT
// Your character: a visitor's file, bound to the parts of a body, which is shown and can be put right; then it moves as ours does.
import { BodySkin, bodyColors } from '../body/skin.js';
import { sample } from '../character/cast.js';
import { BindingView } from '../character/binding_view.js';
import { makeParts } from '../character/parts_list.js';
import { pack, unpackPosture } from '../figure/code.js';
import { makeControls, verdict } from '../figure/controls.js';
import { grips, pinnable } from '../figure/model.js';
import { FigureView, placeSkin, wholeBodyLook } from '../figure/view.js';
import { makeTimer } from '../measure.js';
import { fileDrop } from '../ui/drop.js';
import { h, section, toggle, verdictBox } from '../ui/elements.js';
import { metres } from '../ui/readout.js';
import { cut } from '../ui/tabs.js';

const feet = ['rightFoot', 'leftFoot'];

export const characterPanel = {
  id: 'character',
  title: 'Your character',

  create({ swivel, cast, stage, pointer, view: armView, commit, toast, tip }) {
    let isOpen = false;
    /** In the picture: a view of the model, or, of what cannot move yet, its skin alone. */
    let view = null;
    let still = null;
    let armed = null;
    let standing = '';
    let waiting = null;
    let back = null;

    const drop = fileDrop('Your character', 'Drop a GLB, VRM, BVH, URDF or MJCF file anywhere on the page, or choose one. Nothing leaves your computer: the file is read only by this page and is not part of links.', '.glb,.vrm,.gltf,.bvh,.urdf,.xml,.mjcf', take);
    const outcome = verdictBox();
    const facts = h('p', { class: 'note' });
    const bones = toggle('Show bones', 'Every bone, coloured by confidence', () => showBones());
    const controls = makeControls(() => (view ? { model: view.model, view } : null), { stage, commit });
    const parts = makeParts(swivel.parts, {
      onArm: (part) => arm(part),
      onFix: (part, joint) => fix(part, joint),
      onForget() {
        cast.show(cast.on.id);
        commit();
      },
    });
    const stand = h('button', { type: 'button', class: 'chip', onclick: () => view && (view.model.stand(), commit()) }, 'Stand');
    const own = h('button', { type: 'button', class: 'chip', onclick: () => cast.on.id !== sample && (cast.show(sample), commit()) }, 'Example: the knight');
    bones.set(true);
    const element = h(
      'div',
      { class: 'panel-body' },
      h('p', { class: 'lead' }, h('strong', {}, 'Your own character moves like ours.'), ' Its bones are found by name and shape; then drag it anywhere.'),
      drop.element,
      outcome.element,
      facts,
      h('div', { class: 'chips' }, stand, own),
      section('Which bone is what', h('div', { class: 'toggles' }, bones.element), parts.element),
      ...controls.sections,
      h('p', { class: 'note' }, 'The knight is by Kay Lousberg, free for all uses (CC0).'),
    );

    const bindingView = new BindingView(stage, { onPick: (joint) => armed && fix(armed, joint), onTip: tip });

    async function take(file) {
      try {
        await cast.take(file);
        toast(`${file.name} is loaded`);
        commit();
      } catch (error) {
        toast(`${file.name} cannot be used: ${error.message}`);
      }
    }

    function showBones() {
      bindingView.visible = isOpen && cast.on !== null && bones.input.checked;
      stage.invalidate();
    }

    /** The next bone that is clicked is this part. */
    function arm(part) {
      armed = part;
      bindingView.armed = part !== null;
      if (part && !bones.input.checked) bones.set(true);
      bindingView.paint(part);
      bindingView.update(worlds());
      parts.arm(part);
      showBones();
    }

    function fix(part, joint) {
      const fault = cast.fix(part, joint);
      if (fault) toast(`Not possible: ${fault}`);
      else commit();
    }

    const worlds = () => view?.model.drawn ?? still.worlds;

    /** Another character, or other parts: the picture anew. */
    function rebuild() {
      const { shape, model, binding, character, fixes } = cast.on;
      const hadHandles = view?.hasHandles ?? false;
      view?.remove();
      if (still) {
        stage.scene.remove(still.skin.group);
        still.skin.dispose();
      }
      [view, still] = [null, null];
      if (model) {
        view = new FigureView({ stage, pointer, model, skin: new BodySkin(shape), onCommit: commit, onTip: tip });
        view.hasHandles = hadHandles;
        view.visible = isOpen;
        standing = word();
      } else {
        const skin = new BodySkin(shape);
        const rest = shape.rest();
        skin.setRest(rest);
        skin.group.visible = isOpen;
        stage.scene.add(skin.group);
        still = { skin, worlds: Float64Array.from(rest.joints.flatMap((place) => [...place, 0, 0, 0, 1])) };
        placeSkin(skin, still.worlds);
        stage.shadowIsOld = true;
      }
      bindingView.set(cast.on);
      armed = null;
      bindingView.armed = false;
      bindingView.update(worlds());
      parts.set(binding, character.joints, fixes);
      theme(document.documentElement.dataset.theme ?? 'light');
      showBones();
      const bound = Object.values(binding.parts).filter(({ joint }) => joint >= 0).length;
      const drawn = character.mesh ? 'drawn with its own mesh' : character.isRobot ? 'drawn as links; it moves within the limits of its joints' : 'drawn as bones';
      facts.textContent = `${character.title}: ${character.kind}, ${character.joints.length} joints, ${bound} of them parts of a body; ${drawn}, 1.70 m tall.`;
      own.hidden = cast.on.id === sample;
      stand.disabled = !model;
      stage.invalidate();
    }
    cast.onChange(rebuild);

    function theme(name) {
      (view?.skin ?? still?.skin)?.colors(bodyColors[name]);
      if (view) view.dirty = true;
    }

    const hips = () => view.model.body.parts.hips;
    const word = () => pack(view.model.shape.labels, view.model.base, hips());

    async function needCharacter() {
      if (cast.on) return;
      await cast.needSample();
      if (!cast.on) cast.show(sample);
      if (waiting) restore(waiting);
      waiting = null;
    }

    function choices() {
      if (!cast.on) return waiting ?? [sample];
      const { id, fixes } = cast.on;
      const fixed = Object.entries(fixes).flatMap(([part, joint]) => [part, joint ?? -1]);
      const list = [id];
      if (fixed.length) list.push('fixes', ...fixed);
      if (!view) return list;
      const { model } = view;
      const { balance, clear, mirror } = model.settings;
      const pins = grips.filter((part) => model.pins.has(part));
      const locks = grips.filter((part) => model.locks.has(part));
      const isAsAtFirst = word() === standing && balance && clear && !mirror && locks.length === 0 && pins.join() === feet.slice().sort((a, b) => grips.indexOf(a) - grips.indexOf(b)).join();
      if (!isAsAtFirst) list.push('pose', word(), ...[balance, clear, mirror].map(Number), 'pins', ...pins, 'locks', ...locks);
      return list;
    }

    function restore(list) {
      if (!cast.on) {
        waiting = list;
        return;
      }
      const [start, posed] = cut(list, 'pose');
      const [[id], fixed = null] = cut(start, 'fixes');
      if (!cast.characters.has(id)) {
        toast('This link was made with a file that links do not contain. The knight is shown instead.');
        cast.show(sample);
        return;
      }
      const fixes = {};
      const { joints } = cast.characters.get(id);
      for (let i = 0; fixed && i + 1 < fixed.length; i += 2) if (swivel.parts.includes(fixed[i]) && Number.isInteger(fixed[i + 1]) && fixed[i + 1] < joints.length) fixes[fixed[i]] = fixed[i + 1] < 0 ? null : fixed[i + 1];
      const isSame = cast.on.id === id && JSON.stringify(cast.on.fixes) === JSON.stringify(fixes);
      try {
        if (!isSame) cast.show(id, fixes);
      } catch (error) {
        console.info(error);
        cast.show(id);
      }
      if (!view) return;
      const { model } = view;
      if (!posed) {
        model.set({ balance: true, clear: true, mirror: false });
        model.stand();
        return;
      }
      const [[pose, balances, clears, mirrors], rest] = cut(posed, 'pins');
      const [pinned, locked] = cut(rest ?? [], 'locks');
      model.restore({
        settings: { balance: balances === 1, clear: clears === 1, mirror: mirrors === 1 },
        read: (locals) => unpackPosture(model.shape.labels, pose, locals, hips()),
        pins: pinned.filter((part) => pinnable.includes(part)),
        locks: (locked ?? []).filter((part) => grips.includes(part)),
      });
      view.dirty = true;
    }

    const timer = makeTimer();
    return {
      element,
      rests: true,
      get view() {
        return view;
      },
      bindingView,
      take,
      update() {
        if (!cast.on) return;
        controls.update();
        outcome.set(view ? verdict(view.model) : { tone: 'warn', title: 'It cannot move yet', text: `${cast.on.problem} ${cast.on.character.isRobot ? 'A robot without these parts can be viewed here, but not moved.' : 'Click a part in the list, then its bone.'}` });
      },
      advance(dt) {
        if (!view) return false;
        const moving = view.model.advance(dt);
        if (moving) view.dirty = true;
        if (view.dirty && bindingView.isVisible) bindingView.update(view.model.drawn);
        view.update();
        return moving || view.model.drag !== null;
      },
      readout() {
        if (!view) return { time: '…', residual: '…', outcome: 'not bound' };
        const { model } = view;
        const { balance, clear } = model.settings;
        const solveOnce = () => {
          const { posture, frames } = model.body;
          model.body.reach(model.asked, { balances: balance, clear });
          if (!model.body.isRobot) return;
          model.body.fit();
          Object.assign(model.body, { posture, frames });
        };
        return { time: timer(solveOnce), residual: metres(model.miss.distance), outcome: model.report.outcome };
      },
      theme,
      open() {
        isOpen = true;
        armView.setInteractive(false);
        armView.person.visible = false;
        if (view) view.visible = true;
        if (still) still.skin.group.visible = true;
        pointer.add(bindingView);
        drop.open();
        showBones();
        theme(document.documentElement.dataset.theme ?? 'light');
        back = stage.keep();
        stage.homeLook = wholeBodyLook;
        stage.home();
        stage.shadowIsOld = true;
        needCharacter();
      },
      close() {
        isOpen = false;
        pointer.letGo();
        if (armed) arm(null);
        pointer.remove(bindingView);
        drop.close();
        if (view) view.visible = false;
        if (still) still.skin.group.visible = false;
        showBones();
        armView.person.visible = true;
        stage.homeLook = null;
        back();
      },
      escape: () => armed && arm(null),
      nudge: controls.nudge,
      key: controls.key,
      choices,
      restore,
    };
  },
};
