// SPDX-License-Identifier: MIT
// The Animator: puts model, picture, panels and tools together.
import { load as loadChains } from '../swivel/papers/chains.js';
import { load } from '../swivel/index.js';
import bodyText from 'body.glb.gz';
import chainsText from 'chains.wasm.gz';
import wasmText from 'swivel.wasm.gz';
import { Model } from './arm/model.js';
import { ArmView } from './arm/view.js';
import { presetPosture, presets } from './arm/presets.js';
import { decode, encode } from './address.js';
import { BodyShape } from './body/shape.js';
import { Cast } from './character/cast.js';
import { FigureModel } from './figure/model.js';
import { History } from './history.js';
import { panels } from './panels/registry.js';
import { Pointer } from './scene/pointer.js';
import { canDraw } from './scene/software.js';
import { Stage } from './scene/stage.js';
import { unpack } from './unpack.js';
import { hint } from './ui/hint.js';
import { keyboard } from './ui/keyboard.js';
import { makeReadout } from './ui/readout.js';
import { makeTabs } from './ui/tabs.js';
import { makeTheme } from './ui/theme.js';
import { makeTip } from './ui/tip.js';
import { makeToast } from './ui/toast.js';
import { makeViews } from './ui/views.js';
import { makeTools } from './ui/tools.js';

const find = (id) => document.getElementById(id);

async function start() {
  if (!canDraw()) {
    find('scene').hidden = true;
    find('unable').hidden = false;
    return;
  }
  // All at once: what is unpacked and compiled is so in other threads.
  const [chains, people, body] = await Promise.all([unpack(chainsText).then(loadChains), unpack(wasmText).then(load), unpack(bodyText)]);
  const swivel = { ...chains, ...people };
  const model = new Model(swivel);
  for (const side of ['right', 'left']) {
    const { hard } = model.arms[side];
    model.setPosture(hard.angles(presetPosture(hard, presets[side === 'right' ? 2 : 0])), side);
  }
  const first = { ...model.snapshot(), panels: {} };

  const stage = new Stage(find('scene'));
  const pointer = new Pointer(stage);
  const shape = new BodyShape(body);
  const figure = new FigureModel(swivel, shape);
  const cast = new Cast(swivel);
  const tip = makeTip(find('tip'));
  const toast = makeToast(find('toast'));
  const view = new ArmView({ stage, pointer, model, shape, onCommit: () => commit(), onTip: tip });
  const take = () => ({ ...model.snapshot(), panels: tabs.choices() });

  let addressTimer = 0;
  const address = () => `#${encode(take(), tabs.current, model, stage.viewNumbers())}`;
  const saveAddress = () => {
    clearTimeout(addressTimer);
    addressTimer = setTimeout(() => window.history.replaceState(null, '', address()), 150);
  };
  // What a drag began goes on until the arm has come to rest; only then is it worth remembering.
  let uncommitted = null;
  function commit() {
    uncommitted = tabs.current;
    stage.invalidate();
  }
  const settle = () => {
    if (!uncommitted || pointer.dragged) return;
    history.commit(uncommitted);
    uncommitted = null;
    saveAddress();
    tools.update();
    view.reveal();
  };

  const context = { swivel, model, stage, pointer, view, figure, cast, commit, toast, tip };
  const tabs = makeTabs(find('tabs'), find('panel'), panels, context, () => {
    // A panel that was not there, or not open, when light became dark.
    const { theme: name } = document.documentElement.dataset;
    if (name) tabs.active.theme?.(name);
    saveAddress();
    stage.invalidate();
  });
  stage.onView(saveAddress);
  const history = new History(take, (snapshot, where) => {
    model.restore(snapshot);
    tabs.restore(snapshot.panels);
    // What changes is to be seen.
    tabs.open(where);
    saveAddress();
  });
  const readout = makeReadout(find('readout'), model, tabs);
  const theme = makeTheme((name) => {
    stage.theme(name);
    view.theme(name);
    tabs.active?.theme?.(name);
  });
  const tools = makeTools(find('tools'), {
    history,
    model,
    stage,
    toast,
    theme,
    address,
    onReset: () => {
      model.restore(first);
      tabs.restore(first.panels);
      stage.home();
      commit();
    },
    onHelp: () => hint(find('hint'), true),
  });

  let last = performance.now();
  let told = 0;
  let isArriving = false;
  stage.onFrame((now) => {
    // After a pause there is no telling how long a frame is; the first may have begun before the page was ready.
    const dt = now - last > 1000 ? 1 / 60 : Math.min(Math.max((now - last) / 1000, 0), 0.1);
    last = now;
    const moving = tabs.active.advance ? tabs.active.advance(dt) : model.advance(dt);
    if (moving) view.dirty = true;
    view.update();
    if (isArriving) view.reveal();
    isArriving = false;
    // Without a graphics card sliders and words cost more than the picture: four times a second is enough for them.
    const plays = tabs.active.advance && !tabs.active.rests;
    const isTold = !stage.isSoftware || !moving || plays || now - told > 250;
    if (isTold) {
      told = now;
      tabs.active.update();
      readout.update();
    }
    if (moving || !isTold) stage.invalidate();
    // A panel that plays is never at rest; what was chosen in it stands all the same.
    if (!moving || plays) settle();
  });
  model.onChange(() => stage.invalidate());
  figure.onChange(() => stage.invalidate());

  const goTo = (text) => {
    const found = decode(text, model);
    if (!found) return;
    model.restore(found.snapshot);
    tabs.restore(found.snapshot.panels);
    if (panels.some((panel) => panel.id === found.panel)) tabs.open(found.panel);
    history.now = take();
    // Its hand may be where the picture does not look, unless the link says where to.
    isArriving = !(found.view && stage.setViewNumbers(found.view));
    stage.invalidate();
  };
  tabs.open('figure');
  goTo(location.hash.slice(1));
  window.addEventListener('hashchange', () => goTo(location.hash.slice(1)));
  theme.start();
  keyboard({ stage, pointer, model, history, tabs, commit, tools, views: makeViews(find('views'), stage) });
  hint(find('hint'), false);
  tools.update();
  // For tests, and for the curious: the module and the model behind the picture.
  window.animator = { swivel, model, stage, view, history, tabs, pointer, context, address };
  document.body.dataset.ready = 'true';
}

start().catch((error) => {
  console.error(error);
  find('toast').textContent = `The page could not start: ${error.message}`;
  find('toast').classList.add('shown');
});
