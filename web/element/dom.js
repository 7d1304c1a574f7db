// Makes DOM nodes. Styles go through the CSSOM, so a page with a strict CSP needs no exception.

/** @typedef {string | number | Node | null | undefined | false} Child */

/**
 * h('button', {class: 'row', onclick: toggle, style: {'--share': 0.5}}, 'text', child)
 * @param {string} tag
 * @param {Record<string, any>} [attributes] null, undefined and false are left out; `on…` is a listener
 * @param {...(Child | Child[])} children
 * @returns {any} the element
 */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name.slice(2), value);
    else if (name === 'style') for (const key in value) node.style.setProperty(key, value[key]);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(.../** @type {(string | Node)[]} */ (children.flat(2).filter((child) => child || child === 0)));
  return node;
}

/** Splits "14.96 GiB" so that figures and units stand in columns of their own. */
export function amount(text = '') {
  const cut = text.lastIndexOf(' ');
  if (cut < 0) return [text];
  return [
    h('span', { class: 'figure' }, text.slice(0, cut)),
    ' ',
    h('span', { class: 'unit' }, text.slice(cut + 1)),
  ];
}

/** A formula with its subscripts set: n_kv becomes n with kv below. */
export function typeset(formula = '') {
  return formula.split(/([A-Za-z]+(?:_[\w.-]+)+)/).map((part, i) => {
    if (i % 2 === 0) return part;
    const [base, ...below] = part.split('_');
    return h('span', { class: 'symbol' }, base, h('sub', {}, below.join(', ')));
  });
}
