// The inputs of a request that a reader may move: a list of values each, under a slider or in a list.
import { at, put } from '../../element/request.js';

/** @typedef {{path: string, kind: 'range' | 'select', values: any[], word?: string}} Input */

const powers = (/** @type {number} */ from, /** @type {number} */ to) => {
  const list = [];
  for (let value = from; value <= to; value *= 2) list.push(value);
  return list;
};

/** @type {Record<string, Input>} */
export const INPUTS = {
  context: { path: 'context', kind: 'range', values: powers(512, 1048576) },
  length: { path: 'context', kind: 'range', values: powers(256, 32768) },
  batch: { path: 'batch', kind: 'range', values: [...powers(1, 64), 100, 128, 192, 256] },
  micro_batch: { path: 'training.micro_batch', kind: 'range', values: [1, 2, 3, 4, 6, 8, 12, 16, 24, 32] },
  gpus: { path: 'gpus', kind: 'range', values: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512] },
  zero: { path: 'training.zero', kind: 'range', values: [0, 1, 2, 3] },
  accumulation: { path: 'training.accumulation', kind: 'range', values: [1, 2, 4, 8, 16, 32, 64, 128] },
  pipeline: { path: 'parallel.pipeline', kind: 'range', values: [2, 4, 8, 16] },
  chunks: { path: 'parallel.virtual_pipeline', kind: 'range', values: [1, 2, 4, 5] },
  tensor: { path: 'parallel.tensor', kind: 'range', values: [1, 2, 4, 8] },
  weights: { path: 'weights', kind: 'select', values: ['fp32', 'bf16', 'fp8', 'int8', 'awq', 'nf4', 'nf4-dq', 'q4_k_m'] },
  kv: { path: 'kv', kind: 'select', values: ['bf16', 'fp8', 'q8_0', 'q4_0'] },
  precision: { path: 'training.precision', kind: 'select', values: ['mixed-bf16', 'megatron-bf16', 'fp32', 'bf16'] },
  optimizer: { path: 'training.optimizer', kind: 'select', values: ['adamw', 'adamw-8bit', 'sgd', 'sgd-momentum', 'rmsprop', 'lion'] },
  recompute: { path: 'training.recompute', kind: 'select', values: ['none', 'full'] },
  attention: { path: 'training.attention', kind: 'select', values: ['flash', 'unfused'] },
  model: { path: 'model', kind: 'select', values: ['qwen2.5-0.5b', 'llama-3.2-1b', 'llama-1-7b', 'llama-3-8b', 'llama-2-13b', 'llama-3-70b', 'mixtral-8x7b', 'deepseek-v3'] },
  gpu: { path: 'gpu', kind: 'select', values: ['rtx-4090', 'v100-sxm2-32gb', 'l40s', 'a100-sxm4-80gb', 'h100-sxm5-80gb', 'h20-96gb', 'h200-sxm-141gb'] },
};

/** The values to offer, with the one that stands among them. @param {string} id @param {any} now */
export function offered(id, now) {
  const { values, kind } = INPUTS[id];
  if (now === undefined || values.includes(now)) return values;
  return kind === 'range' ? [...values, now].sort((a, b) => a - b) : [now, ...values];
}

/** A request with one input changed. @param {any} request @param {string} id @param {any} value */
export function changed(request, id, value) {
  const next = structuredClone(request);
  put(next, INPUTS[id].path, value);
  return next;
}

/** @param {any} request @param {string} id */
export const current = (request, id) => at(request, INPUTS[id].path);
