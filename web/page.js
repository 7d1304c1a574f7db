// The app page behind the canvas: keeps the plain form in step with it, and the state in the address.
// The element on this page answers through the app's module.
import { hasApp, hear, readerLanguage, starting, systemDark } from './boot.js';
import { isForLab } from './element/model_file.js';
import { core, use } from './element/module.js';
import { speaker } from './element/strings.js';
import { VramScope } from './element/vramscope-element.js';

const kAddressMs = 250;
const kSpeechMs = 1000;

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const kFirstQuestion = `engine=llama.cpp&lang=${readerLanguage}`; // the app's too, when no link says anything
const mirror = new VramScope();
/** @type {any} */
let app = null;
let written = ''; // the fragment that stands in the address

/** Runs `work` at most once in `ms`; the last call is never lost. */
function seldom(/** @type {number} */ ms, /** @type {() => void} */ work) {
  let timer = 0;
  let last = -ms;
  return () => {
    if (timer) return;
    timer = window.setTimeout(() => {
      timer = 0;
      last = performance.now();
      work();
    }, Math.max(0, last + ms - performance.now()));
  };
}

function setMode(/** @type {'canvas' | 'plain'} */ mode) {
  document.body.dataset.mode = mode;
}

/** Language, theme and words of the page around canvas and form. */
function dress(/** @type {string} */ lang, /** @type {string} */ theme) {
  const { documentElement: root } = document;
  root.lang = lang === 'zh' ? 'zh-Hans' : 'en';
  if (theme) root.dataset.theme = theme === 'contrast' ? 'dark' : theme;
  else delete root.dataset.theme;
  const say = speaker(lang === 'zh' ? 'zh' : 'en');
  document.title = say('page_title');
  for (const node of document.querySelectorAll('[data-words]')) node.textContent = say(node.getAttribute('data-words') ?? '');
  byId('accuracy').setAttribute('href', `./${lang === 'zh' ? 'zh' : 'en'}/accuracy.html`);
}

const writeAddress = seldom(kAddressMs, async () => {
  history.replaceState(history.state, '', `#${(await core()).encode_link(mirror.state)}`);
  written = location.hash;
});
const speak = seldom(kSpeechMs, () => {
  const words = mirror.sentence;
  byId('canvas').setAttribute('aria-label', words);
  byId('said').textContent = words;
});

/** Page and live region follow the form. */
function follow() {
  const { requests, view } = mirror.state;
  dress(requests[0].lang, view.theme);
  speak();
}

/** After a change by the reader. */
function changed() {
  follow();
  writeAddress();
}

/** The form takes over a fragment. */
async function adopt(/** @type {string} */ fragment) {
  const state = (await core()).decode_link(fragment);
  mirror.state = state;
  follow();
}

/** The canvas takes over what the form shows. */
async function showInCanvas() {
  const state = mirror.state;
  app.set_state((await core()).encode_link(state));
  app.set_language(state.requests[0].lang);
  app.set_theme(state.view.theme || 'system');
}

/** Takes the app that boot.js started, or says why there is none. */
async function takeApp(/** @type {Promise<any>} */ begun) {
  use(begun.then((one) => one.module ?? Promise.reject(one.error ?? new Error(one.reason))));
  const one = await begun;
  if (one.ok) app = one;
  else if (one.error) console.error(one.error); // the plain form does without
  byId('no-webgl').hidden = one.reason !== 'no-webgl';
  hear.change = async (fragment) => {
    await adopt(fragment);
    writeAddress();
  };
  // Traces and topologies are shown in the form only.
  hear.files = async (files) => {
    if (!(await isForLab(files))) return false;
    setMode('plain');
    await mirror.read(files);
    return true;
  };
  hear.view = (view) => {
    Object.assign(mirror, { ...view, theme: view.theme === 'system' ? 'auto' : view.theme });
    changed();
  };
}

async function start() {
  dress(readerLanguage, '');
  mirror.setAttribute('controls', 'all');
  if (starting) await takeApp(starting);
  byId('use-canvas').hidden = !hasApp || (starting !== null && app === null);
  setMode(app ? 'canvas' : 'plain');
  byId('mirror').append(mirror);
  Object.assign(globalThis, { vramscope: { app, element: mirror } }); // for the console and the tests
  await mirror.ready;
  await adopt(app?.get_state() || location.hash.slice(1) || kFirstQuestion);
}

mirror.addEventListener('vramscope-change', (event) => {
  if (/** @type {CustomEvent} */ (event).detail.source === 'user') changed();
});
byId('use-plain').addEventListener('click', (event) => {
  event.preventDefault();
  setMode('plain');
  mirror.shadowRoot?.querySelector('select')?.focus();
});
byId('use-canvas').addEventListener('click', async () => {
  if (!app) return location.assign(location.pathname + location.hash);
  await showInCanvas();
  setMode('canvas');
  app.focus();
});
addEventListener('hashchange', async () => {
  if (location.hash === written) return;
  await adopt(location.hash);
  if (app) await showInCanvas();
});
systemDark.addEventListener('change', () => {
  app?.set_system_dark(systemDark.matches);
});

start();
