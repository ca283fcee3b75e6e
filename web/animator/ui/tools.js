// SPDX-License-Identifier: MIT
// The tool bar: undo, redo, reset, copy, link, picture, light or dark, help.
import { angleNames, sides } from '../arm/model.js';
import { iconButton } from './elements.js';

/** The posture as JSON: radians and metres, as the library and its command have them. */
function postureJson(model) {
  const describe = (state) => ({
    angles: state.q,
    bones: state.posture,
    swivel: model.swivelOf(state),
    hand: model.handOf(state),
    target: state.target,
    outcome: state.outcome,
  });
  return JSON.stringify(
    { model: 'arm', angles: angleNames, limits: model.arms.right.limb.limits, active: model.settings.side, ...Object.fromEntries(sides.map((side) => [side, describe(model.arms[side])])) },
    null,
    2,
  );
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages from disk may not have the clipboard: the old way.
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}

/** A file for the visitor. */
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export function makeTools(element, { history, model, stage, toast, theme, address, onReset, onHelp }) {
  const step = (name) => () => {
    history[name]();
    tools.update();
  };
  const undo = iconButton('undo', 'Undo (Ctrl Z)', step('undo'));
  const redo = iconButton('redo', 'Redo (Ctrl Shift Z)', step('redo'));
  element.append(
    undo,
    redo,
    iconButton('reset', 'Reset everything', onReset),
    iconButton('copy', 'Copy the posture as JSON', async () => {
      await copy(postureJson(model));
      toast('Posture copied as JSON');
    }),
    iconButton('link', 'Copy a link to this posture', async () => {
      await copy(location.href.split('#')[0] + address());
      toast('Link copied');
    }),
    iconButton('picture', 'Save the picture as PNG', async () => save(await stage.png(), 'swivel.png')),
    iconButton('home', 'Look from the front', () => stage.home()),
    iconButton('theme', 'Light or dark', () => theme.toggle()),
    iconButton('help', 'Show the hints', onHelp),
  );
  const tools = {
    update() {
      undo.disabled = history.past.length === 0;
      redo.disabled = history.future.length === 0;
    },
  };
  return tools;
}
