// Models and training plans from the reader's own files: chosen, dropped or pasted. They stay on the machine.
import { h } from './dom.js';
import { isTopology, showTopology, showTraces, tracesAmong } from './lab_files.js';
import { droppedFiles, readModelFiles } from './model_reader.js';
import { isPlan, planIn } from './plan_file.js';

/** @typedef {import('./controls.js').Host} Host */

const kTopologyBytes = 1 << 20;

/** @typedef {{ field: string, message: string }} Problem */

const sentence = (/** @type {Problem} */ { field, message }) => (field ? `${field}: ${message}` : message);
const sentences = (/** @type {Problem[]} */ problems) => problems.map(sentence).join(' ');

/** The text of a topology, or nothing where the files are something else. */
async function topologyIn(/** @type {File[]} */ files) {
  const text = files.length === 1 && files[0].size < kTopologyBytes && /\.(txt|log)$/.test(files[0].name) ? await files[0].text() : '';
  return isTopology(text) ? text : '';
}

/** Are these traces or a topology, which only the form shows? */
export async function isForLab(/** @type {File[]} */ files) {
  return Boolean(await topologyIn(files)) || (await tracesAmong(files)).length > 0;
}

/** Files that may be anything: traces, a topology, a training plan, or the files of one model. */
export async function readFiles(/** @type {File[]} */ files, /** @type {Host} */ host) {
  const traces = await tracesAmong(files);
  if (traces.length > 0) return showTraces(traces, host);
  const text = await topologyIn(files);
  if (text) return showTopology(text, host);
  const plan = await planIn(files, host.ask);
  if (plan) return layPlan(plan, host);
  return readModels(files, host);
}

/** Lays a training plan over the request. */
function layPlan(/** @type {string} */ text, /** @type {Host} */ host) {
  const reply = host.ask({ ...host.request(), plan: text });
  if (reply.ok) host.take(reply.request);
  const ofPlan = (/** @type {Problem} */ { field }) => /^plan\b/.test(field);
  if (reply.errors) host.complain(sentences(reply.errors.filter(ofPlan)));
  else host.tell(reply.warnings.filter(ofPlan).map((/** @type {Problem} */ { message }) => message));
}

/** Reads the files of one model into the request. */
async function readModels(/** @type {File[]} */ files, /** @type {Host} */ host) {
  if (files.length === 0) return;
  const reply = await readModelFiles(files, host.lang);
  if (reply.ok && reply.model?.spec) {
    const { model } = reply;
    host.edit((request) => {
      request.model = model;
    });
  }
  if (reply.errors) host.complain(sentences(reply.errors));
  else if (reply.warnings) host.tell(reply.warnings.map(sentence));
}

/** The file input, worn as a line of text. */
export function filePicker(/** @type {Host} */ host, /** @type {string} */ id) {
  const input = h('input', {
    type: 'file',
    id,
    accept: '.json,.gz,.txt,.safetensors,.gguf,.yaml,.yml,.toml,application/json',
    multiple: true,
    onchange: async () => {
      await readFiles([...input.files], host);
      input.value = '';
    },
  });
  return h('label', { class: 'file-picker' }, input, h('span', {}, host.say('file')));
}

/** Takes files dropped on, and text pasted into, a part of the page. */
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
    if (event.dataTransfer) droppedFiles(event.dataTransfer).then((files) => readFiles(files, host));
  });
  place.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text') ?? '';
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0) readFiles(files, host);
    else if (isTopology(text)) showTopology(text, host);
    else if (isPlan(text, host.ask)) layPlan(text, host);
    else if (text.trimStart().startsWith('{')) readModels([new File([text], 'config.json')], host);
    else return;
    event.preventDefault();
  });
}
