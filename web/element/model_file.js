// A model from the reader's own config.json: chosen, dropped or pasted. The file stays on the machine.
import { h } from './dom.js';

/** @typedef {import('./controls.js').Host} Host */

/** Reads the text of a config.json into the request. */
export function readModel(/** @type {string} */ text, /** @type {string} */ name, /** @type {Host} */ host) {
  let config;
  try {
    config = JSON.parse(text);
  } catch {
    config = null;
  }
  if (typeof config !== 'object' || !config) return host.complain(host.say('not_json', { name }));
  host.edit((request) => {
    request.model = { config };
  });
}

async function readFile(/** @type {File | undefined} */ file, /** @type {Host} */ host) {
  if (file) readModel(await file.text(), file.name, host);
}

/** The file input, worn as a line of text. */
export function filePicker(/** @type {Host} */ host, /** @type {string} */ id) {
  const input = h('input', {
    type: 'file',
    id,
    accept: '.json,application/json',
    onchange: async () => {
      await readFile(input.files[0], host);
      input.value = '';
    },
  });
  return h('label', { class: 'file-picker' }, input, h('span', {}, host.say('file')));
}

/** Takes files dropped on, and JSON pasted into, a part of the page. */
export function acceptModels(/** @type {HTMLElement} */ place, /** @type {Host} */ host) {
  place.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    place.classList.add('dropping');
  });
  place.addEventListener('dragleave', (event) => {
    if (!place.contains(/** @type {Node} */ (event.relatedTarget))) place.classList.remove('dropping');
  });
  place.addEventListener('drop', (event) => {
    event.preventDefault();
    place.classList.remove('dropping');
    readFile(event.dataTransfer?.files[0], host);
  });
  place.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text') ?? '';
    const file = event.clipboardData?.files[0];
    if (file) readFile(file, host);
    else if (text.trimStart().startsWith('{')) readModel(text, 'config.json', host);
    else return;
    event.preventDefault();
  });
}
