// Figures that circulate wrongly, each with the right value, worked out by hand beside it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { write } from '../../web/handbook/shared/format.js';
import { nativeBook as book, pages } from './book.mjs';

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
  ['with attention', 'w.mfu_attn', 'pct', '21.5 %'],
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
  ['LoRA r 8 on q, v', 'w.lora_qv', 'int', '4,194,304'],
  ['bubble p 8, m 32', 'w.bubble', 'pct', '21.9 %'],
  ['bubble of the total', 'w.bubble_total', 'pct', '17.9 %'],
];

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
  ['H20 is ahead of H100 in decoding, behind in prefill', () => book.values.get('w.h20_decode') < book.values.get('w.h100_decode') && book.values.get('w.h20_prefill') > 5 * book.values.get('w.h100_prefill60')],
  ['the rule of 990 MB is several times too low', () => book.values.get('w.act_rule_ratio') > 5],
  ['recomputation leaves less than a tenth', () => book.values.get('w.recompute_less') > 10],
  ['the int8 recipe is called one that does not train', () => book.values.reply('t7int8').results[0].warnings.some((w) => w.code === 'recipe_does_not_train')],
];
for (const [what, holds] of kJudgements) test(`in words: ${what}`, () => assert.ok(holds()));
