// Figures that circulate wrongly, each with the right value, worked out by hand beside it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { write } from '../../web/handbook/shared/format.js';
import { langs, nativeBook as book, pages } from './book.mjs';

// what circulates | reference | format | right
const kKnown = [
  ['110M fp32 is 44 MB', 'r.m110.weights', 'gb', '440.0 MB'], // 1.1e8 × 4 B
  ['110M fp32 in MiB', 'r.m110.weights', 'gib', '419.6 MiB'], // 440e6 ÷ 1,048,576
  ['1B int8 is 1 GB', 'w.one_int8', 'gib3', '0.931 GiB'],
  ['7B is 14 GB', 'r.l7.weights', 'gb', '13.48 GB'], // 6,738,415,616 × 2 B
  ['7B is 13 GiB', 'r.l7.weights', 'gib', '12.55 GiB'],
  ['activations of a sample are 990 MB', 'r.a7.rule_activations', 'gib', '944.0 MiB'], // 15,104 × 2,048 × 32 B
  ['the same in bytes', 'r.a7.rule_activations', 'b', '989,855,744 B'],
  ['7+7+14+0.99×50 ~ 77', 'w.sum763', 'n1', '76.3'], // 28 + 49,500 ÷ 1,024
  ['utilisation 46.54 %', 'r.mfu.utilisation_throughput', 'pct2', '46.55 %'], // 1,536 ÷ 3,300
  ['true MFU', 'r.mfu.utilisation_mfu', 'pct', '19.9 %'], // 6 × 6.738e9 × 1,536 ÷ 312e12
  ['with attention', 'r.mfu.utilisation_mfu_attention', 'pct', '21.5 %'],
  ['reference MFU', 'r.mfuref.utilisation_mfu', 'pct', '42.8 %'],
  ['100 of 312 TFLOPS', 'r.mfu.utilisation_flops', 'pct2', '32.05 %'],
  ['int8 recipe of 6B', 'w.notes_int8', 'gb', '25.30 GB'], // 4 × 6 + 1.3
  ['65B on 4 V100: weights', 'r.v65one.weights', 'gib', '121.60 GiB'], // 65,285,660,672 × 2 B
  ['65B on 4 V100: cards', 'w.v100x4', 'gib', '128.00 GiB'],
  ['65B training states', 'w.states65', 'gb', '1.04 TB'], // 16 × 65.29e9
  ['65B cards by states', 'w.cards65', 'int', '31'],
  ['160 GB for 7B', 'w.per_b_160', 'n1', '22.9'],
  ['16n for 7B', 'r.t7.states', 'gib', '100.41 GiB'], // 16 × 6,738,415,616
  ['ZeRO paper, none', 'r.p0.states', 'gb', '120.00 GB'],
  ['ZeRO paper, 1', 'r.p1.states', 'gb', '31.41 GB'], // (4 + 12/64) × 7.5
  ['ZeRO paper, 2', 'r.p2.states', 'gb', '16.64 GB'], // (2 + 14/64) × 7.5
  ['ZeRO paper, 3', 'r.p3.states', 'gb', '1.88 GB'], // 16/64 × 7.5
  ['65B ZeRO-3 moves 195 GB', 'w.z3_65', 'gb', '391.71 GB'],
  ['156 s on 10 GbE', 'w.z3_65_10g', 's', '313 s'],
  ['training is 3 to 4 times inference', 'w.ratio_infer', 'x', '8.00×'],
  ['KV of 70B is 2.6 MB', 'r.l70k4.kv_token', 'b', '327,680 B'],
  ['6,500 tokens in 17 GB', 'w.kv_seventeen', 'int', '51,879'],
  ['280 requests in 45 GB', 'w.kv_45', 'int', '33'],
  ['Mixtral needs 25.8 GB', 'r.mix.weights', 'gb', '93.41 GB'],
  ['MLA 100 layers 55 GB', 'w.mla_100', 'gb', '14.75 GB'], // 128,000 × 100 × 576 × 2 B
  ['a 12288 × 49152 layer 38.4 GB', 'w.big_layer', 'gb', '9.66 GB'],
  ['70B Adam 280 GB', 'w.adam70', 'gb', '564.43 GB'],
  ['H100 ridge 330', 'w.ridge_h100', 'int', '295'],
  ['A100 crossover', 'w.ridge_a100', 'int', '153'],
  ['speculative 2.9', 'w.spec_speed', 'x', '2.40×'],
  ['V3 utilisation 21.7 %', 'w.ds_mfu', 'pct', '16.5 %'],
  ['70B int4 is 35 GB', 'r.l70awq.weights', 'gb', '39.77 GB'],
  ['8B int4 is 4 GB', 'r.l8awq.weights', 'gb', '5.73 GB'],
  ['gpt-oss-120b 58 GB', 'r.oss.weights', 'gb', '65.25 GB'],
  ['1M tokens 320 GB', 'w.million_kv', 'gb', '343.60 GB'],
  ['70B + 8B on 80 GB', 'w.spec_pair', 'gb', '157.17 GB'],
  ['QLoRA 65B base', 'r.q65.weights', 'gib', '32.09 GiB'],
  ['TF32 is 32 bits', 'f.tf32.bits', 'int', '19'],
  ['TF32 in memory', 'f.tf32.bytes', 'bpp', '4 B'],
  ['fp16 ends at', 'f.fp16.max', 'int', '65,504'],
  ['E4M3 ends at 240', 'f.e4m3.max', 'int', '448'],
  ['E5M2 ends at', 'f.e5m2.max', 'int', '57,344'],
  ['int4 is half a byte', 'w.group_bits', 'bit', '4.156 bit'], // 4 + 20/128
  ['NF4 double quantised', 'w.bits_nf4dq', 'bit', '4.127 bit'],
  ['LoRA r 8 on q, v', 'r.loqv.adapter.N_A', 'int', '4,194,304'],
  ['bubble p 8, m 32', 'r.pp8.speed.bubble', 'pct', '21.9 %'],
  ['bubble of the total', 'r.pp8.speed.idle', 'pct', '17.9 %'],
];

// The bank of errors that were seen, one by one: the right value by the core, or what the pages say in words.
// [error, what circulates, checks]; a check is [reference, format, right] or {slug, en, zh}.
const kCirculating = [
  [1, '110M in fp32 are 44 MB', ['r.m110.weights', 'gb', '440.0 MB']],
  [2, 'activations of 990 MB, batch 50 in int8', ['r.a7.rule_activations', 'gib', '944.0 MiB'], { slug: 'int8-training', en: /recipe does not exist/, zh: /方案不存在/ }],
  [3, '65B under ZeRO-3: 195 GB, 1560 Gb, 156 s', ['w.z3_65', 'gb', '391.71 GB'], ['w.z3_65_bits', 'gbit', '3,134 Gb'], ['w.z3_65_10g', 's', '313 s']], // 6 B × 65.29e9
  [4, 'training is 3 to 4 times inference', ['w.ratio_infer', 'x', '8.00×']],
  [5, 'TF32 is the default of matrix products', { slug: 'tf32-memory', en: /off by default since version 1\.12/, zh: /从 1\.12 起默认关闭/ }],
  [6, '15 TB of tokens', ['w.text_bytes', 'gb', '60.00 TB']], // 15e12 × 4 B
  [7, 'heads × hidden size', ['w.kv_heads_hidden', 'b', '16,777,216 B'], ['r.l7.kv_token', 'b', '524,288 B'], ['w.kv_heads_over', 'int', '32']],
  [8, 'training is 12 to 16 times inference', ['w.ratio_infer', 'x', '8.00×'], { slug: 'bytes-per-parameter', en: /bytes a parameter, not a ratio/, zh: /每参数字节数，不是倍数/ }],
  [9, 'a layer of 38.4 GB', ['w.big_layer', 'gb', '9.66 GB']], // 603,979,776 × 16 B
  [10, 'Adam states are 16 B a parameter', ['w.adam', 'gb', '53.91 GB']], // 8 × 6.738e9
  [11, "70B: Adam's moments are 280 GB", ['w.adam70', 'gb', '564.43 GB']], // 8 × 70.55e9
  [12, '70B: weights and optimizer 560 GB', ['w.states70', 'gb', '1.13 TB']], // 16 × 70.55e9
  [13, '7B with checkpointing on one A100', ['r.t7.states', 'gb', '107.81 GB'], { slug: 'one-a100-7b', en: /sharding over one card saves nothing/, zh: /切分等于没切/ }],
  [14, 'fp16 training of 7B: Adam 28 GB', ['w.adam', 'gb', '53.91 GB'], ['r.t7.states', 'gb', '107.81 GB']],
  [15, 'Mixtral needs 25.8 GB', ['r.mix.weights', 'gb', '93.41 GB']],
  [16, 'inference activations are layers × 16 MB', ['w.hidden_2k', 'gib', '16.0 MiB']], // 2,048 × 4,096 × 2 B, once
  [17, 'M = P × 4 / Q × 1.2 = 210 GB', ['w.rule70', 'gb', '169.33 GB'], ['r.l70one.weights', 'gb', '141.11 GB']],
  [18, '70B: 2.6 MB a token, 6,500 tokens in 17 GB', ['r.l70k4.kv_token', 'b', '327,680 B'], ['w.kv_seventeen', 'int', '51,879']],
  [19, 'a 4k request of 70B is 160 MB', ['r.l70k4.kv_cache', 'gb', '1.34 GB'], ['w.kv_45', 'int', '33']],
  [20, '32k of 70B are 42.95 GB', ['r.l70k32.kv_cache', 'gb', '10.74 GB'], ['r.l70k128.kv_cache', 'gb', '42.95 GB']],
  [21, 'a cache without layers', { slug: 'kv-formula', en: /Leaving out the layers/, zh: /漏乘层数/ }],
  [22, 'Qwen-14B: 402 MB', ['w.qwen14_token', 'b', '819,200 B'], ['w.qwen14', 'gb', '6.71 GB']], // 2 × 40 × 5,120 × 2 B
  [23, 'MLA, 100 layers: 55 GB', ['w.mla_100', 'gb', '14.75 GB']],
  [24, 'MLA makes attention linear', { slug: 'mla-cache', en: /score products stay quadratic/, zh: /打分计算仍是平方级/ }],
  [25, 'GQA called MHA', ['w.mha_token', 'b', '3,997,696 B'], ['w.gqa8_token', 'b', '249,856 B']], // 2 × 61 × 128 (8) × 128 × 2 B
  [26, 'a 128k cache of 70B is larger than its weights', ['r.l70k128.kv_cache', 'gb', '42.95 GB'], ['r.l70one.weights', 'gb', '141.11 GB']],
  [27, "H100's ridge is 330", ['w.ridge_h100', 'int', '295']],
  [28, 'bf16 decoding does 2 FLOP a byte', { slug: 'prefill-and-decode', en: /two FLOPs for a weight of two bytes: one/, zh: /2 字节的权重做 2 次运算，是 1/ }],
  [29, 'speculative 2.9', ['w.spec_speed', 'x', '2.40×']],
  [30, '1F1B makes the bubble 1/m', ['r.pp8.speed.bubble', 'pct', '21.9 %'], { slug: 'pipeline-bubble', en: /1F1B has the same as GPipe/, zh: /1F1B 与 GPipe 一样大/ }],
  [31, 'all-reduce 0.5 ms against 160 ms', ['w.link_ratio', 'int', '36']], // 450 ÷ 12.5
  [32, 'DeepSeek-V3 at 21.7 %', ['w.ds_mfu', 'pct', '16.5 %']],
  [33, 'three checkpoints a layer are 20.9 TB', ['w.three_inputs', 'gb', '15.73 TB'], ['w.four_inputs', 'gb', '20.97 TB']], // 3 (4) × 80 × 4e6 × 8,192 × 2 B
  [34, '16B parameters', ['w.jax_16', 'int', '17,442,013,184']], // 64 × (4 + 12) × 4,096² + 2 × 32,000 × 4,096
  [35, 'GPT-3 on 1.4T tokens, H100 1300 TFLOPS, A10 INT8 1200', ['w.gpt3', 'flop', '3.15 × 10²³ FLOP'], ['g.h100-sxm5-80gb.fp16_tflops', 'tflops', '989.4 TFLOPS'], ['g.a10.int8_tops', 'tflops', '249.9 TFLOPS']],
  [36, 'H100 is 6.3 times A100', ['w.h100_a100', 'x', '3.17×']], // 989.4 ÷ 312
  [37, 'A100 SXM 624 TFLOPS and 1935 GB/s', ['g.a100-sxm4-80gb.bf16_tflops', 'tflops', '312 TFLOPS'], ['g.a100-sxm4-80gb.bandwidth_gb_s', 'gbs', '2.04 TB/s'], ['g.a100-pcie-80gb.bandwidth_gb_s', 'gbs', '1.94 TB/s']],
  [38, 'A100 has FP8, H200 is Blackwell', { slug: 'card-datatypes', en: /it has no fp8 unit[^]*it is Hopper/, zh: /没有 fp8 单元[^]*它是 Hopper/ }],
  [39, 'H20 is Ada with GDDR6X and no FP8', ['g.h20-96gb.fp8_tflops', 'tflops', '296 TFLOPS'], ['g.h20-96gb.bandwidth_gb_s', 'gbs', '4.00 TB/s']],
  [40, 'H100 has 8 TB/s', ['g.h100-sxm5-80gb.bandwidth_gb_s', 'gbs', '3.35 TB/s']],
  [41, 'NVLink of A100 joins 256 GPUs', { slug: 'link-directions', en: /came with H100.s switch system/, zh: /H100 一代的 NVLink Switch System/ }],
  [42, '8B with LoRA: 2 to 8 GB', ['r.l8.weights', 'gb', '16.06 GB'], ['r.l8.weights', 'gib', '14.96 GiB']],
  [43, '70B and 7B on one 80 GB card', ['w.spec_pair', 'gb', '157.17 GB'], ['r.l70one.weights', 'gb', '141.11 GB']],
  [44, 'full 7B about 80 GB, LoRA 16 GB', ['r.t7.states', 'gb', '107.81 GB'], ['r.l7.weights', 'gb', '13.48 GB']],
  [45, '65B needs 780 GB in full precision', ['w.label780', 'gb', '780.00 GB'], ['w.states65', 'gb', '1.04 TB']],
  [46, 'Q4_K has an fp16 scale for each 32 weights', ['w.bits_q4k', 'bit', '4.500 bit'], { slug: 'bits-per-weight', en: /two fp16 super-scales and twelve bytes/, zh: /两个 fp16 超级缩放/ }],
  [47, 'a 7B has 14 billion numbers', { slug: 'gptq-8b-size', en: /seven billion, in fourteen GB/, zh: /70 亿个数/ }],
  [48, '−127 to 127 are 256 values', ['w.int8_used', 'int', '255']],
  [49, 'compute-bound at batch 64', ['w.ridge_a100', 'int', '153'], ['w.ridge_h100', 'int', '295']],
  [50, 'a million tokens are 320 GB', ['w.million_kv', 'gb', '343.60 GB']],
  [51, 'ZeRO-3 puts parameters on the CPU', { slug: 'zero-stages', en: /offloading, an option of its own/, zh: /那是卸载/ }, { slug: 'one-a100-7b', en: /only the optimizer step runs there/, zh: /只有优化器那一步/ }],
  [52, 'gradient clipping saves memory', { slug: 'oom-steps', en: /frees nothing/, zh: /什么也没释放/ }],
  [53, 'mask × −1e-9', { slug: 'flash-attention-memory', en: /−1e9 or −inf/, zh: /−1e9 或 −inf/ }],
];

test('every error of the bank has a check', () => assert.deepEqual(kCirculating.map(([number]) => number), Array.from({ length: 53 }, (_, i) => i + 1)));

for (const [number, what, ...checks] of kCirculating) {
  test(`error ${number}, ${what}`, () => {
    assert.ok(checks.length);
    for (const check of checks) {
      if (Array.isArray(check)) {
        const [ref, format, right] = check;
        assert.equal(write(book.values.get(ref), format, 'en'), right, ref);
        continue;
      }
      for (const lang of langs) {
        const [, html] = [...pages].find(([path, text]) => path.startsWith(lang) && text.includes(`<section class="q" id="${check.slug}"`)) ?? [];
        const [section] = html.split(`<section class="q" id="${check.slug}"`)[1].split('</section>');
        assert.match(section.replace(/<[^>]+>/g, ''), check[lang], `${check.slug} ${lang}`);
      }
    }
  });
}

for (const [what, ref, format, right] of kKnown) {
  test(`${what}: ${right}`, () => assert.equal(write(book.values.get(ref), format, 'en'), right));
}

test('each of them stands on a page of both languages', () => {
  for (const [what, ref] of kKnown) {
    if (ref.startsWith('f.') && ref.endsWith('bytes')) continue;
    for (const lang of ['en', 'zh']) {
      assert.ok([...pages].some(([path, html]) => path.startsWith(lang) && html.includes(`data-ref="${ref}"`)), `${what} in ${lang}`);
    }
  }
});

test('the recipes that the notes mix up stay apart', () => {
  const bytes = (id) => Math.round(book.values.get(`r.${id}.states`) / book.values.get(`r.${id}.params`));
  assert.deepEqual([bytes('t7'), bytes('t7meg'), bytes('t7fp32'), bytes('t7pure'), bytes('t7int8')], [16, 18, 16, 8, 4]);
});

// What the texts say in words about the numbers beside them.
const r = (path) => book.values.get(`r.${path}`);
const verdict = (id) => book.values.reply(id).results[0].verdict;
const kJudgements = [
  ['a full fine-tune of 7B does not fit one A100', () => verdict('t7') === 'no' && r('t7.states') > r('t7.usable')],
  ['it fits eight with ZeRO-3 and recomputation', () => verdict('t7z8') === 'fits'],
  ['two 80 GB cards hold states and activations of 7B', () => r('t7.device') < 2 * r('t7.usable') && r('t7.device') > r('t7.usable')],
  ['gpt-oss-120b fits one 80 GB card', () => verdict('oss') === 'fits'],
  ['65B in fp16 just fits four V100, for one short request', () => verdict('v65') === 'fits' && r('v65.max_batch') === 1],
  ['five V100 are not needed', () => r('v65one.weights') < book.values.get('w.v100x4')],
  ['QLoRA of 65B leaves room in 48 GB', () => r('ql65.device') < 45e9 && r('ql65.device') > 35e9],
  ['the cache of one 128k request is smaller than the weights of a 70B', () => r('l70k128.kv_cache') < r('l70one.weights')],
  ['a million tokens of 70B take more than six cards', () => book.values.get('w.million_cards') === 7 && verdict('million') !== 'no'],
  ['pure bf16 with AdamW and recomputation fits one A100', () => verdict('t7pure') === 'fits'],
  ['70B with ZeRO-3 fits 24 A100', () => verdict('t70') === 'fits'],
  ['H20 is ahead of H100 in decoding, behind in prefill', () => r('s8h20.speed.floor_s') < r('s8h100.speed.floor_s') && r('s8h20.speed.first_token_s') > 3 * r('s8h100.speed.first_token_s')],
  ['the rule of 990 MB is several times too low', () => book.values.get('w.act_rule_ratio') > 5],
  ['recomputation leaves less than a tenth', () => book.values.get('w.recompute_less') > 10],
  ['the int8 recipe is called one that does not train', () => book.values.reply('t7int8').results[0].warnings.some((w) => w.code === 'recipe_does_not_train')],
];
for (const [what, holds] of kJudgements) test(`in words: ${what}`, () => assert.ok(holds()));
