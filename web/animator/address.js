// SPDX-License-Identifier: MIT
// A posture, and what is chosen in the panels, as a link: what is after '#' in the address. Short where everything is as it
// was at first.

const numbers = (list) => list.map((x) => Number(x.toPrecision(12))).join(',');
const isClose = (a, b) => a.every((x, i) => Math.abs(x - b[i]) < 1e-9);

const panelNames = ['arm', 'shoulder', 'hand', 'track', 'solvers'];

export function encode(snapshot, panel, model) {
  const parts = new URLSearchParams();
  const { settings, limits } = snapshot;
  if (panel !== 'arm') parts.set('panel', panel);
  parts.set('side', settings.side);
  for (const name of ['mirror', 'natural', 'soft']) parts.set(name, settings[name] ? '1' : '0');
  if (settings.lock) parts.set('lock', numbers([settings.lock.joint, settings.lock.value]));
  if (!isClose(limits.flat(), model.humanLimits.flat())) parts.set('limits', numbers(limits.flat()));
  for (const side of ['right', 'left']) {
    parts.set(side, numbers(snapshot[side].q));
    const hand = model.arms[side].arm.forward(snapshot[side].q).hand;
    const { target } = snapshot[side];
    // Only a hand that could not get there needs both.
    if (!isClose([...target.position, ...target.rotation], [...hand.position, ...hand.rotation]))
      parts.set(`${side}-target`, numbers([...target.position, ...target.rotation]));
    // And so does an elbow that could not.
    if (!isClose([snapshot[side].wish], [model.arms[side].arm.swivelOf(snapshot[side].q)])) parts.set(`${side}-wish`, numbers([snapshot[side].wish]));
  }
  for (const [id, list] of Object.entries(snapshot.panels)) parts.set(id, list.join());
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
  const lock = list('lock', 2);
  settings.lock = lock && Number.isInteger(lock[0]) && lock[0] >= 0 && lock[0] < 7 ? { joint: lock[0], value: lock[1] } : null;
  const limits = list('limits', 14);
  if (limits) {
    const pairs = Array.from({ length: 7 }, (_, i) => limits.slice(2 * i, 2 * i + 2));
    if (pairs.every(([lower, upper]) => lower <= upper)) snapshot.limits = pairs;
  }
  for (const side of ['right', 'left']) {
    const q = list(side, 7);
    if (!q) continue;
    const { arm } = model.arms[side];
    snapshot[side].q = q.map((angle, i) => Math.min(Math.max(angle, snapshot.limits[i][0]), snapshot.limits[i][1]));
    snapshot[side].wish = list(`${side}-wish`, 1)?.[0] ?? arm.swivelOf(snapshot[side].q);
    const target = list(`${side}-target`, 7);
    snapshot[side].target =
      target && target.slice(3).some((x) => x !== 0)
        ? { position: target.slice(0, 3), rotation: target.slice(3) }
        : arm.forward(snapshot[side].q).hand;
  }
  return { panel: parts.get('panel') ?? 'arm', snapshot };
}
