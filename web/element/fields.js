// Every input of the request as one row: where it stands in the document, what kind of control it is,
// and when it means something. Options named `from` are rows of the core's catalogue.
import { at, cards, put, putCards } from './request.js';

/**
 * @typedef {object} Field
 * @property {string} id also the id of its label in strings.js
 * @property {string} [name] instead of the words of its id
 * @property {string} group
 * @property {'select' | 'choice' | 'number' | 'text' | 'check' | 'rows' | 'file'} kind
 * @property {string} [path] in the request; `get` and `set` when it is not as simple as that
 * @property {string} [from] kind of catalogue whose rows are the options
 * @property {(string | number)[]} [options] fixed options
 * @property {string} [words] prefix of the options' ids among the core's messages
 * @property {number[]} [stops] a slider over these values beside the number
 * @property {string} [unit] behind the number
 * @property {number} [scale] the document's value is the shown one times this
 * @property {number} [step]
 * @property {string[]} [engines] the engines that use it; absent: all
 * @property {'inference' | 'training'} [task] the task that uses it; absent: both
 * @property {Column[]} [columns] of kind rows
 * @property {boolean} [short] only when asked for by name; the whole form has a fuller one
 * @property {boolean} [display] an attribute of the element, no part of the request
 * @property {(request: any) => any} [get]
 * @property {(request: any, value: any) => void} [set]
 */
/** @typedef {{id: string, from?: string, number?: boolean, unit?: string}} Column */

const kMib = 1048576;
const kLlamaCpp = ['llama.cpp', 'ik_llama.cpp', 'ollama'];
const kVllm = ['vllm', 'aphrodite'];
const kPaged = [...kVllm, 'sglang'];
const kAtOnce = ['transformers', 'litgpt'];
const kAttends = [...kLlamaCpp, ...kAtOnce];
const kVersions = [...kLlamaCpp, ...kPaged, 'transformers'];
const kContextStops = [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288, 1048576];
const kBatchStops = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** A given fact that replaces what the core derives from the model. @returns {Field} */
const modelFact = (/** @type {string} */ id) => ({
  id, group: 'given', kind: 'number', path: `model.${id}`,
  set(r, value) {
    const model = typeof r.model === 'object' ? { ...r.model } : { id: r.model ?? 'llama-3.1-8b' };
    put(model, id, value);
    r.model = Object.keys(model).join() === 'id' ? model.id : model;
  },
});

/** @type {Field[]} */
export const FIELDS = [
  { id: 'model', group: 'model', kind: 'select', from: 'models',
    get: (r) => typeof r.model === 'object' ? r.model.id ?? r.model : r.model,
    set: (r, id) => { r.model = id; } },
  { id: 'file', group: 'model', kind: 'file' },

  { id: 'task', group: 'job', kind: 'choice', path: 'task', options: ['inference', 'training'] },
  { id: 'weights', group: 'job', kind: 'select', path: 'weights', from: 'weights', task: 'inference' },
  { id: 'context', group: 'job', kind: 'number', path: 'context', stops: kContextStops, unit: 'tokens' },
  { id: 'batch', group: 'job', kind: 'number', path: 'batch', stops: kBatchStops, task: 'inference' },
  { id: 'kv', group: 'job', kind: 'select', path: 'kv', from: 'kv', task: 'inference' },
  { id: 'engine', group: 'job', kind: 'select', path: 'engine', from: 'engines' },
  { id: 'engine_version', group: 'serving', kind: 'text', path: 'engine_version', task: 'inference', engines: kVersions },
  { id: 'prompt', group: 'serving', kind: 'number', path: 'prompt', unit: 'tokens', task: 'inference', engines: kAtOnce },
  { id: 'micro_batch', group: 'job', kind: 'number', path: 'training.micro_batch', stops: kBatchStops, task: 'training' },

  { id: 'devices', group: 'card', kind: 'rows', columns: [{ id: 'gpu', from: 'gpus' }, { id: 'count', number: true }],
    get: cards, set: putCards },
  { id: 'gpu', group: 'card', kind: 'select', from: 'gpus', short: true,
    get: (r) => cards(r)[0].gpu,
    set: (r, gpu) => { putCards(r, [{ ...cards(r)[0], gpu }]); } },
  { id: 'gpus', group: 'card', kind: 'number', short: true,
    get: (r) => cards(r)[0].count,
    set: (r, count) => { putCards(r, [{ ...cards(r)[0], count: count ?? 1 }]); } },
  { id: 'compare_with', group: 'card', kind: 'rows', columns: [{ id: 'gpu', from: 'gpus' }, { id: 'count', number: true }],
    get: (r) => (r.compare ?? []).map((/** @type {any} */ one) => cards(one)[0]),
    set: (r, list) => put(r, 'compare', list.length ? list.map((/** @type {any} */ one) => putCards({}, [one])) : undefined) },

  { id: 'ubatch', group: 'serving', kind: 'number', path: 'options.ubatch', task: 'inference', engines: kLlamaCpp },
  { id: 'attention', group: 'serving', kind: 'select', path: 'options.attention', options: ['auto', 'flash', 'sdpa', 'unfused'], words: 'choice.attention.', task: 'inference', engines: kAttends },
  { id: 'swa_full', group: 'serving', kind: 'check', path: 'options.swa_full', task: 'inference', engines: kLlamaCpp },
  { id: 'total_context', group: 'serving', kind: 'number', path: 'options.total_context', unit: 'tokens', task: 'inference', engines: kLlamaCpp },
  { id: 'batch_tokens', group: 'serving', kind: 'number', path: 'options.batch_tokens', unit: 'tokens', task: 'inference', engines: kLlamaCpp },
  { id: 'kv_unified', group: 'serving', kind: 'check', path: 'options.kv_unified', task: 'inference', engines: kLlamaCpp },
  { id: 'outputs', group: 'serving', kind: 'select', path: 'options.outputs', options: ['auto', 'slots', 'all'], words: 'choice.outputs.', task: 'inference', engines: kLlamaCpp },
  { id: 'rollback', group: 'serving', kind: 'number', path: 'options.rollback', task: 'inference', engines: kLlamaCpp },
  { id: 'gpu_layers', group: 'serving', kind: 'number', path: 'options.gpu_layers', task: 'inference', engines: kLlamaCpp },
  { id: 'cpu_moe', group: 'serving', kind: 'number', path: 'options.cpu_moe', task: 'inference', engines: kLlamaCpp },
  { id: 'tensor_overrides', group: 'serving', kind: 'text', path: 'options.tensor_overrides', task: 'inference', engines: kLlamaCpp },
  { id: 'mla_mode', group: 'serving', kind: 'select', path: 'options.mla_mode', options: ['auto', 'heads', 'latent', 'latent-transposed'], words: 'choice.mla_mode.', task: 'inference', engines: ['ik_llama.cpp'] },
  { id: 'mmproj_bytes', group: 'serving', kind: 'number', path: 'options.mmproj_bytes', unit: 'MiB', scale: kMib, task: 'inference', engines: kLlamaCpp },
  { id: 'memory_utilization', group: 'serving', kind: 'number', path: 'options.memory_utilization', step: 0.01, task: 'inference', engines: kVllm },
  { id: 'max_num_seqs', group: 'serving', kind: 'number', path: 'options.max_num_seqs', task: 'inference', engines: kPaged },
  { id: 'max_batched_tokens', group: 'serving', kind: 'number', path: 'options.max_batched_tokens', task: 'inference', engines: kPaged },
  { id: 'block_size', group: 'serving', kind: 'number', path: 'options.block_size', task: 'inference', engines: kVllm },
  { id: 'mem_fraction', group: 'serving', kind: 'number', path: 'options.mem_fraction', step: 0.01, task: 'inference', engines: ['sglang'] },
  { id: 'kv_bytes_available', group: 'serving', kind: 'number', path: 'options.kv_bytes_available', unit: 'MiB', scale: kMib, task: 'inference', engines: kPaged },
  { id: 'enforce_eager', group: 'serving', kind: 'check', path: 'options.enforce_eager', task: 'inference', engines: kPaged },
  { id: 'graph_max_batch', group: 'serving', kind: 'number', path: 'options.graph_max_batch', task: 'inference', engines: kPaged },
  { id: 'images_per_prompt', group: 'serving', kind: 'number', path: 'options.images_per_prompt', task: 'inference', engines: kVllm },
  { id: 'cache', group: 'serving', kind: 'select', path: 'options.cache', options: ['dynamic', 'static', 'sliding'], words: 'choice.cache.', task: 'inference', engines: ['transformers'] },
  { id: 'logits_to_keep', group: 'serving', kind: 'select', path: 'options.logits_to_keep', options: ['last', 'all'], words: 'choice.logits_to_keep.', task: 'inference', engines: kAtOnce },
  { id: 'draft', group: 'serving', kind: 'text', path: 'options.draft', task: 'inference' },
  { id: 'adapters', group: 'serving', kind: 'text', path: 'options.adapters', task: 'inference' },
  { id: 'prefix_shared_tokens', group: 'serving', kind: 'number', path: 'options.prefix_shared_tokens', unit: 'tokens', task: 'inference', engines: ['ideal', ...kPaged] },

  { id: 'method', group: 'job', kind: 'select', path: 'training.method', options: ['full', 'lora', 'qlora', 'dora', 'frozen'], words: 'choice.method.', task: 'training' },
  { id: 'precision', group: 'training', kind: 'select', path: 'training.precision', from: 'precision', task: 'training' },
  { id: 'optimizer', group: 'training', kind: 'select', path: 'training.optimizer', from: 'optimizers', task: 'training' },
  { id: 'attention', group: 'training', kind: 'select', path: 'training.attention', options: ['auto', 'flash', 'sdpa', 'unfused'], words: 'choice.attention.', task: 'training' },
  { id: 'objective', group: 'training', kind: 'select', path: 'training.objective', options: ['sft', 'reward', 'dpo', 'kto', 'orpo', 'simpo', 'ppo', 'grpo', 'distill'], words: 'choice.objective.', task: 'training' },
  { id: 'recompute', group: 'training', kind: 'select', path: 'training.recompute', options: ['none', 'selective', 'op', 'full'], words: 'choice.recompute.', task: 'training' },
  { id: 'zero', group: 'training', kind: 'select', path: 'training.zero', options: [0, 1, 2, 3], words: 'choice.zero.', task: 'training' },

  { id: 'tensor', group: 'parallel', kind: 'number', path: 'parallel.tensor' },
  { id: 'pipeline', group: 'parallel', kind: 'number', path: 'parallel.pipeline' },
  { id: 'data', group: 'parallel', kind: 'number', path: 'parallel.data' },
  { id: 'expert', group: 'parallel', kind: 'number', path: 'parallel.expert', task: 'inference' },
  { id: 'split', group: 'parallel', kind: 'text', path: 'parallel.split' },
  { id: 'tensor_split', group: 'parallel', kind: 'text', path: 'parallel.tensor_split', task: 'inference', engines: kLlamaCpp },

  { id: 'card_memory', group: 'given', kind: 'number', unit: 'GiB', step: 0.5,
    get: (r) => cards(r)[0].gpu?.memory_gib,
    set(r, v) {
      const [first, ...others] = cards(r);
      const base = first.gpu?.base ?? first.gpu;
      putCards(r, [{ ...first, gpu: v ? { base, memory_gib: v } : base }, ...others]);
    } },
  { id: 'reserve', group: 'given', kind: 'number', path: 'reserve_bytes', unit: 'MiB', scale: kMib },
  modelFact('parameters'),
  modelFact('weight_bytes'),
  { id: 'overrides', group: 'given', kind: 'rows', columns: [{ id: 'gpu', from: 'terms' }, { id: 'count', number: true, unit: 'MiB' }],
    get: (r) => Object.entries(r.overrides ?? {}).map(([gpu, bytes]) => ({ gpu, count: bytes / kMib })),
    set: (r, list) => put(r, 'overrides', list.length ? Object.fromEntries(list.map((/** @type {any} */ one) => [one.gpu, Math.round(one.count * kMib)])) : undefined) },

  { id: 'lang', group: 'view', kind: 'choice', path: 'display.lang', options: ['en', 'zh'], words: 'lang_', display: true },
  { id: 'units', group: 'view', kind: 'choice', path: 'display.units', options: ['gib', 'gb'], words: 'units_', display: true },
  { id: 'theme', group: 'view', kind: 'choice', path: 'display.theme', options: ['auto', 'light', 'dark'], display: true },
];

/** Groups in the order they stand; the first three are always open. */
export const GROUPS = ['model', 'job', 'card', 'serving', 'training', 'parallel', 'given', 'more', 'view'];
export const kOpenGroups = 3;

const kElsewhere = new Set(['lang', 'ask', 'explain', ...FIELDS.map((field) => field.path)]);

/** A further setting as a field, under the name that the engine gives it; nothing for those that have a field. @returns {Field | null} */
export function further(/** @type {import('./module.js').Setting} */ { path, kind, high, values }) {
  if (kElsewhere.has(path) || /^(observed|sweep|solve)\./.test(path)) return null;
  const field = { id: `more.${path}`, name: path.replace(/^(options|training)\./, ''), group: 'more', path };
  if (kind === 'number') return { ...field, kind, step: high <= 1 ? 0.01 : undefined };
  if (kind === 'text') return { ...field, kind };
  return {
    ...field, kind: 'select', options: kind === 'flag' ? ['auto', 'true', 'false'] : values, words: 'more.',
    get: (r) => String(at(r, path) ?? 'auto'),
    set: (r, value) => put(r, path, kind === 'flag' ? kFlags.get(value) : value),
  };
}
const kFlags = new Map([['true', true], ['false', false]]);

/** The value that a field shows of a request. */
export function read(/** @type {Field} */ field, /** @type {any} */ request) {
  const value = field.get ? field.get(request) : at(request, field.path ?? '');
  return field.scale && value ? value / field.scale : value;
}

/** Puts what the reader chose into the request. */
export function write(/** @type {Field} */ field, /** @type {any} */ request, /** @type {any} */ value) {
  if (field.scale && value) value *= field.scale;
  if (field.set) field.set(request, value);
  else put(request, field.path ?? '', value);
}

/** Whether the request uses the field. */
export function matters(/** @type {Field} */ field, /** @type {any} */ request) {
  return (!field.task || field.task === (request.task ?? 'inference')) &&
    (!field.engines || field.engines.includes(request.engine ?? 'ideal'));
}

/** Takes out what the chosen task and engine do not use, so that no option is ignored in silence. */
export function prune(/** @type {any} */ request) {
  for (const field of FIELDS) if (field.path && !matters(field, request) && at(request, field.path) !== undefined) put(request, field.path, undefined);
}
