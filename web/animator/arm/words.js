// SPDX-License-Identifier: MIT
// Outcomes in plain words.
import { degrees, lengths } from './model.js';

const length = (metres) => (metres < 0.0995 ? `${(metres * 1000).toFixed(metres < 0.00995 ? 1 : 0)} mm` : `${(metres * 100).toFixed(1)} cm`);

/** "elbow-flexion" as it is said. */
export const limitText = {
  'shoulder-direction': 'the direction of the upper arm',
  'shoulder-twist': 'the upper arm’s twist',
  'elbow-flexion': 'elbow flexion',
  pronation: 'pronation',
  wrist: 'the wrist',
};
const list = (names) => names.map((name) => limitText[name]).join(', ');
const sentence = (text) => text[0].toUpperCase() + text.slice(1);

/** { tone: 'good' | 'warn' | 'bad', title, text } */
export function verdict(model, state = model.active) {
  const { position, rotation } = model.residual(state);
  const off = [position > 1e-6 ? length(position) : null, rotation > 1e-4 ? degrees(rotation, rotation < 0.1 ? 1 : 0) : null].filter(Boolean).join(' and ');
  const broken = model.broken(state.posture, state);
  if (broken.length) return { tone: 'bad', title: 'Outside the limits', text: `${sentence(broken.map(({ name, by }) => `${limitText[name]} by ${degrees(by, by < 0.1 ? 1 : 0)}`).join(', '))}.` };
  if (state.outcome === 'reached' && off === '') return { tone: 'good', title: 'Reached', text: 'The hand reaches its goal and every limit is kept.' };
  if (state.isBehind) return { tone: 'warn', title: 'On its way', text: `A shoulder cannot move there directly: the arm goes round, at its largest speed. Still ${off} off.` };
  if (state.outcome === 'out of reach') {
    const beyond = Math.hypot(...state.target.position) - lengths.upper - lengths.lower;
    return { tone: 'bad', title: 'Out of reach', text: `The target is ${length(beyond)} too far. The arm points at it.` };
  }
  if (state.outcome === 'too near') return { tone: 'bad', title: 'Too near', text: `The folded arm comes within ${length(position)} of it.` };
  if (state.outcome === 'softened') return { tone: 'warn', title: 'Nearly straight', text: `Soft extension keeps the elbow from snapping: ${length(position)} short.` };
  const stops = model.touched(state.posture, state);
  return {
    tone: 'bad',
    title: 'A limit stops it',
    text: `${stops.length ? `Stopped by ${list(stops)}. ` : ''}The closest posture is ${off || 'less than a thousandth of a millimetre'} off.`,
  };
}

/** Why the elbow may not be at a swivel. */
export function reasonText(reasons) {
  if (reasons.length === 0) return 'The elbow can be here: every limit is kept.';
  return reasons
    .slice(0, 2)
    .map(({ name, by }) => `${sentence(limitText[name])} would be ${degrees(by, by < 0.1 ? 1 : 0)} outside its limit`)
    .join('; ');
}
