// SPDX-License-Identifier: MIT
// Which arm, and whether the other one does the same: a row at the head of a panel.
import { h, segments, toggle } from './elements.js';

export function sideRow(model, commit) {
  const side = segments('Which arm', [['right', 'Right'], ['left', 'Left']], (value) => {
    model.set({ side: value });
    commit();
  });
  const mirror = toggle('Mirror', 'The other arm does the same', (on) => {
    model.set({ mirror: on });
    commit();
  });
  return {
    element: h('div', { class: 'row' }, side.element, mirror.element),
    update() {
      side.set(model.settings.side);
      mirror.set(model.settings.mirror);
    },
  };
}
