// The core's WebAssembly module: one instance a page, whoever asks for it.

/**
 * What the element needs of the module; the app's module has the same functions.
 * @typedef {object} CoreModule
 * @property {(request: string) => string} answer
 * @property {(kind: string) => string} catalogue
 * @property {(request: string) => string} settings
 * @property {(state: string) => string} encode_link
 * @property {(fragment: string) => string} decode_link
 */

/** @typedef {{path: string, kind: 'number' | 'flag' | 'choice' | 'text', low: number, high: number, values: string[]}} Setting */

/**
 * The same functions with JSON parsed.
 * @typedef {object} Core
 * @property {(request: object) => any} answer
 * @property {(kind: string) => any[]} catalogue
 * @property {(request: object) => Setting[]} settings the settings that the request's task and engine use
 * @property {(state: object) => string} encode_link
 * @property {(fragment: string) => any} decode_link
 */

// build_site.mjs writes the hashed name here.
const kModuleUrl = new URL('{{vramscope-core.js}}', import.meta.url);

/** @type {Promise<Core> | undefined} */
let shared;

/** @param {CoreModule} module @returns {Core} */
function wrap(module) {
  /** @type {Map<string, any[]>} */
  const rows = new Map();
  return {
    answer: (request) => JSON.parse(module.answer(JSON.stringify(request))),
    catalogue(kind) {
      if (!rows.has(kind)) rows.set(kind, JSON.parse(module.catalogue(kind)));
      return /** @type {any[]} */ (rows.get(kind));
    },
    settings: (request) => JSON.parse(module.settings(JSON.stringify(request))),
    encode_link: (state) => module.encode_link(JSON.stringify(state)),
    decode_link: (fragment) => JSON.parse(module.decode_link(fragment)),
  };
}

const load = () => import(kModuleUrl.href).then((loaded) => loaded.default()).then(wrap);

/**
 * Hands over a module that the page has, or will have, so that none is loaded beside it.
 * @param {CoreModule | Promise<CoreModule>} module when it fails to come, the element's own stands in
 */
export function use(module) {
  shared = Promise.resolve(module).then(wrap).catch(load);
}

/** The page's core; loads the one beside this file when nobody handed one over. */
export function core() {
  shared ??= load();
  return shared;
}
