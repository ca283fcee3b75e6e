// SPDX-License-Identifier: MIT
// Results: what `swivel report` writes, over the whole width. Made when the page was built.
import { h } from '../ui/elements.js';
import { unpack } from '../unpack.js';
import reportText from 'report.html.gz';

export const resultsPanel = {
  id: 'results',
  title: 'Results',

  create({ stage }) {
    const element = h('article', { class: 'report' }, h('p', {}, 'Unpacking the report.'));
    unpack(reportText).then((bytes) => {
      const page = new DOMParser().parseFromString(new TextDecoder().decode(bytes), 'text/html');
      for (const style of page.querySelectorAll('style, script, title, meta')) style.remove();
      for (const link of page.querySelectorAll('a[href^="#"]')) {
        const id = link.getAttribute('href').slice(1);
        link.addEventListener('click', (event) => {
          event.preventDefault();
          element.querySelector(`[id="${id}"]`)?.scrollIntoView({ behavior: 'smooth' });
        });
      }
      element.replaceChildren(...page.body.childNodes);
      for (const box of element.querySelectorAll('pre')) box.tabIndex = 0;
    });
    return {
      element,
      open: () => document.body.classList.add('wide'),
      close: () => {
        document.body.classList.remove('wide');
        stage.resize();
      },
      update: () => {},
      advance: () => false,
      readout: () => ({ time: '', residual: '', outcome: '' }),
    };
  },
};
