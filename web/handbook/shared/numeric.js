// Numeric questions: drawn from the catalogue, answered by the core. A row says what is asked, what the core
// is asked for it, and which known mistakes lead to which other number.
import { inReply, kStates, sumOf } from './values.js';
import { three } from './format.js';
import { pick } from './random.js';

/**
 * @typedef {object} Mistake a way to a wrong number that people really take
 * @property {string} id row of MISTAKES
 * @property {number} value what it leads to, in the unit asked for
 *
 * @typedef {object} Numeric
 * @property {'numeric'} kind
 * @property {string} id of the template
 * @property {string} key of this very question
 * @property {string} slug of the handbook's explanation
 * @property {any} request what the core is asked
 * @property {string[]} terms whose working is shown
 * @property {number} answer in the unit asked for
 * @property {string} unit @property {number} tolerance
 * @property {Mistake[]} mistakes
 * @property {{en: string, zh: string}} ask
 */

export const kTolerance = 0.02;
export const UNIT_SIZES = /** @type {Record<string, number>} */ ({ GiB: 2 ** 30, GB: 1e9, MiB: 2 ** 20, MB: 1e6, KiB: 1024, B: 1 });

/** What went wrong, in words. */
export const MISTAKES = /** @type {Record<string, {en: string, zh: string}>} */ ({
  gib_for_gb: { en: 'That is the figure in GiB: you divided by two to the thirtieth.', zh: '这是 GiB 的数值：你除以了 2 的 30 次方。' },
  gb_for_gib: { en: 'That is the figure in GB: you divided by ten to the ninth.', zh: '这是 GB 的数值：你除以了 10 的 9 次方。' },
  half_bytes: { en: 'Half of it: each element takes twice the bytes you took.', zh: '小了一半：每个元素的字节数是你取的两倍。' },
  double_bytes: { en: 'Twice as much: each element takes half the bytes you took.', zh: '大了一倍：每个元素的字节数只有你取的一半。' },
  bits: { en: 'Eight times too much: bits taken for bytes.', zh: '大了八倍：把 bit 当成了字节。' },
  ten_times: { en: 'Ten times off: B is 十亿, ten to the ninth; 亿 is ten to the eighth.', zh: '差十倍：B 是十亿，亿是 10 的 8 次方。' },
  no_two: { en: 'Half of it: keys and values are two tensors.', zh: '小了一半：K 和 V 是两个张量。' },
  no_layers: { en: 'The layers are missing: every layer has its own cache.', zh: '漏乘层数：每一层都有自己的缓存。' },
  no_batch: { en: 'That is one sequence; every one has its own cache.', zh: '这只是一条序列；每条都有自己的缓存。' },
  no_master: { en: 'Four bytes a parameter are missing: the fp32 master copy, or the moments taken in 16 bits.', zh: '每参数少了 4 字节：漏了 fp32 主权重，或者把动量当成了 16 位。' },
  weights_only: { en: 'Those are the weights alone.', zh: '这只是权重。' },
  no_gradients: { en: 'The gradients are missing.', zh: '漏了梯度。' },
  all_sharded: { en: 'That divides everything; this stage keeps a part whole on each card.', zh: '全都除了；这一级还有一部分在每张卡上是完整的。' },
  not_sharded: { en: 'Nothing is divided there: the stage shards part of the states.', zh: '一点没切：这一级会切掉一部分状态。' },
  next_stage: { en: 'That is another stage.', zh: '那是另一级的数字。' },
  sparse: { en: 'That takes the sparse peak, twice the dense one.', zh: '用了稀疏峰值，比稠密大一倍。' },
  forward_only: { en: 'That is 2N, the forward pass only; training takes 6N.', zh: '这是 2N，只算了前向；训练是 6N。' },
  all_cards: { en: 'That takes the tokens of all cards against the peak of one.', zh: '拿全部卡的 token 去除一张卡的峰值。' },
});

/** The same bytes in the other kind of unit. @param {string} unit @param {number} bytes @returns {Mistake[]} */
function unitMistake(unit, bytes) {
  if (unit === 'GiB') return [{ id: 'gb_for_gib', value: bytes / 1e9 }];
  if (unit === 'GB') return [{ id: 'gib_for_gb', value: bytes / 2 ** 30 }];
  return [];
}

const kCard = 'instinct-mi355x'; // large enough that nothing but the question matters
const kContexts = [2048, 4096, 8192, 16384, 32768, 65536, 131072];
const kBatches = [1, 2, 4, 8, 16, 32, 64];
const byUnit = (/** @type {() => number} */ random) => pick(random, ['GiB', 'GB']);
/** As people say it, 70.6 B: the rounding is far within the tolerance. */
const billions = (/** @type {any} */ reply) => reply.model.parameters_short;
const yi = (/** @type {any} */ reply) => `${three(reply.model.parameters / 1e8)} 亿`;
const kOptimizers = /** @type {Record<string, string[]>} */ ({ adamw: ['AdamW', 'AdamW'], 'sgd-momentum': ['SGD with momentum', '带动量的 SGD'], lion: ['Lion', 'Lion'] });

/** Layers, KV heads and head size of a model whose layers all keep a plain cache, else null. @param {any} reply */
function plainCache(reply) {
  const term = reply.results[0].terms.find((/** @type {any} */ t) => t.id === 'kv_cache');
  if (!term || reply.results[0].terms.some((/** @type {any} */ t) => t.id === 'recurrent_state')) return null;
  const values = Object.fromEntries(term.symbols.map((/** @type {any} */ s) => [s.symbol, s.value]));
  const { L, n_kv, d_head } = values;
  return L && n_kv && d_head && term.formula.startsWith('2 × L × n_kv × d_head') ? { L, n_kv, d_head } : null;
}

/** @typedef {{models: any[], gpus: any[], answer: (request: any) => any}} Facts */
/** @type {{id: string, slug: string, terms: string[], make: (random: () => number, facts: Facts) => any}[]} */
export const TEMPLATES = [
  {
    id: 'weights', slug: 'params-to-bytes', terms: ['weights'],
    make(random, { models, answer }) {
      const model = pick(random, models);
      const weights = pick(random, ['bf16', 'fp32']);
      const unit = byUnit(random);
      const request = { model: model.id, weights, gpu: kCard, context: 1024 };
      const reply = answer(request);
      if (!reply.ok) return null;
      const bytes = inReply(reply, 'weights');
      const other = weights === 'bf16' ? { id: 'double_bytes', value: (2 * bytes) / UNIT_SIZES[unit] } : { id: 'half_bytes', value: bytes / 2 / UNIT_SIZES[unit] };
      return {
        request, bytes, unit, mistakes: [other, { id: 'bits', value: (8 * bytes) / UNIT_SIZES[unit] }],
        ask: { en: `${model.name} has ${billions(reply)} parameters. How many ${unit} do its weights take in ${weights}?`, zh: `${model.name} 有 ${yi(reply)}参数，${weights} 权重占多少 ${unit}？` },
      };
    },
  },
  {
    id: 'parameters-yi', slug: 'unit-mistakes', terms: [],
    make(random, { models, answer }) {
      const model = pick(random, models);
      const request = { model: model.id, weights: 'bf16', gpu: kCard, context: 1024 };
      const reply = answer(request);
      if (!reply.ok || reply.model.parameters < 1e8) return null;
      const value = reply.model.parameters / 1e8;
      return {
        request, value, unit: '亿', mistakes: [{ id: 'ten_times', value: value / 10 }, { id: 'ten_times', value: value * 10 }],
        ask: { en: `${model.name} has ${reply.model.parameters_short} parameters. How many 亿 is that?`, zh: `${model.name} 有 ${reply.model.parameters_short} 参数，是多少亿？` },
      };
    },
  },
  {
    id: 'kv-token', slug: 'kv-formula', terms: ['kv_cache'],
    make(random, { models, answer }) {
      const model = pick(random, models);
      const request = { model: model.id, kv: 'bf16', gpu: kCard, context: 4096 };
      const reply = answer(request);
      const shape = reply.ok && plainCache(reply);
      if (!shape) return null;
      const value = reply.model.kv_bytes_per_token / 1024;
      return {
        request, value, unit: 'KiB', mistakes: [{ id: 'no_two', value: value / 2 }, { id: 'no_layers', value: value / shape.L }, { id: 'double_bytes', value: value * 2 }],
        ask: { en: `${model.name}: ${shape.L} layers, ${shape.n_kv} KV heads of ${shape.d_head}. How many KiB of bf16 cache does a token take?`, zh: `${model.name}：${shape.L} 层，${shape.n_kv} 个 KV 头，头维度 ${shape.d_head}。bf16 KV 缓存每 token 占多少 KiB？` },
      };
    },
  },
  {
    id: 'kv-cache', slug: 'kv-formula', terms: ['kv_cache'],
    make(random, { models, answer }) {
      const model = pick(random, models);
      const context = pick(random, kContexts);
      const batch = pick(random, kBatches);
      const unit = byUnit(random);
      const request = { model: model.id, kv: 'bf16', gpu: kCard, context, batch };
      const reply = answer(request);
      const shape = reply.ok && plainCache(reply);
      if (!shape || (reply.model.max_context && context > reply.model.max_context)) return null;
      const bytes = inReply(reply, 'kv_cache');
      const size = UNIT_SIZES[unit];
      return {
        request, bytes, unit,
        mistakes: [{ id: 'no_two', value: bytes / 2 / size }, { id: 'no_layers', value: bytes / shape.L / size }, ...(batch > 1 ? [{ id: 'no_batch', value: bytes / batch / size }] : [])],
        ask: {
          en: `${model.name}: ${shape.L} layers, ${shape.n_kv} KV heads of ${shape.d_head}. How many ${unit} does the bf16 cache of ${batch} × ${context.toLocaleString('en')} tokens take?`,
          zh: `${model.name}：${shape.L} 层，${shape.n_kv} 个 KV 头，头维度 ${shape.d_head}。${batch} 条各 ${context.toLocaleString('en')} token 的序列，bf16 KV 缓存共占多少 ${unit}？`,
        },
      };
    },
  },
  {
    id: 'training-states', slug: 'bytes-per-parameter', terms: kStates,
    make(random, { models, answer }) {
      const model = pick(random, models);
      const precision = pick(random, ['mixed-bf16', 'megatron-bf16', 'fp32']);
      const optimizer = pick(random, ['adamw', 'adamw', 'sgd-momentum', 'lion']);
      const unit = byUnit(random);
      const request = { model: model.id, task: 'training', gpu: kCard, context: 512, training: { precision, optimizer } };
      const reply = answer(request);
      if (!reply.ok) return null;
      const bytes = sumOf(reply.results[0], kStates);
      const size = UNIT_SIZES[unit];
      const n = reply.model.parameters;
      const words = { 'mixed-bf16': ['bf16 weights and gradients, fp32 master copy', 'bf16 权重和梯度，fp32 主权重'], 'megatron-bf16': ['bf16 weights, fp32 gradients, fp32 master copy', 'bf16 权重，fp32 梯度，fp32 主权重'], fp32: ['fp32 throughout', '全程 fp32'] }[precision];
      return {
        request, bytes, unit,
        mistakes: [
          { id: 'weights_only', value: inReply(reply, 'weights') / size }, { id: 'no_gradients', value: (bytes - inReply(reply, 'gradients')) / size },
          ...(precision === 'fp32' ? [] : [{ id: 'no_master', value: (bytes - 4 * n) / size }]),
        ],
        ask: { en: `${model.name} has ${billions(reply)} parameters. How many ${unit} do weights, gradients and optimizer states take: ${words?.[0]}, ${kOptimizers[optimizer][0]} with fp32 states?`, zh: `${model.name} 有 ${yi(reply)}参数。权重、梯度、优化器状态共多少 ${unit}？方案：${words?.[1]}，优化器用 ${kOptimizers[optimizer][1]}，状态为 fp32。` },
      };
    },
  },
  {
    id: 'zero', slug: 'zero-stages', terms: kStates,
    make(random, { models, answer }) {
      const model = pick(random, models);
      const zero = pick(random, [1, 2, 3]);
      const gpus = pick(random, [2, 4, 8, 16, 32, 64]);
      const unit = byUnit(random);
      const ask = (/** @type {number} */ stage) => answer({ ...request, training: { zero: stage } });
      const request = { model: model.id, task: 'training', gpu: kCard, gpus, context: 512, training: { zero } };
      const replies = [0, 1, 2, 3].map(ask);
      if (replies.some((reply) => !reply.ok)) return null;
      const states = replies.map((reply) => sumOf(reply.results[0], kStates));
      const size = UNIT_SIZES[unit];
      return {
        request, bytes: states[zero], unit,
        mistakes: [{ id: 'not_sharded', value: states[0] / size }, ...(zero < 3 ? [{ id: 'all_sharded', value: states[3] / size }] : []), ...[1, 2, 3].filter((s) => s !== zero).map((s) => ({ id: 'next_stage', value: states[s] / size }))],
        ask: { en: `${model.name}, ${billions(replies[0])} parameters, mixed precision with AdamW, ZeRO stage ${zero} on ${gpus} cards. How many ${unit} of weights, gradients and optimizer states does a card hold?`, zh: `${model.name}，${yi(replies[0])}参数，混合精度加 AdamW，${gpus} 张卡用 ZeRO-${zero}。每张卡的权重、梯度、优化器状态共多少 ${unit}？` },
      };
    },
  },
  {
    id: 'mfu', slug: 'three-methods', terms: [],
    make(random, { models, gpus, answer }) {
      const model = pick(random, models);
      const gpu = pick(random, gpus);
      const rate = pick(random, [400, 500, 800, 1200, 1536, 2000, 2500, 3000, 3300, 4000, 6000, 8000, 12000]);
      const request = { model: model.id, task: 'training', gpu: gpu.id, gpus: 8, context: 2048, observed: { tokens_per_s_per_gpu: rate } };
      const reply = answer(request);
      if (!reply.ok || reply.model.parameters !== reply.model.stored_elements) return null;
      const found = reply.results[0].utilisation?.find((/** @type {any} */ u) => u.id === 'utilisation_mfu');
      const n = found && inReply(reply, 'params');
      // dense models only: all parameters take part in every token
      if (!found || found.value < 0.05 || found.value > 0.65 || !found.working.includes(reply.model.parameters_text)) return null;
      const value = found.value * 100;
      return {
        request, value, unit: '%', mistakes: [{ id: 'sparse', value: value / 2 }, { id: 'forward_only', value: value / 3 }, { id: 'all_cards', value: value * 8 }], n,
        ask: { en: `${model.name}, ${billions(reply)} parameters, trains at ${rate.toLocaleString('en')} tokens a second on each ${gpu.name} (${gpu.bf16_tflops} dense bf16 TFLOPS). MFU by 6N, in %?`, zh: `${model.name}，${yi(reply)}参数，在 ${gpu.name}（bf16 稠密 ${gpu.bf16_tflops} TFLOPS）上每卡每秒训练 ${rate.toLocaleString('en')} 个 token。按 6N 的 MFU 是百分之多少？` },
      };
    },
  },
];

/**
 * One question of a template; draws again when a model does not suit it.
 * @param {string} id @param {() => number} random @param {Facts} facts @returns {Numeric}
 */
export function numericQuestion(id, random, facts) {
  const template = TEMPLATES.find((row) => row.id === id);
  if (!template) throw new Error(`no template ${id}`);
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const made = template.make(random, facts);
    if (!made) continue;
    const answer = made.value ?? made.bytes / UNIT_SIZES[made.unit];
    if (!(answer >= 0.05 && answer < 1e5)) continue;
    const far = (/** @type {Mistake} */ m) => Math.abs(m.value / answer - 1) > 2 * kTolerance && m.value > 0;
    /** @type {Mistake[]} */
    const mistakes = [];
    for (const one of [...(made.bytes ? unitMistake(made.unit, made.bytes) : []), ...made.mistakes].filter(far)) {
      if (mistakes.every((other) => Math.abs(other.value / one.value - 1) > kTolerance)) mistakes.push(one);
    }
    return { kind: 'numeric', id, key: `${id} ${made.unit} ${JSON.stringify(made.request)}`, slug: template.slug, terms: template.terms, request: made.request, answer, unit: made.unit, tolerance: kTolerance, mistakes, ask: made.ask };
  }
  throw new Error(`${id}: nothing in the catalogue suits`);
}

/** Models and cards to draw from. @param {{catalogue: (kind: string) => any[], answer: (request: any) => any}} core @returns {Facts} */
export function facts(core) {
  const models = core.catalogue('models');
  const gpus = core.catalogue('gpus').filter((row) => row.category === 'datacenter' && row.vendor === 'nvidia' && row.bf16_tflops);
  return { models, gpus, answer: (request) => core.answer({ v: 1, ...request }) };
}

/**
 * Reads what somebody typed: a number, perhaps with its unit, in the unit asked for.
 * @param {string} text @param {string} unit @returns {number | null}
 */
export function readAnswer(text, unit) {
  const match = text.trim().replace(/(\d)[,，](?=\d{3})/g, '$1').match(/^([-+]?\d*\.?\d+(?:e[-+]?\d+)?)\s*([A-Za-z%亿]*)$/);
  if (!match) return null;
  const value = Number(match[1]);
  const given = Object.keys(UNIT_SIZES).find((name) => name.toLowerCase() === match[2].toLowerCase());
  if (given && UNIT_SIZES[unit]) return (value * UNIT_SIZES[given]) / UNIT_SIZES[unit];
  return match[2] === '' || match[2] === unit ? value : null;
}

/** Right, a known mistake, or just wrong. @param {Numeric} question @param {number} value */
export function judge(question, value) {
  if (Math.abs(value / question.answer - 1) <= question.tolerance) return { right: true, mistake: null };
  const mistake = question.mistakes.find((one) => Math.abs(value / one.value - 1) <= question.tolerance) ?? null;
  return { right: false, mistake };
}
