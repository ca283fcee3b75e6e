// SPDX-License-Identifier: MIT
// The row of tabs and the panel below; a panel is made when it is first opened. What is chosen inside a panel is a short list
// of numbers and words: choices() gives it, restore(list) takes it, or what makes sense of it.
import { h } from './elements.js';
import { explain } from './glossary.js';

/** A list in two where a word begins its second part: [before, after the word], the latter null if the word is not there. */
export function cut(list, word) {
  const at = list.indexOf(word);
  return at < 0 ? [list, null] : [list.slice(0, at), list.slice(at + 1)];
}

export function makeTabs(tabList, container, panels, context, onOpen) {
  const made = new Map();
  const first = {};
  // Lists for panels that are not made yet.
  let waiting = {};
  const isSame = (a, b) => a.join() === b.join();
  const buttons = panels.map((panel) =>
    h('button', { type: 'button', role: 'tab', id: `tab-${panel.id}`, 'aria-controls': 'panel', onclick: () => tabs.open(panel.id) }, panel.title),
  );
  tabList.append(...buttons);
  tabList.hidden = panels.length < 2;
  tabList.addEventListener('keydown', (event) => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!move) return;
    const next = (panels.findIndex((panel) => panel.id === tabs.current) + move + panels.length) % panels.length;
    tabs.open(panels[next].id);
    buttons[next].focus();
  });
  const tabs = {
    current: null,
    active: null,
    ids: panels.map((panel) => panel.id),
    open(id) {
      if (id === tabs.current) return;
      tabs.active?.close?.();
      tabs.current = id;
      if (!made.has(id)) {
        const panel = panels.find((one) => one.id === id).create(context);
        made.set(id, panel);
        explain(panel.element);
        if (panel.choices) first[id] = panel.choices();
        if (panel.choices && waiting[id]) panel.restore(waiting[id]);
        delete waiting[id];
      }
      tabs.active = made.get(id);
      buttons.forEach((button, i) => {
        const on = panels[i].id === id;
        button.setAttribute('aria-selected', on);
        button.tabIndex = on ? 0 : -1;
        if (on) button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      });
      container.replaceChildren(tabs.active.element);
      container.setAttribute('aria-labelledby', `tab-${id}`);
      container.scrollTop = 0;
      tabs.active.open?.();
      onOpen(id);
    },

    /** { id: list } of every panel where something is not as it was at first. */
    choices() {
      const found = { ...waiting };
      for (const id of Object.keys(first)) {
        const list = made.get(id).choices();
        if (!isSame(list, first[id])) found[id] = list;
      }
      return found;
    },

    /** As choices() gave it. */
    restore(choices) {
      waiting = {};
      for (const { id } of panels) {
        if (!made.has(id)) {
          if (choices[id]) waiting[id] = choices[id];
        } else if (first[id]) {
          const list = choices[id] ?? first[id];
          if (!isSame(list, made.get(id).choices())) made.get(id).restore(list);
        }
      }
    },
  };
  return tabs;
}
