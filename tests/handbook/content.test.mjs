// The texts: both languages say the same, with the same numbers, and no number is typed in.
import assert from 'node:assert/strict';
import test from 'node:test';
import { references } from '../../web/handbook/generate/inline.mjs';
import { book, langs, linesOf, questions } from './book.mjs';

const cards = (question) => question.body.filter((block) => block.kind === 'card').map((block) => block.ref);
const sorted = (list) => [...list].sort();

test('at least 60 questions in eight to ten chapters, and both languages have the same ones in the same order', () => {
  assert.ok(book.chapters.length >= 8 && book.chapters.length <= 10);
  assert.ok(questions('en').length >= 60);
  assert.deepEqual(questions('zh').map((q) => q.id), questions('en').map((q) => q.id));
  assert.equal(new Set(questions('en').map((q) => q.id)).size, questions('en').length);
});

test('every question has an answer to say, wrong answers, follow-ups, sources and a level', () => {
  for (const lang of langs) {
    for (const question of questions(lang)) {
      const about = book.chapters.find((c) => c.id === question.chapter).questions[question.id];
      assert.ok(about, question.id);
      assert.ok([1, 2, 3].includes(about.level) && about.sources.length, question.id);
      assert.ok(question.say && question.wrong.length && question.follow.length, `${lang} ${question.id}`);
    }
  }
  for (const chapter of book.chapters) assert.deepEqual(sorted(Object.keys(chapter.questions)), sorted(chapter.en.questions.map((q) => q.id)));
});

test('nearly every question has a working, most of them live', () => {
  const all = questions('en');
  const live = (ref) => (ref[0] === 'w' ? book.workings[ref.slice(2)].slide : book.requests[ref.slice(2)].sliders);
  assert.ok(all.filter((q) => cards(q).length).length >= 0.95 * all.length, all.filter((q) => !cards(q).length).map((q) => q.id).join());
  assert.ok(all.filter((q) => cards(q).some(live)).length >= 0.85 * all.length, all.filter((q) => !cards(q).some(live)).map((q) => q.id).join());
});

test('both languages show the same numbers and workings', () => {
  const chinese = new Map(questions('zh').map((q) => [q.id, q]));
  for (const english of questions('en')) {
    const other = chinese.get(english.id);
    const refs = (q) => sorted(new Set(linesOf(q).flatMap(references).map(([ref]) => ref.replace(/^r\.(ds3|mix|l13|oss|l7|l8)\.(active|params)$/, 'r.$1.params'))));
    assert.deepEqual(refs(other), refs(english), english.id);
    assert.deepEqual(cards(other), cards(english), english.id);
    for (const part of ['wrong', 'follow']) assert.equal(other[part].length, english[part].length, `${english.id} ${part}`);
  }
});

// A figure with a unit must be computed ({{...}}), declared ({{=...}}) or quoted as wrong ([[...]]).
const kUnits = '(?:[KMGT]i?B(?:/s)?|Gb/s|Gbps|B(?![\\w-])|bytes?|字节|TFLOPS?|FLOPS?|tokens?/s|token/s|ms|µs|GPU hours|卡时|%|°C|W(?![\\w-]))';
const kTyped = new RegExp(`(?<![\\w.,/-])\\d[\\d.,]*\\s${kUnits}|(?<![\\w.,/-])\\d[\\d.,]*(?:[KMGT]iB|%|字节)`, 'g');
// What the question itself states, or what a name holds.
const kGiven = new Set(['44 MB', '14 GB', '13 GiB', '80 GB', '24 GB', '48 GB', '160 GB', '28 GB', '990 MB', '0.33 MB', '2.6 MB', '900 GB/s', '64 GB/s', '17 GB', '4 B', '18 GB', '400 Gb/s', '60 GB',
  '45 %', '40 %', '60 %', '100 %', '1.3 GB', '55 %', '85 %', '50 %', '46.54 %', '2 GiB', '512 B', '40 GB', '8 B', '81920 MiB', '2 字节', '4 字节', '16 字节', '1 字节', '12 字节', '32 字节', '8 字节', '6 字节', '2 bytes', '1 GiB', '16 bytes', '12 bytes', '1343 MiB', '16 B', '1 MB']);

test('no number with a unit is typed into the texts', () => {
  for (const lang of langs) {
    for (const question of questions(lang)) {
      for (const line of linesOf(question)) {
        const bare = line.replace(/\{\{[^}]*\}\}|\[\[[^\]]*\]\]|`[^`]*`/g, ' ');
        const typed = [...bare.matchAll(kTyped)].map((m) => m[0].trim()).filter((found) => !kGiven.has(found));
        assert.deepEqual(typed, [], `${lang} ${question.id}: ${line}`);
      }
    }
  }
});

test('every declared number is in the list of declared ones, and every one of the list is used', () => {
  const used = new Set();
  const texts = [...langs.flatMap((lang) => questions(lang).flatMap(linesOf)), ...book.glossary.flatMap((term) => [term.def_en, term.def_zh])];
  for (const text of texts) for (const [, declared] of text.matchAll(/\{\{=([^}]+)\}\}/g)) used.add(declared);
  for (const declared of used) assert.ok(book.declared[declared], `${declared} is not declared in constants.json`);
  assert.deepEqual(Object.keys(book.declared).filter((one) => !used.has(one)), []);
});

test('every request, working, constant and source is used', () => {
  const texts = [...langs.flatMap((lang) => questions(lang).flatMap((q) => [...linesOf(q), ...cards(q)])), ...book.glossary.flatMap((term) => [term.def_en, term.def_zh]), ...book.asked_most.flatMap((row) => [row.en, row.zh])].join('\n');
  const inputs = Object.values(book.workings).flatMap((working) => Object.values(working.with ?? {})).filter((one) => typeof one === 'string').join('\n');
  const given = book.chapters.flatMap((chapter) => Object.values(chapter.given ?? {}).flatMap((one) => Object.values(one))).join('\n');
  const all = `${given}\n${texts}\n${inputs}\n`;
  const idle = (kind, ids) => ids.filter((id) => !new RegExp(`\\b${kind}\\.${id}\\b`).test(all));
  assert.deepEqual(idle('r', Object.keys(book.requests)), []);
  assert.deepEqual(idle('w', Object.keys(book.workings)), []);
  assert.deepEqual(idle('c', Object.keys(book.constants)), []);
  const cited = new Set(book.chapters.flatMap((chapter) => Object.values(chapter.questions).flatMap((q) => q.sources)));
  assert.deepEqual(Object.keys(book.sources).filter((id) => !cited.has(id)), []);
});

test('the glossary has both languages, unique ids, and no empty cell', () => {
  assert.ok(book.glossary.length >= 150);
  assert.equal(new Set(book.glossary.map((term) => term.id)).size, book.glossary.length);
  for (const term of book.glossary) for (const column of ['id', 'en', 'zh', 'def_en', 'def_zh']) assert.ok(term[column]?.trim(), `${term.id} ${column}`);
});

test('Chinese texts use full-width punctuation between Chinese words', () => {
  for (const question of questions('zh')) {
    for (const line of linesOf(question)) {
      const bare = line.replace(/\{\{[^}]*\}\}|`[^`]*`/g, 'x');
      assert.doesNotMatch(bare, /[\u4e00-\u9fff][,;:?!][\u4e00-\u9fff]/, question.id);
    }
  }
});
