// SPDX-License-Identifier: MIT
// Words of the field, explained where they stand: pointed at, tapped, or reached with Tab. What they mean is in docs/glossary.md.
import glossary from '../../../docs/glossary.md';
import { h } from './elements.js';

/** { word: meaning } of a table of two columns; "forward kinematics (FK)" has two names. */
export function readGlossary(text) {
  const found = {};
  for (const [, words, meaning] of text.matchAll(/^\| ([^|]+?) \| ([^|]+?) \|$/gm)) {
    if (words === 'word') continue;
    const [, long, short] = /^(.*?)(?: \((.*)\))?$/.exec(words);
    found[long.toLowerCase()] = meaning;
    if (short) found[short.toLowerCase()] = `${long}: ${meaning}`;
  }
  return found;
}

export const meanings = readGlossary(glossary);
/** Those that a visitor may not know; words of every day with a meaning of their own here are left alone. */
export const shown = [
  'swivel', 'feasible', 'natural', 'girdle', 'rhythm', 'pole', 'FK', 'IK', 'forward kinematics', 'inverse kinematics', 'compromise', 'enslaving', 'plane of elevation', 'pronation', 'swing', 'twist', 'softness', 'ISB',
  'CCD', 'FABRIK', 'pulp', 'roomiest', 'retargeting',
];
const pattern = new RegExp(`\\b(${[...shown].sort((a, b) => b.length - a.length).join('|')})(s?)\\b`, 'i');
/** Where they are explained: in running text, in headings and in names, never inside a button. */
const places = 'h2, .lead, .note, .joint .name, .card-title strong, .card-title span';

let box = null;

/** True if a meaning was on show. */
export function hideMeaning() {
  if (!box || box.hidden) return false;
  box.hidden = true;
  return true;
}

function show(element) {
  box ??= document.getElementById('meaning');
  box.textContent = meanings[element.dataset.word];
  box.hidden = false;
  const { left, bottom, top } = element.getBoundingClientRect();
  const { innerWidth: width, innerHeight: height } = window;
  box.style.left = `${Math.max(8, Math.min(left, width - box.offsetWidth - 8))}px`;
  box.style.top = `${bottom + 6 + box.offsetHeight < height ? bottom + 6 : top - 6 - box.offsetHeight}px`;
}

function term(text, word) {
  const element = h('span', { class: 'term', tabIndex: 0, 'data-word': word, 'aria-describedby': 'meaning' }, text);
  for (const name of ['pointerenter', 'focus']) element.addEventListener(name, () => show(element));
  element.addEventListener('click', (event) => {
    // A word in the name of a switch is not the switch.
    event.preventDefault();
    show(element);
  });
  // What was tapped or tabbed to stays until one goes on.
  element.addEventListener('pointerleave', () => document.activeElement !== element && hideMeaning());
  element.addEventListener('blur', hideMeaning);
  return element;
}

/** Every word of the field, where it first stands in a panel. What is pressed says it in its title. */
export function explain(panel) {
  for (const pressed of panel.querySelectorAll('button, .toggle')) {
    const word = pattern.exec(pressed.textContent)?.[1];
    if (word) pressed.title = [pressed.title, `${word[0].toUpperCase()}${word.slice(1)}: ${meanings[word.toLowerCase()]}`].filter(Boolean).join('. ');
  }
  const seen = new Set();
  for (const place of panel.querySelectorAll(places)) {
    if (place.closest('button, a')) continue;
    const texts = [];
    for (let walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT); walker.nextNode(); ) texts.push(walker.currentNode);
    for (let text of texts) {
      for (let from = 0; ; ) {
        const found = pattern.exec(text.data.slice(from));
        if (!found) break;
        const word = found[1].toLowerCase();
        if (seen.has(word)) {
          from += found.index + found[0].length;
          continue;
        }
        seen.add(word);
        const start = text.splitText(from + found.index);
        text = start.splitText(found[0].length);
        start.replaceWith(term(start.data, word));
        from = 0;
      }
    }
  }
}
