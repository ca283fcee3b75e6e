// SPDX-License-Identifier: MIT
// One angle: name, slider coloured by how near a limit is, degrees, and its limits to edit where they are a range.
import { h } from './elements.js';

const toDegrees = (angle) => (angle * 180) / Math.PI;
const toRadians = (angle) => (angle * Math.PI) / 180;

/** Green away from limits, amber within 20 degrees, red at them. */
function limitTone(angle, lower, upper) {
  const spare = toDegrees(Math.min(angle - lower, upper - angle));
  if (spare < 2) return 'var(--red)';
  if (spare < 20) return `color-mix(in srgb, var(--amber) ${Math.round(100 - ((spare - 2) / 18) * 100)}%, var(--green))`;
  return 'var(--green)';
}

/** onLimits: null where the limits are no range. */
export function jointRow(name, { onInput, onCommit, onLimits }) {
  const slider = h('input', { type: 'range', step: 'any', 'aria-label': name });
  const number = h('input', { type: 'number', step: '1', 'aria-label': `${name} in degrees` });
  const limit = (which) =>
    h('input', {
      type: 'number',
      step: '1',
      'aria-label': `${name}, ${which} limit in degrees`,
      onchange: () => {
        onLimits(toRadians(lower.valueAsNumber), toRadians(upper.valueAsNumber));
        refresh();
      },
    });
  const lower = limit('lower');
  const upper = limit('upper');
  slider.addEventListener('input', () => onInput(toRadians(slider.valueAsNumber)));
  slider.addEventListener('change', () => onCommit());
  number.addEventListener('change', () => {
    if (Number.isFinite(number.valueAsNumber)) onInput(toRadians(number.valueAsNumber));
    refresh();
    onCommit();
  });
  const element = h(
    'div',
    { class: 'joint' },
    h('span', { class: 'name' }, name),
    h('span', { class: 'angle' }, number, h('span', { 'aria-hidden': 'true' }, '°')),
    slider,
    onLimits && h('div', { class: 'limits' }, lower, h('span', {}, 'to'), upper, h('span', {}, 'degrees')),
  );
  let shown = '';
  /** What was refused does not stay on show, even where the cursor still is. */
  let isTyped = false;
  function refresh() {
    shown = '';
    isTyped = true;
  }
  const isFree = (input) => isTyped || document.activeElement !== input;
  return {
    element,
    slider,
    set(angle, [low, high]) {
      const key = `${angle} ${low} ${high}`;
      if (key === shown) return;
      shown = key;
      const value = toDegrees(angle);
      slider.min = toDegrees(low);
      slider.max = toDegrees(high);
      slider.value = value;
      slider.setAttribute('aria-valuetext', `${value.toFixed(1)} degrees`);
      element.style.setProperty('--tone', onLimits ? limitTone(angle, low, high) : 'var(--green)');
      if (isFree(number)) number.value = value.toFixed(1);
      if (isFree(lower)) lower.value = toDegrees(low).toFixed(0);
      if (isFree(upper)) upper.value = toDegrees(high).toFixed(0);
      isTyped = false;
    },
  };
}
