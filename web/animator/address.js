// SPDX-License-Identifier: MIT
// A posture, and what is chosen in the panels, as a link: what is after '#' in the address. Short where everything is as it
// was at first.

import { isRange } from './arm/model.js';

const numbers = (list) => list.map((x) => Number(x.toPrecision(12))).join(',');
/** What a posture on its limit is beyond it by rounding. */
const slack = 1e-8;
const isClose = (a, b) => a.every((x, i) => Math.abs(x - b[i]) < 1e-9);

const panelNames = ['figure', 'character', 'motion', 'points', 'compare', 'arm', 'shoulder', 'hand', 'track', 'solvers'];

/** view: the camera's numbers, if the visitor chose where to look from. */
export function encode(snapshot, panel, model, view = null) {
  const parts = new URLSearchParams();
  const { settings, ranges } = snapshot;
  parts.set('panel', panel);
  parts.set('side', settings.side);
  for (const name of ['mirror', 'natural', 'soft']) parts.set(name, settings[name] ? '1' : '0');
  if (!isClose(ranges.flat(), model.humanRanges.flat())) parts.set('limits', numbers(ranges.slice(3).flat()));
  for (const side of ['right', 'left']) {
    const { q, posture, target, wish } = snapshot[side];
    const { hard } = model.arms[side];
    parts.set(side, numbers(q));
    const hand = hard.forward(posture).end;
    // Only a hand that could not get there needs both.
    if (!isClose([...target.position, ...target.rotation], [...hand.position, ...hand.rotation]))
      parts.set(`${side}-target`, numbers([...target.position, ...target.rotation]));
    // And so does an elbow that could not.
    if (!isClose([wish], [hard.swivelOf(posture)])) parts.set(`${side}-wish`, numbers([wish]));
  }
  for (const [id, list] of Object.entries(snapshot.panels)) parts.set(id, list.join());
  if (view) parts.set('view', view.join());
  return parts.toString().replaceAll('%2C', ',');
}

/** The snapshot and panel an address stands for, or null if it stands for none. Unknown or broken parts are left out. */
export function decode(text, model) {
  const parts = new URLSearchParams(text);
  const list = (name, count) => {
    if (!parts.has(name)) return null;
    const found = parts.get(name).split(',').map(Number);
    return found.length === count && found.every(Number.isFinite) ? found : null;
  };
  const panels = {};
  for (const id of panelNames)
    if (parts.has(id)) panels[id] = parts.get(id).split(',').map((x) => (x !== '' && Number.isFinite(Number(x)) ? Number(x) : x));
  const hasArm = list('right', 7) || list('left', 7);
  if (!hasArm && !parts.get('panel') && Object.keys(panels).length === 0) return null;
  const snapshot = { ...model.snapshot(), panels };
  const { settings } = snapshot;
  if (['right', 'left'].includes(parts.get('side'))) settings.side = parts.get('side');
  for (const name of ['mirror', 'natural', 'soft']) if (parts.has(name)) settings[name] = parts.get(name) === '1';
  const limits = list('limits', 8);
  if (limits) {
    const pairs = Array.from({ length: 4 }, (_, i) => limits.slice(2 * i, 2 * i + 2));
    pairs.forEach((pair, i) => isRange(3 + i, ...pair) && (snapshot.ranges[3 + i] = pair));
  }
  for (const side of ['right', 'left']) {
    const q = list(side, 7);
    if (!q) continue;
    const { hard } = model.arms[side];
    const to = snapshot[side];
    to.q = q.map((angle, i) => (i < 3 ? angle : Math.min(Math.max(angle, snapshot.ranges[i][0] - slack), snapshot.ranges[i][1] + slack)));
    to.posture = hard.posture(to.q);
    to.wish = list(`${side}-wish`, 1)?.[0] ?? hard.swivelOf(to.posture);
    const target = list(`${side}-target`, 7);
    to.target =
      target && target.slice(3).some((x) => x !== 0)
        ? { position: target.slice(0, 3), rotation: target.slice(3) }
        : hard.forward(to.posture).end;
  }
  return { panel: parts.get('panel') ?? 'arm', snapshot, view: list('view', 7) };
}
