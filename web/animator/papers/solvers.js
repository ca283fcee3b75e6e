// SPDX-License-Identifier: MIT
// Solvers: the engine and seven classic methods on one chain and one path, side by side.
import { CylinderGeometry, Mesh, Vector3 } from 'three';
import { h, icon, section, segments } from '../ui/elements.js';
import { wantsLessMotion } from '../ui/motion.js';
import { Plot, jointColors } from '../ui/plot.js';
import { ChainFigure } from '../scene/chain_figure.js';
import { castShadow } from '../scene/floor.js';
import { PathHandles } from '../scene/path_handles.js';
import { PathLine } from '../scene/path_line.js';
import { Pen } from '../scene/pen.js';
import { fromMillimetres, placeAt, pointsOf, rounded, toMillimetres } from '../panels/drawn_path.js';
import { chains, iterates, paths, plan, planDrawn, run } from './solvers_run.js';

const names = { engine: 'Ours', newton: 'Newton', broyden: 'Broyden', bfgs: 'BFGS', fletcher: 'Fletcher', frprm: 'FRPRM', powell: 'Powell', praxis: 'Praxis' };
const colors = [...jointColors, '#8f8f8f'];
const base = [0.1, 0.35, 0.95];
const short = (x) => (x >= 100 ? x.toFixed(0) : x.toFixed(x < 10 ? 1 : 0));

export const solversPanel = {
  id: 'solvers',
  title: 'Solvers',

  create({ swivel, stage, pointer, view, commit }) {
    let chain = null;
    let chosen = { chain: 'arm7', path: 'steps', method: 'engine', seed: 1 };
    let drawn = [];
    let picture = null;
    let size = 1;
    let runs = [];
    let targets = [];
    let postures = [];
    let time = 0;
    let playing = !wantsLessMotion();
    let restoreView = null;
    const line = new PathLine();
    const stand = new Mesh(new CylinderGeometry(0.012, 0.03, base[2], 16), stage.bodyMaterial);
    stand.rotation.x = Math.PI / 2;
    stand.position.set(base[0], base[1], base[2] / 2);
    castShadow(stand);
    stage.scene.add(stand);
    const stepsPerSecond = () => (chosen.path === 'random' ? 1.5 : 8);

    const chainChoice = segments('Chain', chains.map((c) => [c.id, c.title, c.hint]), (id) => pick({ chain: id }));
    const pathChoice = segments('Targets', paths.map((p) => [p.id, p.title, p.hint]), (id) => (id === 'drawn' ? startDrawing() : pick({ path: id })));
    for (const choice of [chainChoice, pathChoice]) choice.element.classList.add('wrap');
    const about = h('p', { class: 'note' });
    const again = h('button', { type: 'button', class: 'link', onclick: () => pick({ seed: chosen.seed + 1 }) }, 'Other targets');
    const play = h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Play or pause', onclick: () => setPlaying(!playing) }, icon(playing ? 'pause' : 'play'));
    const body = h('tbody');
    const table = h(
      'table',
      { class: 'results-table' },
      h('thead', {}, h('tr', {}, ...['Method', 'Reached', 'Iter.', 'Eval.', 'µs', 'Error'].map((title) => h('th', { scope: 'col' }, title)))),
      body,
    );
    const plot = new Plot('Joint angles of the chosen method', { height: 150, xUnit: '' });
    const legend = h('div', { class: 'legend' });
    const curveTitle = h('h2');
    const element = h(
      'div',
      { class: 'panel-body' },
      section('Chain', chainChoice.element),
      section('Targets', pathChoice.element, h('div', { class: 'row' }, about, again)),
      section('Ours and the seven methods of Chin’s thesis', table, h('p', { class: 'note' }, 'Means for one target. Ours keeps every joint inside its limits; the others ignore limits and may stop in a local minimum. Click a method to see it move.')),
      h('section', { 'aria-label': 'Curves' }, h('div', { class: 'row' }, curveTitle, play), plot.canvas, legend),
    );

    function setPlaying(on) {
      playing = on;
      play.replaceChildren(icon(on ? 'pause' : 'play'));
      stage.invalidate();
    }

    function pick(changes) {
      choose(changes);
      commit();
    }

    function pickMethod(method) {
      show(method);
      commit();
    }

    function choose(changes) {
      pointer.remove(pen);
      chosen = { ...chosen, ...changes };
      chainChoice.set(chosen.chain);
      pathChoice.set(chosen.path);
      about.textContent = chosen.path === 'drawn' ? `Drag the dots to bend your path.${isFlat() ? '' : ' Turn the view to bend it in depth.'}` : paths.find((p) => p.id === chosen.path).hint;
      if (chain?.name !== chosen.chain) {
        chain?.free();
        chain = swivel.chain(chosen.chain);
        if (picture) stage.scene.remove(picture.group);
        picture = new ChainFigure(chain.jointCount);
        picture.group.visible = stand.visible;
        picture.group.position.set(...base);
        picture.group.add(line.group);
        // Chains drawn in a plane, or with y up, stand upright in a picture whose z is up.
        if (!chains.find((c) => c.id === chosen.chain).isUpright) picture.group.rotation.x = Math.PI / 2;
        stage.scene.add(picture.group);
        const { frames, tip } = chain.forward(chain.limits.map(() => 0));
        const points = [...frames, tip].map((pose) => pose.position);
        const reach = points.reduce((sum, p, i) => (i ? sum + Math.hypot(...p.map((x, k) => x - points[i - 1][k])) : 0), 0);
        size = 0.85 / reach;
      }
      const { start, postures: wanted } = chosen.path === 'drawn' ? planDrawn(chain, (t) => placeAt(drawn, t).map((x) => x / size)) : plan(chain, chosen.path, chosen.seed);
      again.hidden = chosen.path === 'drawn';
      handles.set(chosen.path === 'drawn' ? drawn : []);
      targets = wanted.map((q) => chain.forward(q).tip);
      line.group.visible = targets.length > 1;
      line.ball.visible = false;
      if (targets.length > 1) line.set(targets.map((t) => t.position.map((x) => x * size)), ['steps', 'drawn'].includes(chosen.path));
      runs = ['engine', ...swivel.studyMethods].map((method) => run(chain, method, start, targets));
      body.replaceChildren(
        ...runs.map((r) =>
          h(
            'tr',
            { onclick: () => pickMethod(r.method) },
            h('th', { scope: 'row' }, h('button', { type: 'button', class: 'link', 'data-method': r.method }, names[r.method])),
            h('td', { class: r.reached === targets.length ? 'good' : 'bad' }, `${r.reached}/${targets.length}`),
            h('td', {}, short(r.iterations)),
            h('td', {}, short(r.evaluations)),
            h('td', {}, short(r.microseconds)),
            h('td', {}, r.error === 0 ? '0' : r.error.toExponential(0)),
          ),
        ),
      );
      legend.replaceChildren(...chain.jointNames.slice(0, chain.dof).map((name, i) => h('span', {}, h('i', { style: `background:${colors[i]}` }), name)));
      show(chosen.method);
    }

    function show(method) {
      chosen.method = method;
      const found = runs.find((r) => r.method === method);
      for (const row of body.rows) row.classList.toggle('chosen', row.querySelector('button').dataset.method === method);
      postures = chosen.path === 'jump' ? iterates(chain, method, found.postures[0], targets[0], found.results[0].iterations) : found.postures;
      curveTitle.textContent = `${names[method]}: joint angles over ${chosen.path === 'jump' ? 'its iterations' : 'the targets'}`;
      time = 0;
      setPlaying(true);
      drawCurves();
    }

    function drawCurves() {
      const x = postures.map((_, i) => i);
      plot.draw({
        series: Array.from({ length: chain.dof }, (_, j) => ({ color: colors[j], x, y: postures.map((q) => (q[j] * 180) / Math.PI) })),
        xRange: [0, Math.max(1, postures.length - 1)],
        cursor: time,
      });
    }

    const isFlat = () => ['planar3', 'little-finger'].includes(chosen.chain);
    const across = new Vector3(0, 1, 0);

    // ---- bending what was drawn: the methods follow it once the dot is let go ----

    const handles = new PathHandles(stage, line, {
      normal: () => (isFlat() ? across : null),
      onMove(i, point) {
        setPlaying(false);
        drawn = drawn.map((p, k) => (k === i ? rounded(point) : p));
        handles.set(drawn);
        line.set(Array.from({ length: 48 }, (_, k) => placeAt(drawn, k / 48)), true);
      },
      onEnd: () => pick({}),
    });

    // ---- drawing: in the plane of the picture, or in the chain's own if it has one ----

    const pen = new Pen(stage, line, {
      normal: () => (isFlat() ? across : null),
      through: () => new Vector3(...base).add(isFlat() ? new Vector3() : new Vector3(0, 0.25, 0.1)),
      onEnd(stroke) {
        if (stroke) drawn = pointsOf(stroke);
        pick({ path: stroke ? 'drawn' : 'steps' });
      },
    });

    function startDrawing() {
      pathChoice.set('drawn');
      setPlaying(false);
      about.textContent = 'Draw a closed line in the picture, around the chain, with one stroke.';
      handles.set([]);
      pointer.remove(pen);
      pointer.add(pen);
    }

    return {
      element,
      open() {
        view.setInteractive(false);
        pointer.add(handles);
        restoreView = stage.look([0.1, 0.3, 1.05], [1.6, 3.2, 1.6]);
        view.person.visible = false;
        if (runs.length === 0) choose({});
        picture.group.visible = stand.visible = true;
      },
      close() {
        pointer.remove(pen);
        pointer.remove(handles);
        restoreView();
        view.person.visible = true;
        picture.group.visible = stand.visible = false;
      },
      advance(dt) {
        const end = postures.length - 1;
        // A short rest at the end of each round.
        if (playing) time = time > end + 0.8 * stepsPerSecond() ? 0 : time + dt * stepsPerSecond();
        return playing;
      },
      update() {
        stage.shadowIsOld = true;
        const end = postures.length - 1;
        const at = Math.min(time, end);
        const i = Math.min(Math.floor(at), end - 1);
        const part = at - i;
        const q = end > 0 ? postures[i].map((angle, j) => angle + part * (postures[i + 1][j] - angle)) : postures[0];
        picture.place(chain.forward(q), size);
        picture.placeTarget(targets[chosen.path === 'jump' ? 0 : Math.min(Math.max(Math.ceil(at) - 1, 0), targets.length - 1)], size);
        plot.draw({ ...plot.data, cursor: at });
      },
      theme: () => drawCurves(),
      readout() {
        const found = runs.find((r) => r.method === chosen.method);
        return {
          time: `${short(found.microseconds)} µs`,
          residual: found.error.toExponential(0),
          outcome: `${found.reached} of ${targets.length} reached`,
        };
      },
      choices: () => [chosen.chain, chosen.path, chosen.method, chosen.seed, ...(chosen.path === 'drawn' ? toMillimetres(drawn) : [])],
      restore([id, path, method, seed, ...millimetres]) {
        if (!chains.some((c) => c.id === id) || !paths.some((p) => p.id === path) || !Object.hasOwn(names, method) || !Number.isInteger(seed)) return;
        if (path === 'drawn') {
          const points = fromMillimetres(millimetres);
          if (!points) return;
          drawn = points;
        }
        choose({ chain: id, path, method, seed });
      },
      runs: () => runs,
      targets: () => targets,
      handles,
    };
  },
};
