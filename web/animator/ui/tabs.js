// SPDX-License-Identifier: MIT
// The row of tabs and the panel below; a panel is made when it is first opened.
import { h } from './elements.js';

export function makeTabs(tabList, container, panels, context, onOpen) {
  const made = new Map();
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
      if (!made.has(id)) made.set(id, panels.find((panel) => panel.id === id).create(context));
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
  };
  return tabs;
}
