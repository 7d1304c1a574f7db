// Starts what a handbook page can do with scripts: theme, search, and the live parts of its kind.
import { keep, recall } from './kept.js';

const { body, documentElement: root } = document;
export const lang = /** @type {'en' | 'zh'} */ (body.dataset.lang === 'zh' ? 'zh' : 'en');
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

const kParts = /** @type {Record<string, () => Promise<any>>} */ ({
  contents: () => import('./finder.js'),
  tools: () => import('./tools.js'),
  practice: () => import('./practice.js'),
});

dress(recall('theme'));
themeButton();
if (kParts[body.dataset.page ?? '']) kParts[body.dataset.page ?? '']();
else if (document.getElementById('page-data')) import('./live.js');
if (innerWidth < 1100) document.querySelector('.toc details')?.removeAttribute('open');
