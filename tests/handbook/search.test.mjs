// The search: what it looks through, what it finds, what it marks.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { fold, ranges, search, wordsOf } from '../../web/handbook/shared/search.js';
import { langs, pages, questions, site } from './book.mjs';

const file = (lang) => join(site, lang, 'handbook/search.json');
const index = Object.fromEntries(langs.map((lang) => [lang, JSON.parse(readFileSync(file(lang), 'utf8'))]));
const tos = (lang, query) => search(index[lang], query).map((hit) => hit.entry.to);

test('the index has every question and term, no marks, and leads to places that exist', () => {
  for (const lang of langs) {
    assert.deepEqual(index[lang].filter((one) => one.kind === 'question').map((one) => one.to.split('#')[1]), questions(lang).map((q) => q.id));
    for (const { to, title, parts } of index[lang]) {
      const [page, anchor] = to.split('#');
      assert.ok(pages.get(`${lang}/handbook/${page}index.html`).includes(`id="${anchor}"`), to);
      for (const text of [title, ...parts]) assert.doesNotMatch(text, /\{\{|\]\]|<[a-z]|&[a-z]+;|undefined/, to);
      assert.ok(title && parts.length, to);
    }
    assert.ok(gzipSync(readFileSync(file(lang))).length < 60_000, `${statSync(file(lang)).size} bytes`);
  }
});

test('answers, mistakes and follow-ups are found, in both languages, over all chapters', () => {
  assert.ok(tos('en', 'expandable segments').includes('finetuning/#fragmentation'));
  assert.ok(tos('en', 'causal kernels').includes('utilisation/#six-nd')); // stands only in the working
  assert.ok(tos('en', 'RMSNorm bias').includes('size/#count-7b')); // only in a wrong answer
  assert.ok(tos('zh', '利特尔法则').includes('cards/#decode-throughput')); // only in a follow-up
  assert.ok(tos('zh', '碎片').includes('finetuning/#fragmentation'));
  assert.ok(tos('zh', '气泡').includes('parallel/#pipeline-bubble'));
  assert.deepEqual(tos('zh', '没有这个词'), []);
  assert.deepEqual(tos('en', ''), []);
});

test('numbers are found as the pages show them', () => {
  assert.ok(tos('en', '440.0 MB').includes('size/#unit-mistakes'));
  assert.ok(tos('zh', '944.0 MiB').includes('activations/#activations-990mb'));
});

test('spaces beside Chinese, case and full-width forms do not matter', () => {
  for (const query of ['KV缓存公式', 'kv 缓存公式', 'ＫＶ 缓存公式']) assert.equal(tos('zh', query)[0], 'kv-cache/#kv-formula', query);
  assert.equal(fold('KV 缓存  a  B').folded, 'kv缓存a b'); // a space beside Chinese goes
  assert.deepEqual(wordsOf('  Full  FULL fine '), ['full', 'fine']);
});

test('what is found is marked where it stands', () => {
  assert.deepEqual(ranges('算 KV 缓存，再算KV缓存', ['kv缓存']), [[2, 7], [10, 14]]);
  assert.deepEqual(ranges('aXbx', ['x']), [[1, 2], [3, 4]]);
  assert.deepEqual(ranges('abcd', ['abc', 'bcd']), [[0, 3]]);
  const [hit] = search(index.zh, '可扩展段');
  assert.ok(hit.title.concat(hit.excerpt).some((piece) => piece.mark && piece.text === '可扩展段'));
  for (const lang of langs) {
    for (const word of ['ZeRO', 'A100', lang === 'zh' ? '激活值' : 'activations']) {
      const hits = search(index[lang], word);
      assert.ok(hits.length > 3, word);
      for (const one of hits) assert.ok([...one.title, ...one.excerpt].some((piece) => piece.mark), `${word} in ${one.entry.to}`);
    }
  }
});

test('a question whose title has the words comes before one that mentions them', () => {
  assert.equal(tos('en', 'pagedattention')[0], 'kv-cache/#paged-attention');
  assert.equal(tos('en', 'resume')[0], 'training/#checkpoint-size');
});
