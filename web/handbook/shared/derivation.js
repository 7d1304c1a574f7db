// The working of an answer as HTML: the same text at build time and after a slider was moved.
import { line, parse, evaluate } from './expression.js';
import { write } from './format.js';
import { words } from './words.js';

export const escape = (/** @type {any} */ text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

/** What stands between a name and what it is. @param {'en' | 'zh'} lang */
export const colon = (lang) => (lang === 'zh' ? '：' : ': ');

/** Subscripts: n_kv becomes n with kv below. @param {string} formula */
export function typeset(formula) {
  return escape(formula).replace(/([A-Za-zΣ]+)((?:_[\w.-]+)+)/g, (_, base, below) => `<var>${base}<sub>${below.slice(1).replaceAll('_', ', ')}</sub></var>`);
}

/** A bar of the terms, drawn to scale. @param {any[]} terms @param {number} whole bytes of the full width */
export function bar(terms, whole) {
  let x = 0;
  const parts = terms.map((term) => {
    const width = (1000 * term.bytes) / whole;
    const part = `<rect class="t-${term.id}" x="${x.toFixed(2)}" y="0" width="${Math.max(0, width - 1).toFixed(2)}" height="14"><title>${escape(term.label)} ${escape(term.text_gib)}</title></rect>`;
    x += width;
    return part;
  });
  return `<svg class="bar" viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true">${parts.join('')}</svg>`;
}

function row(/** @type {string} */ name, /** @type {string} */ formula, /** @type {string} */ numbers, /** @type {string} */ value) {
  return `<div class="line"><dt>${name}</dt><dd><span class="formula">${formula}</span><span class="numbers">= ${numbers}</span><b class="value">= ${value}</b></dd></div>`;
}

const amount = (/** @type {any} */ of) => `${escape(of.text_gib)} <i>${escape(of.text_gb)}</i>`;

/**
 * The working of a reply: terms wanted (all when none are named), their sum when there are several, symbols.
 * Figures of speed and traffic follow where the card names them.
 * @param {any} reply @param {{terms?: string[], figures?: string[]}} card @param {'en' | 'zh'} lang
 */
export function replyWorking(reply, card, lang) {
  const say = words(lang);
  if (!reply.ok) return `<p class="problem">${say('cannot')}${colon(lang)}${escape(reply.errors.map((/** @type {any} */ e) => e.message).join(' '))}</p>`;
  const [result] = reply.results;
  const all = result.terms.filter((/** @type {any} */ t) => t.place !== 'host' && t.bytes > 0);
  const terms = card.terms ? all.filter((/** @type {any} */ t) => card.terms?.includes(t.id)) : all;
  const rows = terms.map((/** @type {any} */ t) =>
    row(`<span class="chip t-${t.id}"></span>${escape(t.label)}`, typeset(t.formula), escape(t.working), amount(t)));
  const figures = (card.figures ?? []).map((id) => result.speed[id]).filter(Boolean);
  rows.push(...figures.map((/** @type {any} */ f) => row(escape(f.label), typeset(f.formula), escape(f.working), `${escape(f.text)}${f.range_text ? ` <i>${escape(f.range_text)}</i>` : ''}`)));
  const symbols = new Map([...terms, ...figures].flatMap((/** @type {any} */ t) => t.symbols ?? []).map((/** @type {any} */ s) => [s.symbol, s]));
  const legend = [...symbols.values()].map((s) => `<li>${typeset(s.symbol)} ${escape(s.meaning)}${colon(lang)}${escape(s.text)}</li>`);
  const whole = card.terms === undefined;
  if (!rows.length) return `<p class="problem">${say('not_there')}</p>`;
  const sum = whole ? `<p class="sum"><span>${escape(reply.model.name)}${colon(lang)}${escape(result.summary_gib)}</span></p>` : '';
  return `${terms.length > 1 ? bar(terms, Math.max(whole ? result.usable_bytes : 0, terms.reduce((/** @type {number} */ n, /** @type {any} */ t) => n + t.bytes, 0))) : ''}<dl>${rows.join('')}</dl>${sum}<details class="legend"><summary>${say('symbols')}</summary><ul>${legend.join('')}</ul></details>`;
}

/**
 * The working of an expression.
 * @param {{expr: string, format: string, inputs: Record<string, {value: number, format: string, label: string[]}>, title: string[]}} working
 * @param {'en' | 'zh'} lang
 */
export function expressionWorking(working, lang) {
  const tree = parse(working.expr);
  const of = (/** @type {string} */ name) => working.inputs[name];
  const values = Object.fromEntries(Object.entries(working.inputs).map(([name, input]) => [name, input.value]));
  const number = (/** @type {string} */ name) => write(of(name).value, of(name).format, lang);
  const pick = lang === 'zh' ? 1 : 0;
  const legend = Object.entries(working.inputs).map(([name, input]) => `<li>${typeset(name)} ${escape(input.label[pick])}${colon(lang)}${escape(number(name))}</li>`);
  const value = escape(write(evaluate(tree, values), working.format, lang));
  return `<dl>${row(escape(working.title[pick]), typeset(line(tree, (n) => n)), escape(line(tree, number)), value)}</dl><details class="legend"><summary>${words(lang)('symbols')}</summary><ul>${legend.join('')}</ul></details>`;
}
