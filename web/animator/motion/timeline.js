// SPDX-License-Identifier: MIT
// Keys on a line of time: dragged, moved by arrows, removed by Delete; a click beside them goes to that time.
import { h } from '../ui/elements.js';

const seconds = (time) => `${time.toFixed(1)} s`;

/** onAdd(), onMove(key, time) while it moves, onDone() when it is let go, onRemove(key), onSeek(time). */
export function makeTimeline({ onAdd, onMove, onRemove, onDone, onSeek }) {
  let keys = [];
  const cursor = h('i', { class: 'cursor', hidden: true });
  const line = h('div', { class: 'line', role: 'group', 'aria-label': 'My poses in time' }, cursor);
  const span = () => Math.max(3, (keys.at(-1)?.time ?? 0) + 1);
  const timeAt = (event) => {
    const box = line.getBoundingClientRect();
    return Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1) * span();
  };
  line.addEventListener('pointerdown', (event) => {
    if ((event.target === line || event.target === cursor) && keys.length > 1) onSeek(Math.min(timeAt(event), keys.at(-1).time));
  });
  const remove = h('button', { type: 'button', class: 'chip', disabled: true, onclick: () => onRemove(chosen) }, 'Remove');
  let chosen = -1;
  const choose = (i) => {
    chosen = i;
    remove.disabled = i < 0;
    [...line.querySelectorAll('.key')].forEach((button, k) => button.setAttribute('aria-pressed', k === i));
  };
  const keyButton = (i) => {
    const button = h('button', { type: 'button', class: 'key' });
    let grabbed = null;
    button.addEventListener('pointerdown', (event) => {
      button.setPointerCapture(event.pointerId);
      grabbed = { moved: false, width: span() };
      choose(i);
    });
    button.addEventListener('pointermove', (event) => {
      if (!grabbed) return;
      const box = line.getBoundingClientRect();
      grabbed.moved = true;
      onMove(i, ((event.clientX - box.left) / box.width) * grabbed.width);
    });
    for (const name of ['pointerup', 'pointercancel'])
      button.addEventListener(name, () => {
        if (grabbed?.moved) onDone();
        else if (grabbed && keys.length > 1) onSeek(keys[i].time);
        grabbed = null;
      });
    button.addEventListener('focus', () => choose(i));
    button.addEventListener('keydown', (event) => {
      const by = { ArrowLeft: -0.1, ArrowRight: 0.1 }[event.key];
      if (by) {
        onMove(i, keys[i].time + by);
        onDone();
      } else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(i);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    return button;
  };
  const element = h('div', { class: 'timeline' }, line, h('div', { class: 'chips' }, h('button', { type: 'button', class: 'chip', onclick: onAdd }, 'Add this posture'), remove));
  return {
    element,
    set(next) {
      keys = next;
      const buttons = [...line.querySelectorAll('.key')];
      for (const button of buttons.slice(keys.length)) button.remove();
      for (let i = buttons.length; i < keys.length; i++) line.append(keyButton(i));
      const wide = span();
      [...line.querySelectorAll('.key')].forEach((button, i) => {
        button.style.left = `${(100 * keys[i].time) / wide}%`;
        button.setAttribute('aria-label', `Posture ${i + 1} at ${seconds(keys[i].time)}`);
        button.title = seconds(keys[i].time);
      });
      if (chosen >= keys.length) choose(-1);
    },
    /** Where time is; null: something else plays. */
    show(time) {
      cursor.hidden = time === null || keys.length < 2;
      if (time !== null) cursor.style.left = `${(100 * time) / span()}%`;
    },
  };
}
