// Starts what a handbook page can do with scripts: theme, search, and the live parts of its kind.
import { keep, recall } from './kept.js';
import { words } from '../shared/words.js';

const { body, documentElement: root } = document;
export const lang = /** @type {'en' | 'zh'} */ (body.dataset.lang === 'zh' ? 'zh' : 'en');
const say = words(lang);
const system = matchMedia('(prefers-color-scheme: dark)');

function dress(/** @type {string | null} */ theme) {
  if (theme === 'dark' || theme === 'light') root.dataset.theme = theme;
}

function themeButton() {
  const button = document.getElementById('theme');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : system.matches;
    dress(dark ? 'light' : 'dark');
    keep('theme', dark ? 'light' : 'dark');
  });
}

/** Hides the questions of the contents that do not have all words. */
function finder() {
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById('find'));
  if (!field) return;
  const found = /** @type {HTMLElement} */ (document.getElementById('found'));
  /** @type {HTMLElement} */ (field.parentElement).hidden = false;
  field.addEventListener('input', () => {
    const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let hits = 0;
    for (const chapter of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.chapter'))) {
      let any = false;
      for (const item of chapter.querySelectorAll('li')) {
        const text = `${item.textContent} ${item.firstElementChild?.getAttribute('href')}`.toLowerCase();
        item.hidden = !wanted.every((word) => text.includes(word));
        if (!item.hidden) hits += 1;
        any ||= !item.hidden;
      }
      chapter.hidden = !any;
    }
    found.textContent = hits ? '' : say('no_hits');
  });
}

const kParts = /** @type {Record<string, () => Promise<any>>} */ ({
  tools: () => import('./tools.js'),
  practice: () => import('./practice.js'),
});

dress(recall('theme'));
themeButton();
finder();
if (kParts[body.dataset.page ?? '']) kParts[body.dataset.page ?? '']();
else if (document.getElementById('page-data')) import('./live.js');
if (innerWidth < 1100) document.querySelector('.toc details')?.removeAttribute('open');
