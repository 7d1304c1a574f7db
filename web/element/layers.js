// The model's tree as nested lists. The core is asked for it when the reader opens it.
import { amount, h } from './dom.js';

/** @typedef {import('./view.js').Context} Context */

function cells(/** @type {any} */ row, /** @type {Context} */ { text }) {
  const shape = row.rows && `${row.copies > 1 ? `${row.copies} × ` : ''}${row.rows} × ${row.columns}`;
  return h(
    'span',
    { class: 'module', title: row.path },
    h('span', {}, row.label, shape && h('small', {}, shape)),
    h('span', { class: 'number' }, amount(text(row))),
    h('span', { class: 'number share' }, row.share_text),
  );
}

function tree(/** @type {any[]} */ rows, /** @type {Context} */ context) {
  const nodes = rows.map((row) =>
    row.rows
      ? h('div', {}, cells(row, context))
      : h('details', { open: row.level < 2 && row.loaded !== false }, h('summary', {}, cells(row, context))),
  );
  rows.forEach((row, i) => nodes[row.parent]?.append(nodes[i]));
  return nodes.filter((_, i) => rows[i].parent === undefined);
}

/** Closed until the reader opens it, open until the reader closes it. */
export function layers(/** @type {Context} */ context) {
  const { say, inspect, openLayers, onLayers } = context;
  const fill = () => {
    const reply = details.open && details.childElementCount < 2 && inspect();
    if (!reply?.inspect) return;
    details.append(h('div', { class: 'tree' }, tree(reply.inspect, context)));
  };
  const toggle = (/** @type {Event} */ event) => {
    if (event.target !== details) return; // one of its nodes
    onLayers(details.open);
    fill();
  };
  const details = h('details', { class: 'layers', part: 'layers', open: openLayers, ontoggle: toggle }, h('summary', {}, say('layers')));
  fill();
  return details;
}
