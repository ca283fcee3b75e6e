// SPDX-License-Identifier: MIT
// A place for a visitor's file: chosen, or dropped anywhere on the page while its panel is open.
import { h } from './elements.js';

/** take(file) is called with it. */
export function fileDrop(label, words, accept, take) {
  const input = h('input', {
    type: 'file', accept, 'aria-label': label,
    async onchange() {
      if (input.files[0]) await take(input.files[0]);
      // The same file may be chosen again.
      input.value = '';
    },
  });
  const listeners = {
    dragover: (event) => event.preventDefault(),
    drop(event) {
      event.preventDefault();
      if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
    },
  };
  return {
    element: h('label', { class: 'file' }, h('span', {}, words), input),
    open() {
      for (const [name, listener] of Object.entries(listeners)) document.body.addEventListener(name, listener);
    },
    close() {
      for (const [name, listener] of Object.entries(listeners)) document.body.removeEventListener(name, listener);
    },
  };
}
