// Runs before the rest of the page and starts the downloads that the canvas needs, while the other
// scripts are still on their way. It does not probe for WebGL: a probe costs as much as the context.
import { start_app } from './app/app_shell.js';

// build_site.mjs writes the names; empty when there is no app.
const kAppScript = /** @type {string} */ ('{{vramscope-app.js}}');
const kAppWasm = '{{vramscope-app.wasm}}';
const kHanFont = '{{ui-han.ttf}}';

const absolute = (/** @type {string} */ path) => path && new URL(path, import.meta.url).href;

export const hasApp = kAppScript !== '';
const wanted = hasApp && 'WebGL2RenderingContext' in globalThis && !new URLSearchParams(location.search).has('plain');

/** Starts the app, when this page is to show the canvas. */
export const startCanvas = wanted ? download() : null;

function download() {
  const wasmUrl = absolute(kAppWasm);
  const hint = { rel: 'preload', as: 'fetch', type: 'application/wasm', crossOrigin: 'anonymous', href: wasmUrl };
  document.head.append(Object.assign(document.createElement('link'), hint));
  const script = import(absolute(kAppScript));
  return async (/** @type {object} */ options) =>
    start_app({ ...options, moduleFactory: (await script).default, wasmUrl, hanFontUrl: absolute(kHanFont) });
}
