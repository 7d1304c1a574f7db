// Random requests over everything that the catalogues list, from a seed.

/** A small generator of numbers in [0, 1): mulberry32. */
function generator(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** What breaks a request, one at a time. */
const SPOILERS = [
  (text) => text.slice(0, text.length - 2),
  (text) => `[${text}]`,
  () => '"just text"',
  () => '{"v":1,"model":{"config":{"model_type":"llama","hidden_size":-1}}}',
  (text) => text.replace('"v":1', '"v":99'),
  (text) => text.replace('"v":1', '"v":1,"surprise":true'),
  (text) => text.replace('"v":1', '"v":1,"context":0'),
  (text) => text.replace('"v":1', '"v":1,"batch":"many"'),
  (text) => text.replace('"v":1', '"v":1,"context":1e300'),
  (text) => text.replace('"v":1', '"v":1,"reserve_bytes":-5'),
  (text) => text.replace(/"model":"[^"]*"/, '"model":"no-such-model 模型 \\ud83d\\ude00"'),
  (text) => text.replace(/"gpu":"[^"]*"/, '"gpu":"voodoo-2"'),
  (text) => text.replace('"v":1', '"v":1,"engine":"abacus"'),
];

/**
 * @param {{catalogue(kind: string): string}} core
 * @param {number} seed
 * @param {number} count
 * @returns {string[]} lines of JSON
 */
export function randomRequests(core, seed, count) {
  const random = generator(seed);
  const ids = (kind) => JSON.parse(core.catalogue(kind));
  const [models, gpus, engines, weights, kv, recipes, optimizers] = [
    'models', 'gpus', 'engines', 'weights', 'kv', 'precision', 'optimizers',
  ].map(ids);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const chance = (share) => random() < share;
  const logarithmic = (least, most) => Math.floor(least * Math.pow(most / least, random()));

  const request = (index) => {
    const task = chance(0.35) ? 'training' : 'inference';
    const engine = pick(engines.filter((row) => row[task]));
    const asked = {
      v: 1,
      id: `${seed}-${index}`,
      lang: chance(0.3) ? 'zh' : 'en',
      explain: pick(['none', 'text', 'text', 'tree']),
      model: pick(models).id,
      task,
      context: logarithmic(1, task === 'training' ? 16384 : 1048576),
      engine: engine.id,
      gpu: pick(gpus).id,
      gpus: chance(0.6) ? 1 : pick([2, 4, 8, 16, 64]),
    };
    if (task === 'training') {
      asked.training = {
        micro_batch: logarithmic(1, 32),
        zero: pick([0, 0, 1, 2, 3]),
        recompute: pick(['none', 'full']),
        attention: pick(['flash', 'unfused']),
        precision: pick(recipes).id,
        optimizer: pick(optimizers).id,
      };
    } else {
      asked.batch = logarithmic(1, 512);
      if (chance(0.8)) asked.weights = pick(weights.filter((row) => chance(0.1) || Boolean(row.gguf) === engine.gguf || row.id === 'as-stored')).id;
      if (chance(0.5)) asked.kv = pick(kv).id;
      if (chance(0.2)) asked.prompt = logarithmic(1, asked.context);
      if (chance(0.2)) asked.engine_version = pick(['2023-06', '2025-01-01', '0.8', 'b9000', 'newest']);
      if (chance(0.3)) {
        asked.options = {
          attention: pick(['auto', 'flash', 'sdpa', 'unfused']),
          enforce_eager: chance(0.3),
          images_per_prompt: pick([0, 0, 1]),
          draft: pick(['', '', 'qwen3-0.6b']),
          adapters: chance(0.3) ? [{ rank: logarithmic(1, 256), targets: pick(['all-linear', 'attention', 'mlp']) }] : '',
          prefix_shared_tokens: chance(0.3) ? logarithmic(1, 65536) : 0,
          tensor_overrides: pick(['', '', 'ffn_.*_exps=CPU', 'blk\\.(1|2)\\.=CPU']),
          mla_mode: pick(['auto', 'heads', 'latent', 'latent-transposed']),
        };
      }
    }
    if (chance(0.2)) asked.compare = [pick(gpus).id, { gpu: pick(gpus).id, gpus: pick([1, 2, 8]) }];
    if (chance(0.2)) asked.reserve_bytes = logarithmic(1, 8e9);
    if (chance(0.1)) asked.overrides = { runtime_overhead: logarithmic(1, 4e9) };
    if (chance(0.1)) {
      asked.ask = 'solve';
      asked.solve = { for: pick(['max_context', 'max_batch', 'min_gpus', 'best_weights', 'gpu_layers', 'cpu_moe']) };
    } else if (chance(0.1)) {
      asked.ask = 'sweep';
      asked.sweep = { over: 'context', from: 256, to: 65536, points: 7, scale: pick(['log', 'linear']) };
    } else if (chance(0.05)) {
      asked.ask = 'inspect';
    }
    return JSON.stringify(asked);
  };
  return Array.from({ length: count }, (_, i) => {
    const text = request(i);
    return chance(0.1) ? pick(SPOILERS)(text) : text;
  });
}
