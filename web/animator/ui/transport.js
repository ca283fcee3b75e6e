// SPDX-License-Identifier: MIT
// Play or pause, and a slider of time.
import { h, icon } from './elements.js';

/** onPlay(): it plays now, or pauses; onSeek(seconds): somewhere else, where it pauses. */
export function makeTransport(onPlay, onSeek) {
  let isPlaying = false;
  const button = h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Play or pause', onclick: () => play(!isPlaying) }, icon('play'));
  const scrub = h('input', { type: 'range', min: 0, max: 1, step: 'any', value: 0, 'aria-label': 'Time in seconds' });
  function play(on) {
    isPlaying = on;
    button.replaceChildren(icon(on ? 'pause' : 'play'));
    onPlay();
  }
  scrub.addEventListener('input', () => {
    play(false);
    onSeek(scrub.valueAsNumber);
  });
  return {
    element: h('div', { class: 'transport' }, button, scrub),
    get isPlaying() {
      return isPlaying;
    },
    play,
    setLength: (seconds) => (scrub.max = seconds),
    show: (time) => (scrub.value = time),
  };
}
