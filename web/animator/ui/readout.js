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
    '<span>Solve <b id="solve-time"></b></span><span>Off by <b id="residual"></b></span><span>Ended <b id="outcome"></b></span>';
  const [time, residual, outcome] = element.querySelectorAll('b');
  const timer = makeTimer();
  const set = (node, text) => {
    if (node.textContent !== text) node.textContent = text;
  };
  return {
    update() {
      const own = tabs.active.readout?.();
      set(time, own?.time ?? timer(() => model.solveOnce()));
      set(residual, own?.residual ?? metres(model.residual().position));
      set(outcome, own?.outcome ?? model.active.outcome);
    },
  };
}
