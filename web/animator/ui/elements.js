// SPDX-License-Identifier: MIT
// Small pieces of the page.

/** h('button', { class: 'x', onclick }, 'text', child): an element. Names with a dash are attributes. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === 'class') element.className = value;
    else if (name.includes('-') || name === 'role' || name === 'for') element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const paths = {
  undo: 'M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3',
  redo: 'm15 5 5 5-5 5M20 10H10a5 5 0 0 0 0 10h3',
  reset: 'M4 12a8 8 0 1 1 3 6.2M4 20v-5h5',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 4M15 9h.01',
  theme: 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18h.01M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20z',
  play: 'M7 4v16l13-8z',
  pause: 'M7 4h4v16H7zM14 4h4v16h-4z',
  home: 'M4 11 12 4l8 7M6 10v10h12V10',
  close: 'M6 6l12 12M18 6 6 18',
};

export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'icon');
  const path = document.createElementNS(svg.namespaceURI, 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}

export function iconButton(name, label, onclick) {
  return h('button', { class: 'icon-button', type: 'button', 'aria-label': label, title: label, onclick }, icon(name));
}

/** A switch with its words. `set(on)` shows a state without calling back. */
export function toggle(label, hint, onchange) {
  const input = h('input', { type: 'checkbox', role: 'switch', onchange: () => onchange(input.checked) });
  const element = h('label', { class: 'toggle', title: hint }, input, h('span', { class: 'knob' }), h('span', {}, label));
  return { element, set: (on) => (input.checked = on), input };
}

/** One of several. options: [value, label] pairs. */
export function segments(label, options, onchange) {
  const buttons = options.map(([value, text, hint]) =>
    h('button', { type: 'button', role: 'radio', 'data-value': value, title: hint ?? '', onclick: () => onchange(value) }, text),
  );
  const element = h('div', { class: 'segments', role: 'radiogroup', 'aria-label': label }, ...buttons);
  element.addEventListener('keydown', (event) => {
    const move = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!move) return;
    event.preventDefault();
    const next = buttons[(buttons.indexOf(document.activeElement) + move + buttons.length) % buttons.length];
    next.focus();
    next.click();
  });
  const set = (value) => {
    for (const button of buttons) {
      const on = button.dataset.value === String(value);
      button.setAttribute('aria-checked', on);
      button.tabIndex = on ? 0 : -1;
    }
  };
  return { element, set };
}

export function section(title, ...children) {
  return h('section', { 'aria-label': title }, h('h2', {}, title), ...children);
}

/** How something ended, in words: set({ tone: 'good' | 'warn' | 'bad', title, text }). Read aloud only when it changes. */
export function verdictBox() {
  const element = h('div', { class: 'verdict', role: 'status' }, h('strong', {}), h('span', {}));
  const set = ({ tone, title, text }) => {
    if (element.dataset.text === title + text) return;
    element.dataset.text = title + text;
    element.dataset.tone = tone;
    element.firstChild.textContent = title;
    element.lastChild.textContent = text;
  };
  return { element, set };
}

/** Calls back while a button is held down: pointer, space or enter. onStop when it is let go. */
export function holdButton(label, hint, onHold, onStop) {
  let timer = 0;
  const button = h('button', { type: 'button', class: 'chip', title: hint }, label);
  const start = () => {
    if (timer) return;
    onHold();
    timer = setInterval(onHold, 1000 / 60);
  };
  const stop = () => {
    if (!timer) return;
    clearInterval(timer);
    timer = 0;
    onStop();
  };
  button.addEventListener('pointerdown', (event) => {
    button.setPointerCapture(event.pointerId);
    start();
  });
  for (const name of ['pointerup', 'pointercancel', 'blur']) button.addEventListener(name, stop);
  button.addEventListener('keydown', (event) => {
    if (event.key === ' ' || event.key === 'Enter') start();
  });
  button.addEventListener('keyup', stop);
  return button;
}
