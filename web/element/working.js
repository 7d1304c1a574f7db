// The working of one term: formula, the same with numbers, what each symbol means, and sources.
import { h, typeset } from './dom.js';

/** @typedef {import('./view.js').Context} Context */

/** A citation; one that is an address becomes a link. */
function source(/** @type {string} */ words) {
  const url = words.match(/https?:\/\/\S+/)?.[0];
  if (!url) return h('li', {}, words);
  const name = words.replace(url, '').trim() || url.replace(/^https?:\/\//, '');
  return h('li', {}, h('a', { href: url, rel: 'noopener', target: '_blank' }, name));
}

/** @param {any} term @param {Context} context */
export function working(term, context) {
  const { say, text, saved } = context;
  const row = (/** @type {string} */ id, /** @type {any} */ content) => [
    h('dt', {}, say(id)),
    h('dd', {}, content),
  ];
  return h(
    'div',
    { class: 'working', part: 'working' },
    h(
      'dl',
      {},
      row('hint', say(`term.${term.id}.hint`)),
      term.formula && row('formula', h('span', { class: 'formula' }, typeset(term.formula))),
      term.working && row('working', h('span', { class: 'formula' }, term.working)),
      row('exactness', [say(`exactness.${term.exactness}`), ': ', say(`exactness.${term.exactness}.hint`)]),
      term.high > term.low && row('range', `${text(term, 'low')} – ${text(term, 'high')}`),
      term.id === 'activations' && saved.length > 0 &&
        row('saved.list', h('table', { class: 'symbols' }, saved.map((/** @type {any} */ line) =>
          h('tr', {}, h('th', { scope: 'row' }, say('saved.in_layers', { name: line.label, layers: line.layers })),
            h('td', { class: 'number' }, text(line)))))),
      term.symbols?.length > 0 &&
        row(
          'symbols',
          h(
            'table',
            { class: 'symbols' },
            term.symbols.map((/** @type {any} */ symbol) =>
              h(
                'tr',
                {},
                h('th', { scope: 'row' }, typeset(symbol.symbol)),
                h('td', { class: 'number' }, symbol.text),
                h('td', {}, symbol.meaning),
              ),
            ),
          ),
        ),
      term.sources?.length > 0 && row('sources', h('ul', {}, term.sources.map(source))),
    ),
  );
}
