// Full-text search over the handbook: every word of the query must stand in an entry, in any part of it.
// Case, full-width forms and the spaces beside Chinese characters do not matter.

/**
 * @typedef {{to: string, kind: 'question' | 'term', title: string, parts: string[]}} Entry
 * @typedef {{entry: Entry, title: Piece[], excerpt: Piece[]}} Hit
 * @typedef {{text: string, mark: boolean}} Piece
 */

const kHan = /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/;

/** The text as it is compared, and where each of its characters came from. @param {string} text */
export function fold(text) {
  let folded = '';
  /** @type {number[]} */
  const from = [];
  [...text].reduce((at, char, i, all) => {
    const space = /\s/.test(char);
    const beside = kHan.test(folded.slice(-1)) || kHan.test(all.slice(i + 1).find((one) => !/\s/.test(one)) ?? '');
    if (!(space && (beside || folded.endsWith(' ')))) {
      for (const one of space ? ' ' : char.normalize('NFKC').toLowerCase()) {
        folded += one;
        for (let n = 0; n < one.length; n += 1) from.push(at);
      }
    }
    return at + char.length;
  }, 0);
  from.push(text.length);
  return { folded, from };
}

/** The words that are looked for. @param {string} query */
export const wordsOf = (query) => [...new Set(query.split(/\s+/).map((word) => fold(word).folded).filter(Boolean))];

/** Where the words stand in a text, as ranges of it, in order and not overlapping. @param {string} text @param {string[]} wanted */
export function ranges(text, wanted) {
  const { folded, from } = fold(text);
  /** @type {[number, number][]} */
  const found = [];
  for (const word of wanted) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) found.push([from[at], from[at + word.length - 1] + 1]);
  }
  found.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  return found.filter((one, i) => found.slice(0, i).every((other) => one[0] >= other[1]));
}

/** The text cut at the marks. @param {string} text @param {[number, number][]} marks @returns {Piece[]} */
function pieces(text, marks) {
  const out = [];
  let at = 0;
  for (const [begin, end] of marks) {
    out.push({ text: text.slice(at, begin), mark: false }, { text: text.slice(begin, end), mark: true });
    at = end;
  }
  out.push({ text: text.slice(at), mark: false });
  return out.filter((one) => one.text);
}

const kBefore = 40;
const kLength = 150;

/** The part of a text around its first mark. @param {string} text @param {string[]} wanted */
function around(text, wanted) {
  const [first] = ranges(text, wanted);
  let begin = Math.max(0, (first?.[0] ?? 0) - kBefore);
  // not in the middle of an English word
  if (begin > 0 && /[\w]/.test(text[begin - 1])) begin = Math.max(text.lastIndexOf(' ', begin) + 1, begin - 20);
  let end = Math.min(text.length, begin + kLength);
  if (end < text.length && /\w/.test(text[end])) end = Math.min(text.length, (text.indexOf(' ', end) + 1 || end) - 0);
  const cut = text.slice(begin, end);
  return `${begin ? '… ' : ''}${cut.trim()}${end < text.length ? ' …' : ''}`;
}

/** Entries that have every word; those with more of them in the title come first. @param {Entry[]} entries @param {string} query @returns {Hit[]} */
export function search(entries, query) {
  const wanted = wordsOf(query);
  if (!wanted.length) return [];
  const has = (/** @type {string} */ text, /** @type {string} */ word) => fold(text).folded.includes(word);
  const hits = entries.flatMap((entry) => {
    const whole = [entry.title, ...entry.parts].join('\n');
    if (!wanted.every((word) => has(whole, word))) return [];
    const count = (/** @type {string} */ text) => wanted.filter((word) => has(text, word)).length;
    const inTitle = count(entry.title);
    // the earliest part with most of the words
    const best = entry.parts.reduce((a, b) => (count(b) > count(a) ? b : a), entry.parts[0] ?? '');
    const excerpt = around(best, wanted);
    const score = 10 * inTitle + (best === entry.parts[0] ? count(best) : 0) + (entry.kind === 'question' ? 1 : 0);
    return [{ entry, score, title: pieces(entry.title, ranges(entry.title, wanted)), excerpt: pieces(excerpt, ranges(excerpt, wanted)) }];
  });
  return hits.sort((a, b) => b.score - a.score);
}
