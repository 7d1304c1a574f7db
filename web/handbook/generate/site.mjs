// What the handbook adds to the site: its pages, and the glossary as data for the app's hints.
import { makeBook } from './book.mjs';
import { loadCore } from './core.mjs';
import { inliner, textOf } from './inline.mjs';
import { pages } from './pages.mjs';

/** Terms with their meanings as plain text, numbers put in. */
export function glossaryJson(book) {
  const inline = { en: inliner(book, 'en', (to) => to), zh: inliner(book, 'zh', (to) => to) };
  const rows = book.glossary.map(({ id, en, zh, def_en, def_zh }) => ({ id, en, zh, def_en: textOf(inline.en(def_en)), def_zh: textOf(inline.zh(def_zh)) }));
  return `${JSON.stringify(rows, null, 1)}\n`;
}

/** path in the site -> content. @param {string} build the web build's folder */
export async function handbookFiles(build) {
  const book = makeBook(await loadCore(build));
  const files = pages(book);
  files.set('handbook/glossary.json', glossaryJson(book));
  return new Map([...files].map(([path, content]) => [path, Buffer.from(content)]));
}
