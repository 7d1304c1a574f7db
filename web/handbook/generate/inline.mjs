// A line of the texts -> HTML: numbers, declared constants, quoted errors, emphasis, links, glossary terms.
import { write } from '../shared/format.js';
import { escape } from '../shared/derivation.js';

/** A line's HTML as plain text. */
export const textOf = (html) => html.replace(/<[^>]+>/g, '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** {{reference|format}} -> [reference, format]; {{=16 B}} -> null. */
export function references(text) {
  return [...text.matchAll(/\{\{([^}=|][^}|]*)\|(\w+)\}\}/g)].map(([, ref, format]) => [ref.trim(), format]);
}

/** @param {any} book @param {'en' | 'zh'} lang @param {(slug: string) => string} href of a question or page */
export function inliner(book, lang, href) {
  const number = (ref, format) => {
    const value = book.values.get(ref);
    return `<data class="num" value="${value}" data-ref="${ref}" data-format="${format}">${escape(write(value, format, lang))}</data>`;
  };
  const glossary = glossaryLinks(book.glossary, lang, href);
  return (text, { linked = null } = {}) => {
    const kept = []; // finished HTML, out of the way of escaping
    const keep = (html) => `\u0001${kept.push(html) - 1}\u0002`;
    let out = text
      .replace(/\{\{=([^}]+)\}\}/g, (_, constant) => keep(`<span class="given">${escape(constant)}</span>`))
      .replace(/\{\{([^}|]+)\|(\w+)\}\}/g, (_, ref, format) => keep(number(ref.trim(), format)))
      .replace(/\[\[([^\]]+)\]\]/g, (_, claim) => keep(`<s class="claim">${escape(claim)}</s>`))
      .replace(/`([^`]+)`/g, (_, code) => keep(`<code>${escape(code)}</code>`))
      .replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, words, to) => keep(`<a href="${escape(href(to))}">${escape(words)}</a>`));
    if (/\{\{|\}\}/.test(out)) throw new Error(`not understood: ${text}`);
    out = escape(out).replace(/\b(\d)-(\d+)-(\d+)\b/g, '$1\u2011$2\u2011$3').replace(/(\d) (?=%|[KMGT]i?B\b|Gb\b|TFLOPS)/g, '$1\u00a0').replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
    if (linked) out = glossary(out, linked);
    return out.replace(/\u0001(\d+)\u0002/g, (_, i) => kept[Number(i)]);
  };
}

// Words so common that a link on each would be noise.
const kQuiet = new Set(['parameter', 'weights', 'gradient', 'checkpoint', 'batch-size', 'quantisation', 'exponent', 'fragmentation', 'throughput', 'gb-gib', 'billion', 'step']);
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Other names of a term: what stands before a bracket, between slashes. */
export function namesOf(term, lang) {
  const whole = lang === 'zh' ? term.zh : term.en;
  const outside = whole.replace(/[(（][^)）]*[)）]/g, '').trim();
  const inside = [...whole.matchAll(/[(（]([^)）]+)[)）]/g)].map((m) => m[1]);
  return [...new Set([outside, ...inside].flatMap((part) => part.split(/\s*\/\s*/)))].filter((name) => name.length > 1);
}

/** Links the first mention of each term; `linked` remembers which are done. */
function glossaryLinks(glossary, lang, href) {
  const byName = new Map();
  for (const term of glossary) {
    if (kQuiet.has(term.id)) continue;
    for (const name of namesOf(term, lang)) if (!byName.has(name.toLowerCase())) byName.set(name.toLowerCase(), term);
  }
  const list = [...byName.keys()].filter((name) => !/^(b|sm|pp|tp|sp|cp|ep|dp|size|rank)$/.test(name)).sort((a, b) => b.length - a.length);
  const edge = (name, at) => (/[\w]/.test(name.at(at)) ? (at ? '(?![\\w-])' : '(?<![\\w-])') : '');
  const pattern = new RegExp(list.map((name) => edge(name, 0) + escaped(name) + edge(name, -1)).join('|'), 'gi');
  return (html, linked) => html.replace(pattern, (found) => {
    const term = byName.get(found.toLowerCase());
    if (!term || linked.has(term.id) || (term.id === 'zero' && found === 'zero')) return found;
    linked.add(term.id);
    const meaning = lang === 'zh' ? term.def_zh : term.def_en;
    return `<a class="term" href="${href(`glossary#${term.id}`)}" title="${escape(meaning.replace(/\{\{=?|\}\}/g, ''))}">${found}</a>`;
  });
}
