// Starts the canvas before anything else of the page is even asked for: the downloads, the WebGL
// context, the first picture. The rest of the page (page.js) comes behind the picture. It does not probe
// for WebGL: a probe costs as much as the context.
import { start_app } from './app/app_shell.js';

// build_site.mjs writes the names; empty when there is no app.
const kAppScript = /** @type {string} */ ('{{vramscope-app.js}}');
const kAppWasm = '{{vramscope-app.wasm}}';
const kHanFont = '{{ui-han.ttf}}';

const absolute = (/** @type {string} */ path) => path && new URL(path, import.meta.url).href;
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

export const hasApp = kAppScript !== '';
export const readerLanguage = navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
export const systemDark = matchMedia('(prefers-color-scheme: dark)');
/** The theme that the link asks for, or ''. */
const linkedTheme = () => new URLSearchParams(location.hash.slice(1)).get('theme') ?? '';
/** What the app tells; page.js listens. @type {{change?: (fragment: string) => void, view?: (view: {lang: string, theme: string}) => void}} */
export const hear = {};

const wanted = hasApp && 'WebGL2RenderingContext' in globalThis && !new URLSearchParams(location.search).has('plain');
/** The app on its way, when this page is to show the canvas; see start_app(). @type {Promise<any> | null} */
export const starting = wanted ? begin() : null;

function begin() {
  return start_app({
    canvas: byId('canvas'), wrapper: byId('stage'), wasmUrl: absolute(kAppWasm), hanFontUrl: absolute(kHanFont),
    moduleFactory: import(absolute(kAppScript)).then((script) => script.default),
    state: location.hash.slice(1),
    lang: location.hash.length > 1 ? '' : readerLanguage,
    theme: linkedTheme() || 'system',
    systemDark: systemDark.matches,
    onChange: (/** @type {string} */ fragment) => hear.change?.(fragment),
    onView: (/** @type {{lang: string, theme: string}} */ view) => hear.view?.(view),
    onFiles: (/** @type {File[]} */ files) => hear.files?.(files),
  });
}

const kFormMs = 1000; // the form behind the canvas comes when the browser is idle, at the latest after this
const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
const idle = () => new Promise((done) => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(done, { timeout: kFormMs });
  else setTimeout(done, kFormMs / 4);
});

async function start() {
  const app = await starting;
  if (app?.ok) {
    while (app.frames() === 0) await nextFrame(); // none at once: a stage without a size
    document.body.dataset.mode = 'canvas';
    requestAnimationFrame(() => performance.mark('picture'));
    await idle();
  }
  await import('./page.js');
}

start();
