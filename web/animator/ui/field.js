// SPDX-License-Identifier: MIT
// A labelled slider with its value beside. onchange: when it is let go.
import { h } from './elements.js';

export function field(label, { min, max, value, format }, oninput, onchange) {
  const output = h('output', {}, format(value));
  const input = h('input', { type: 'range', min, max, step: 'any', value, 'aria-label': label });
  input.addEventListener('input', () => {
    output.textContent = format(input.valueAsNumber);
    oninput(input.valueAsNumber);
  });
  input.addEventListener('change', () => onchange?.());
  return {
    element: h('label', { class: 'slider-field' }, h('span', {}, label), output, input),
    input,
    set(next) {
      input.value = next;
      output.textContent = format(next);
    },
  };
}
