// SPDX-License-Identifier: MIT
// Van den Waardenburg's little finger in its plane: it follows the pointer; reachable areas, sliding along an object, and the
// his iteration for comparison.
import { micro } from '../measure.js';
import { h, section, segments } from '../ui/elements.js';

const view = { left: -0.056, right: 0.082, top: 0.056, bottom: -0.064 };
const millimetres = (metres) => (metres * 1000).toFixed(1);
const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** commit: called when something was chosen; where the pointer hovers is not. */
export function fingerView(swivel, commit) {
  const finger = swivel.littleFinger();
  const outlines = { coupled: finger.outline('coupled'), free: finger.outline('free') };
  const canvas = h('canvas', { class: 'plot finger', tabIndex: 0, role: 'application', 'aria-label': 'Little finger in its plane; arrow keys or the pointer move its target' });
  const height = 276;
  canvas.style.height = `${height}px`;
  let kind = 'coupled';
  let mode = 'follow';
  let target = [0.045, -0.028];
  // Where the target was put, which hovering over the picture leaves for a while.
  let kept = target;
  let line = [[-0.01, -0.05], [0.07, -0.02]];
  let options = { start: 'neutral', alpha: 1, epsilon: 1e-6 };
  let q = [0, 0, 0];
  let taken = null;
  let answer = null;

  const note = h('p', { class: 'note', role: 'status' });
  const kinds = segments('Last joint', [['coupled', 'Coupled'], ['free', 'Free']], (value) => {
    kind = value;
    kinds.set(value);
    solve();
    commit();
  });
  const modes = segments('Mode', [['follow', 'Follow'], ['slide', 'Slide']], (value) => {
    mode = value;
    modes.set(value);
    solve();
    commit();
  });
  const starts = segments('Starting guess', [['neutral', 'Neutral'], ['edge', 'Edge'], ['weighted', 'Weighted']], (value) => {
    options.start = value;
    starts.set(value);
    solve();
    commit();
  });
  const inputs = {};
  const number = (label, name, props) => {
    const input = h('input', { type: 'number', value: options[name], ...props, 'aria-label': label });
    input.addEventListener('input', () => {
      if (input.valueAsNumber > 0) options[name] = input.valueAsNumber;
      solve();
    });
    input.addEventListener('change', () => commit());
    inputs[name] = input;
    return h('label', { class: 'field' }, label, input);
  };
  const element = section(
    'One finger in its plane',
    h('div', { class: 'row' }, kinds.element, modes.element),
    canvas,
    note,
    h('div', { class: 'row' }, starts.element),
    h('div', { class: 'row' }, number('Step size', 'alpha', { step: 0.05, min: 0.05, max: 2 }), number('Stops within (m)', 'epsilon', { step: 'any', min: 1e-12 })),
  );
  kinds.set(kind);
  modes.set(mode);
  starts.set(options.start);

  const scale = () => canvas.clientWidth / (view.right - view.left);
  const toScreen = ([x, y]) => [(x - view.left) * scale(), (view.top - y) * scale()];
  const fromScreen = (x, y) => [view.left + x / scale(), view.top - y / scale()];

  /** Sliding: the place on the line nearest to the pointer that the tip can get to. */
  function onLine() {
    const [a, b] = line;
    const along = [b[0] - a[0], b[1] - a[1]];
    const wish = Math.min(1, Math.max(0, ((target[0] - a[0]) * along[0] + (target[1] - a[1]) * along[1]) / (along[0] ** 2 + along[1] ** 2)));
    const parts = finger.clip(kind, a, b);
    let best = null;
    for (const [from, to] of parts) {
      const at = Math.min(to, Math.max(from, wish));
      if (best === null || Math.abs(at - wish) < Math.abs(best - wish)) best = at;
    }
    return { parts, point: best === null ? target : [a[0] + best * along[0], a[1] + best * along[1]] };
  }

  function solve() {
    const slide = mode === 'slide' ? onLine() : null;
    taken = slide ? slide.point : target;
    answer = kind === 'coupled' ? finger.solve(taken) : finger.solveFree(taken, q);
    q = answer.q;
    const newton = finger.newton(taken, options);
    answer.newton = newton;
    answer.parts = slide?.parts;
    const exact = answer.outcome === 'reached' ? 'reached exactly' : `out of reach, nearest ${millimetres(answer.tipError)} mm away`;
    note.textContent = `Ours: ${exact}. Step by step (van den Waardenburg 2016): ${newton.iterations} steps, ${newton.converged ? 'converged' : `stopped ${millimetres(newton.tipError)} mm away`}.`;
    draw();
  }

  function draw() {
    const width = canvas.clientWidth;
    if (width === 0) return;
    const ratio = window.devicePixelRatio || 1;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const g = canvas.getContext('2d');
    g.scale(ratio, ratio);
    g.lineJoin = g.lineCap = 'round';
    const loop = (points) => {
      g.beginPath();
      points.forEach((point, i) => (i ? g.lineTo(...toScreen(point)) : g.moveTo(...toScreen(point))));
      g.closePath();
    };
    for (const [name, color] of [['free', '#4d8dff'], ['coupled', '#2fb36a']]) {
      g.fillStyle = g.strokeStyle = color;
      g.lineWidth = 1.2;
      for (const points of outlines[name]) {
        loop(points);
        g.globalAlpha = name === kind ? 0.22 : 0.08;
        g.fill();
        g.globalAlpha = 0.7;
        g.stroke();
      }
    }
    g.globalAlpha = 1;
    if (mode === 'slide') {
      const [a, b] = line;
      g.lineWidth = 3;
      g.strokeStyle = ink('--red');
      g.beginPath();
      g.moveTo(...toScreen(a));
      g.lineTo(...toScreen(b));
      g.stroke();
      g.strokeStyle = ink('--green');
      for (const [from, to] of answer.parts) {
        const at = (t) => toScreen([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
        g.beginPath();
        g.moveTo(...at(from));
        g.lineTo(...at(to));
        g.stroke();
      }
      g.fillStyle = ink('--ink');
      for (const end of line) {
        g.beginPath();
        g.arc(...toScreen(end), 5, 0, 7);
        g.fill();
      }
    }
    const bones = (angles, color, thick) => {
      g.strokeStyle = color;
      const points = [[0, 0], ...finger.forward(angles)];
      points.slice(1).forEach((point, i) => {
        g.lineWidth = thick - 1.5 * i;
        g.beginPath();
        g.moveTo(...toScreen(points[i]));
        g.lineTo(...toScreen(point));
        g.stroke();
      });
      return points;
    };
    g.globalAlpha = 0.45;
    bones(answer.newton.q, '#e8833a', 6);
    g.globalAlpha = 1;
    const points = bones(q, ink('--soft-ink'), 11);
    g.fillStyle = ink('--card');
    for (const point of points.slice(0, 3)) {
      g.beginPath();
      g.arc(...toScreen(point), 3, 0, 7);
      g.fill();
    }
    g.fillStyle = answer.outcome === 'reached' ? ink('--green') : ink('--red');
    g.beginPath();
    g.arc(...toScreen(target), 5.5, 0, 7);
    g.fill();
    g.font = '11px system-ui, sans-serif';
    g.fillStyle = ink('--soft-ink');
    g.fillText('1 cm', 8, height - 8);
    g.strokeStyle = ink('--soft-ink');
    g.lineWidth = 2;
    g.beginPath();
    g.moveTo(40, height - 12);
    g.lineTo(40 + 0.01 * scale(), height - 12);
    g.stroke();
  }

  let dragged = null;
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return fromScreen(event.clientX - box.left, event.clientY - box.top);
  };
  canvas.style.touchAction = 'none';
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    const point = place(event);
    dragged = mode === 'slide' ? line.find((end) => Math.hypot(end[0] - point[0], end[1] - point[1]) < 0.005) ?? null : null;
    if (!dragged) target = kept = point;
    solve();
  });
  canvas.addEventListener('pointermove', (event) => {
    const point = place(event);
    if (dragged) dragged.splice(0, 2, ...point);
    else target = point;
    if (!dragged && event.buttons) kept = target;
    solve();
  });
  canvas.addEventListener('pointerup', () => {
    dragged = null;
    commit();
  });
  canvas.addEventListener('keydown', (event) => {
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!move) return;
    event.preventDefault();
    target = kept = target.map((x, i) => x + 0.002 * move[i]);
    solve();
    commit();
  });
  new ResizeObserver(() => answer && draw()).observe(canvas);

  const choices = () => [kind, mode, options.start, ...[options.alpha, options.epsilon].map((x) => Number(x.toPrecision(6))), ...[...kept, ...line.flat()].map(micro)];
  const first = choices();

  /** A list as choices() gave it; what makes no sense is left as it is. */
  function restore(list) {
    const [newKind, newMode, start, alpha, epsilon, ...places] = list;
    if (!(newKind in outlines) || !['follow', 'slide'].includes(newMode) || !['neutral', 'edge', 'weighted'].includes(start)) return;
    if (!(alpha > 0 && epsilon > 0) || places.length !== 6 || !places.every((x) => Math.abs(x) < 1)) return;
    [kind, mode] = [newKind, newMode];
    options = { start, alpha, epsilon };
    target = kept = places.slice(0, 2);
    line = [places.slice(2, 4), places.slice(4)];
    kinds.set(kind);
    modes.set(mode);
    starts.set(start);
    for (const [name, input] of Object.entries(inputs)) input.value = options[name];
    solve();
  }

  return {
    element,
    open: () => requestAnimationFrame(solve),
    draw: () => answer && draw(),
    state: () => ({ q, target, taken, answer, kind, mode }),
    choices: () => (choices().join() === first.join() ? [] : choices()),
    restore: (list) => restore(list ?? first),
  };
}
