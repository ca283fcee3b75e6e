// SPDX-License-Identifier: MIT
// Where to look from, which axes the handles have, and steps: buttons over the picture, and the keys for them.
import { h } from './elements.js';

// Of a keyboard with a number pad its keys are those of Blender; the letters are for those without.
const views = [
  { name: 'front', other: 'back', label: 'Front', pad: '1', letter: 'f', title: 'From the front: F, or 1 on the number pad. With Shift, or Ctrl on the number pad, from the back' },
  { name: 'right', other: 'left', label: 'Side', pad: '3', letter: 'r', title: 'From its right: R, or 3 on the number pad. With Shift, or Ctrl on the number pad, from its left' },
  { name: 'top', other: 'top', label: 'Top', pad: '7', letter: 't', title: 'From above: T, or 7 on the number pad' },
];

export const viewKeys = 'F, R, T look from front, right and above (Shift: from the other side; number pad 1, 3, 7 too), O or 5 without perspective, A axes of the world or of the part, S or holding Ctrl snaps to 1 cm and 5°.';

export function makeViews(element, stage) {
  const button = (label, title, onclick) => h('button', { type: 'button', title, 'aria-pressed': 'false', onclick }, label);
  const sights = views.map(({ name, label, title }) => button(label, title, () => stage.lookFrom(name)));
  const turns = {
    flat: () => stage.setOrthographic(!stage.isOrthographic),
    axes: () => stage.setHandling({ hasLocalAxes: !stage.hasLocalAxes }),
    snap: () => stage.setHandling({ snaps: !stage.snaps }),
  };
  const flat = button('Ortho', 'Without perspective: O, or 5 on the number pad', turns.flat);
  const axes = button('Local', 'Arrows and rings along the axes of the part, or of the world: A', turns.axes);
  const snap = button('Snap', 'Drags in steps of 1 cm and 5 degrees: S, or hold Ctrl', turns.snap);
  element.append(...sights, flat, axes, snap);
  const show = () => {
    sights.forEach((one, i) => one.setAttribute('aria-pressed', stage.sight !== null && [views[i].name, views[i].other].includes(stage.sight)));
    flat.setAttribute('aria-pressed', stage.isOrthographic);
    axes.setAttribute('aria-pressed', stage.hasLocalAxes);
    snap.setAttribute('aria-pressed', stage.snaps);
  };
  stage.onView(show);
  show();

  /** True if the key was one of ours. */
  return (event) => {
    const pad = /^Numpad(\d)$/.exec(event.code)?.[1];
    const key = event.key.toLowerCase();
    const isOther = pad ? event.ctrlKey || event.metaKey : event.shiftKey;
    if (!pad && (event.ctrlKey || event.metaKey)) return false;
    const view = views.find(({ pad: number, letter }) => (pad ? number === pad : letter === key));
    if (view) stage.lookFrom(isOther ? view.other : view.name);
    else if (pad === '5' || (!pad && key === 'o')) turns.flat();
    else if (!pad && key === 'a') turns.axes();
    else if (!pad && key === 's') turns.snap();
    else return pad !== undefined;
    return true;
  };
}
