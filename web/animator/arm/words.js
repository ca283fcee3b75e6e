// SPDX-License-Identifier: MIT
// Outcomes in plain words.
import { degrees, jointNames, lengths } from './model.js';

const near = 1e-4;

/** The joints that rest on a limit, as words. */
function atLimits(model, q) {
  const found = [];
  q.forEach((angle, i) => {
    const [lower, upper] = model.limits[i];
    if (angle - lower < near) found.push(`${jointNames[i].toLowerCase()} (${degrees(lower)})`);
    else if (upper - angle < near) found.push(`${jointNames[i].toLowerCase()} (${degrees(upper)})`);
  });
  return found;
}

const length = (metres) => (metres < 0.0995 ? `${(metres * 1000).toFixed(metres < 0.00995 ? 1 : 0)} mm` : `${(metres * 100).toFixed(1)} cm`);

/** { tone: 'good' | 'warn' | 'bad', title, text } */
export function verdict(model, state = model.active) {
  const { position, rotation } = model.residual(state);
  const off = [position > 1e-6 ? length(position) : null, rotation > 1e-4 ? degrees(rotation, rotation < 0.1 ? 1 : 0) : null].filter(Boolean).join(' and ');
  if (position < 1e-6 && rotation < 1e-4) return { tone: 'good', title: 'Reached', text: 'The hand is there and every limit holds.' };
  if (state.moving && state.outcome === 'reached') return { tone: 'good', title: 'On its way', text: 'No joint goes faster than it may.' };
  if (state.outcome === 'out of reach') {
    const beyond = Math.hypot(...state.target.position) - lengths.upperArm - lengths.forearm;
    return { tone: 'bad', title: 'Out of reach', text: `The target is ${length(Math.max(beyond, position))} too far. The arm points at it, as near as it gets.` };
  }
  if (state.outcome === 'too near') return { tone: 'bad', title: 'Too near', text: `The folded arm comes within ${length(position)} of it.` };
  if (state.outcome === 'softened') return { tone: 'warn', title: 'Nearly straight', text: `Soft extension keeps the elbow from snapping: ${length(position)} short.` };
  if (state.outcome === 'held') {
    const { joint, value } = model.settings.lock;
    return { tone: 'bad', title: 'Not with this joint held', text: `With the ${jointNames[joint].toLowerCase()} at ${degrees(value)} the closest posture is ${off} off.` };
  }
  const stops = atLimits(model, state.q);
  return {
    tone: 'bad',
    title: 'A limit stops it',
    text: `${stops.length ? `Stopped by ${stops.slice(0, 3).join(', ')}. ` : ''}The closest posture is ${off} off.`,
  };
}

/** Why the elbow may not be at a swivel. */
export function reasonText(reasons) {
  if (reasons.length === 0) return 'The elbow may be here: every limit holds.';
  return reasons
    .slice(0, 2)
    .map(({ joint, limit, isUpper, by }) => `${jointNames[joint]} would be ${degrees(by)} ${isUpper ? 'above' : 'below'} its limit of ${degrees(limit)}`)
    .join('; ');
}
