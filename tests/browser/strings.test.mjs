// The element's words: both languages, the same holes, no word without use.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { STRINGS, speaker } from '../../web/element/strings.js';

const web = resolve(dirname(fileURLToPath(import.meta.url)), '../../web');
const holes = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

test('every string is there in both languages, with the same holes', () => {
  for (const [id, row] of Object.entries(STRINGS)) {
    assert.deepEqual(Object.keys(row), ['en', 'zh'], id);
    assert.ok(row.en.trim() && row.zh.trim(), id);
    assert.deepEqual(holes(row.en), holes(row.zh), id);
  }
});

test('every string is used', () => {
  const files = [
    ...readdirSync(join(web, 'element')).map((name) => join('element', name)),
    'page.js',
    'index.html',
  ].filter((name) => !name.endsWith('strings.js'));
  const code = files.map((name) => readFileSync(join(web, name), 'utf8')).join('\n');
  const made = /^(group|lang|units)_/; // put together from a prefix
  const idle = Object.keys(STRINGS).filter(
    (id) => !made.test(id) && !new RegExp(`['"\`]${id}['"\`]`).test(code),
  );
  assert.deepEqual(idle, []);
});

test('words that nobody has are the id itself; holes are filled in', () => {
  const say = speaker('zh', [{ id: 'term.weights', en: 'weights', zh: '权重' }]);
  assert.equal(say('term.weights'), '权重');
  assert.equal(say('engine.vllm'), 'vllm');
  assert.equal(say('spare', { bytes: '1 GiB' }), '剩余 1 GiB');
});
