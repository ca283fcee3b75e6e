// SPDX-License-Identifier: MIT
// Keys: with the picture focused the arrows move the hand, anywhere the letters switch things.
import { axisAngle, multiply } from '../arm/vectors.js';
import { hideMeaning } from './glossary.js';
import { closeHint } from './hint.js';

// The figure faces the viewer: the arrow to the left moves the hand to the figure's right.
const moves = {
  ArrowLeft: [1, 0, 0],
  ArrowRight: [-1, 0, 0],
  ArrowUp: [0, 0, 1],
  ArrowDown: [0, 0, -1],
  PageUp: [0, 1, 0],
  PageDown: [0, -1, 0],
};

export function keyboard({ stage, pointer, model, history, tabs, commit, tools, views }) {
  // Esc: a drag as if it had not been; else the hint goes, or a pen is put down.
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    const taken = pointer.cancel();
    if (taken && !taken.isBack) history.restore(history.now, tabs.current);
    else if (taken) stage.invalidate();
    else if (!closeHint() && !hideMeaning()) tabs.active.escape?.();
  });
  stage.canvas.addEventListener('keydown', (event) => {
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey || !(tabs.current === 'arm' || tabs.active.nudge)) return;
    event.preventDefault();
    if (tabs.active.nudge) {
      tabs.active.nudge(move, event.shiftKey);
      return;
    }
    const { position, rotation } = model.active.target;
    if (event.shiftKey) model.setTarget({ position, rotation: multiply(axisAngle(move, 0.06), rotation) });
    else model.setTarget({ position: position.map((p, i) => p + 0.01 * move[i]), rotation });
    commit();
  });
  document.addEventListener('keydown', (event) => {
    const typing = event.target.matches?.('input[type=number], input[type=text], textarea, select');
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !typing) {
      event.preventDefault();
      if (event.shiftKey) history.redo();
      else history.undo();
      tools.update();
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'y' && !typing) {
      event.preventDefault();
      history.redo();
      tools.update();
    } else if (!typing && !event.altKey && views(event)) {
      event.preventDefault();
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey && !typing) {
      const number = Number(event.key);
      if (number >= 1 && number <= tabs.ids.length) tabs.open(tabs.ids[number - 1]);
      else if (tabs.active.key) tabs.active.key(event.key.toLowerCase());
      else if (['arm', 'shoulder', 'hand', 'track'].includes(tabs.current)) {
        const key = event.key.toLowerCase();
        const isArm = tabs.current === 'arm';
        if (key === 'm') model.set({ mirror: !model.settings.mirror });
        else if (key === 'n' && isArm) model.set({ natural: !model.settings.natural });
        else return;
        commit();
      }
    }
  });
}
