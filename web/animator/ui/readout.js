// SPDX-License-Identifier: MIT
// Always in sight: how long a solve takes, how far the hand is off, how it ended.
import { makeTimer } from '../measure.js';

export function metres(error) {
  if (error < 1e-12) return '< 1e-12 m';
  if (error < 1e-4) return `${error.toExponential(0)} m`;
  return `${(error * 1000).toFixed(1)} mm`;
}

export function makeReadout(element, model, tabs) {
  element.innerHTML =
    '<span>Solve <b id="solve-time"></b> <i id="solve-yardstick"></i></span><span title="A hair is 0.08 mm thick">Off by <b id="residual"></b></span><span>Ended <b id="outcome"></b></span>';
  const [time, residual, outcome] = element.querySelectorAll('b');
  const yardstick = element.querySelector('i');
  const timer = makeTimer();
  const set = (node, text) => {
    if (node.textContent !== text) node.textContent = text;
  };
  return {
    update() {
      const own = tabs.active.readout?.();
      set(time, own?.time ?? timer(() => model.solveOnce()));
      // Of a display that shows 60 pictures a second.
      const count = 1e6 / 60 / Number.parseFloat(time.textContent);
      set(yardstick, Number.isFinite(count) ? `${Number(count.toPrecision(2)).toLocaleString('en')} in a frame` : '');
      set(residual, own?.residual ?? metres(model.residual().position));
      set(outcome, own?.outcome ?? model.active.outcome);
    },
  };
}
