// The contents page's search: the index is fetched with the first key, hits take the place of the chapters.
import { h } from '../../element/dom.js';
import { search } from '../shared/search.js';
import { words } from '../shared/words.js';
import { lang } from './handbook.js';

const say = words(lang);
const field = /** @type {HTMLInputElement} */ (document.getElementById('find'));
const found = /** @type {HTMLElement} */ (document.getElementById('found'));
const list = /** @type {HTMLElement} */ (document.getElementById('hits'));
const contents = /** @type {HTMLElement} */ (document.getElementById('all-chapters'));
/** @type {Promise<any[]> | null} */
let index = null;

function load() {
  index ??= fetch(field.dataset.index ?? '').then((answer) => {
    if (!answer.ok) throw new Error(`search index: ${answer.status}`);
    return answer.json();
  });
  return index;
}

const marked = (/** @type {{text: string, mark: boolean}[]} */ pieces) => pieces.map((one) => (one.mark ? h('mark', {}, one.text) : one.text));

async function find() {
  const query = field.value;
  const address = new URL(location.href);
  if (query.trim()) address.searchParams.set('q', query);
  else address.searchParams.delete('q');
  history.replaceState(null, '', address);
  contents.hidden = Boolean(query.trim());
  list.hidden = !query.trim();
  if (!query.trim()) {
    found.textContent = '';
    return;
  }
  try {
    const entries = await load();
    if (query !== field.value) return; // a later key was quicker
    const hits = search(entries, query);
    found.textContent = hits.length ? say('hits', { count: hits.length }) : say('no_hits');
    list.replaceChildren(...hits.map(({ entry, title, excerpt }) => h('li', {}, h('a', { href: entry.to }, entry.kind === 'term' ? h('small', {}, say('glossary')) : '', marked(title)), h('p', {}, marked(excerpt)))));
  } catch (error) {
    console.error(error);
    index = null;
    found.textContent = say('search_failed');
    contents.hidden = false;
  }
}

/** @type {HTMLElement} */ (field.parentElement).hidden = false;
field.addEventListener('input', find);
field.addEventListener('focus', () => load().catch(() => {}), { once: true });
const asked = new URL(location.href).searchParams.get('q');
if (asked) {
  field.value = asked;
  find();
}
