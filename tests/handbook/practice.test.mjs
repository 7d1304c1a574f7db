// Practice: what is asked, what counts as right, which mistakes are known, what comes again.
import assert from 'node:assert/strict';
import test from 'node:test';
import { CONCEPTS } from '../../web/handbook/shared/concepts.js';
import { MISTAKES, TEMPLATES, facts, judge, kTolerance, readAnswer } from '../../web/handbook/shared/numeric.js';
import { asChoices, kItems, mockInterview, numericSeries, questionFor } from '../../web/handbook/shared/quiz.js';
import { seeded } from '../../web/handbook/shared/random.js';
import { answered, counts, kRestDays, next, readProgress } from '../../web/handbook/shared/repetition.js';
import { kStates, sumOf, inReply } from '../../web/handbook/shared/values.js';
import { core, nativeAnswers, questions } from './book.mjs';

const known = facts(core);
const slugs = new Set(questions('en').map((q) => q.id));
const thousand = [];
for (const question of numericSeries(20261130, known)) if (thousand.push(question) === 1000) break;

const kSizes = { GiB: 2 ** 30, GB: 1e9, KiB: 1024 };
/** The answer of a template out of a reply, by a way of its own. */
function estimated(question, reply) {
  const [result] = reply.results;
  const size = kSizes[question.unit];
  if (question.id === 'mfu') return result.utilisation.find((u) => u.id === 'utilisation_mfu').value * 100;
  if (question.id === 'parameters-yi') return reply.model.parameters / 1e8;
  if (question.id === 'kv-token') return reply.results[0].terms.find((t) => t.id === 'kv_cache').bytes / 4096 / size;
  return question.terms.reduce((sum, id) => sum + Math.max(...result.terms.filter((t) => t.id === id).map((t) => t.bytes), ...result.phases.flatMap((p) => p.terms.filter((t) => t.id === id).map((t) => t.bytes)), 0), 0) / size;
}

test('a thousand questions, none twice, every template among them', () => {
  assert.equal(new Set(thousand.map((q) => q.key)).size, 1000);
  assert.equal(new Set(thousand.map((q) => q.ask.zh)).size, 1000);
  for (const template of TEMPLATES) assert.ok(thousand.filter((q) => q.id === template.id).length > 20, template.id);
});

test('the answer is what the native program estimates', () => {
  const replies = nativeAnswers(thousand.map((q) => ({ v: 1, ...q.request })));
  thousand.forEach((question, i) => {
    const value = estimated(question, replies[i]);
    assert.ok(Math.abs(question.answer / value - 1) < 1e-9, `${question.key}: ${question.answer} and ${value}`);
    assert.equal(judge(question, value).right, true, question.key);
  });
});

test('a known mistake is never within the tolerance of the answer, nor of another one', () => {
  for (const question of thousand) {
    assert.ok(question.mistakes.length >= 1, question.key);
    for (const [i, one] of question.mistakes.entries()) {
      assert.ok(MISTAKES[one.id], one.id);
      assert.ok(Math.abs(one.value / question.answer - 1) > kTolerance, `${question.key} ${one.id}`);
      const verdict = judge(question, one.value);
      assert.equal(verdict.right, false);
      assert.equal(verdict.mistake.id, one.id, question.key);
      for (const other of question.mistakes.slice(i + 1)) assert.ok(Math.abs(other.value / one.value - 1) > kTolerance, question.key);
    }
  }
});

test('as a choice, every distractor is the result of a real mistake and reads unlike the answer', () => {
  for (const question of thousand) {
    const { choices } = asChoices(question, seeded(3));
    assert.equal(choices.filter((one) => one.right).length, 1);
    assert.ok(choices.length >= 2 && new Set(choices.map((one) => one.en)).size === choices.length, question.key);
    for (const one of choices.filter((c) => !c.right)) assert.ok(one.why.en && one.why.zh, question.key);
  }
});

test('every question in bytes knows the mistake of the other unit', () => {
  for (const question of thousand.filter((q) => q.unit === 'GiB' || q.unit === 'GB')) {
    const id = question.unit === 'GiB' ? 'gb_for_gib' : 'gib_for_gb';
    const mistake = question.mistakes.find((one) => one.id === id);
    assert.ok(mistake, question.key);
    const factor = question.unit === 'GiB' ? 2 ** 30 / 1e9 : 1e9 / 2 ** 30;
    assert.ok(Math.abs(mistake.value / question.answer / factor - 1) < 1e-9);
  }
});

test('each mistake has words in both languages and is used', () => {
  const used = new Set(thousand.flatMap((q) => q.mistakes.map((one) => one.id)));
  for (const [id, row] of Object.entries(MISTAKES)) {
    assert.ok(row.en && row.zh, id);
    assert.ok(used.has(id), id);
  }
});

test('what somebody types', () => {
  assert.equal(readAnswer('12.55', 'GiB'), 12.55);
  assert.equal(readAnswer('1,024', 'GB'), 1024);
  assert.ok(Math.abs(readAnswer('13.4768 GB', 'GiB') - 12.5513) < 1e-3);
  assert.equal(readAnswer('512 mib', 'GiB'), 0.5);
  assert.equal(readAnswer('20 %', '%'), 20);
  assert.equal(readAnswer('67.4亿', '亿'), 67.4);
  for (const text of ['', 'many', '12 apples', 'GB', '1.2.3']) assert.equal(readAnswer(text, 'GiB'), null, text);
  assert.equal(readAnswer('12 GiB', '%'), null);
});

test('concepts: one right choice, reasons against the others, both languages, a place in the handbook', () => {
  assert.ok(CONCEPTS.length >= 24);
  for (const row of CONCEPTS) {
    assert.ok(slugs.has(row.slug), row.slug);
    assert.equal(row.wrong.length, 3, row.id);
    for (const lang of ['en', 'zh']) {
      assert.ok(row.ask[lang] && row.right[lang], row.id);
      assert.equal(new Set([row.right[lang], ...row.wrong.map((one) => one[lang])]).size, 4, row.id);
      for (const one of row.wrong) assert.ok(one.why[lang], row.id);
    }
  }
  for (const template of TEMPLATES) assert.ok(slugs.has(template.slug), template.slug);
  assert.equal(new Set(kItems).size, kItems.length);
});

test('a seed gives the same ten questions, another seed other ones', () => {
  const keys = (seed) => mockInterview(seed, known).map((q) => q.key);
  assert.deepEqual(keys(42), keys(42));
  assert.notDeepEqual(keys(42), keys(43));
  for (let seed = 0; seed < 50; seed += 1) {
    const ten = mockInterview(seed, known);
    assert.equal(ten.length, 10);
    assert.equal(new Set(ten.map((q) => q.key)).size, 10);
    for (const q of ten.filter((one) => one.kind === 'choice')) assert.equal(q.choices.filter((c) => c.right).length, 1);
  }
});

test('every item can be asked', () => {
  for (const id of kItems) assert.equal(questionFor(id, seeded(1), known).id, id);
});

test('repetition: right answers rest longer, a wrong one comes again at once', () => {
  const day = 86400000;
  let progress = {};
  for (let i = 1; i < kRestDays.length; i += 1) {
    progress = answered(progress, 'zero', true, 0);
    assert.equal(progress.zero.due, kRestDays[i] * day);
  }
  progress = answered(progress, 'zero', true, 0);
  assert.equal(progress.zero.due, kRestDays.at(-1) * day); // the last box is the last
  progress = answered(progress, 'zero', false, 5);
  assert.deepEqual(progress.zero, { box: 0, due: 5, seen: kRestDays.length + 1 });
  assert.deepEqual(counts(progress, 5), { seen: 1, due: 1 });
});

test('next: due first, then new, then what is due soonest; never the same twice running', () => {
  const ids = ['a', 'b', 'c'];
  const random = () => 0;
  assert.equal(next({ b: { box: 1, due: 5, seen: 1 } }, ids, 10, random), 'b');
  assert.equal(next({ b: { box: 1, due: 5, seen: 1 } }, ids, 10, random, 'b'), 'a');
  assert.equal(next({ b: { box: 1, due: 50, seen: 1 } }, ids, 10, random), 'a');
  const all = { a: { box: 1, due: 70, seen: 1 }, b: { box: 1, due: 50, seen: 1 }, c: { box: 1, due: 60, seen: 1 } };
  assert.equal(next(all, ids, 10, random), 'b');
  assert.equal(next(all, ids, 10, random, 'b'), 'c');
});

test('what was kept is read with care', () => {
  assert.deepEqual(readProgress(null), {});
  assert.deepEqual(readProgress('not json'), {});
  assert.deepEqual(readProgress('{"a":{"box":99,"due":1,"seen":1},"b":{"box":1,"due":2,"seen":3},"c":null}'), { b: { box: 1, due: 2, seen: 3 } });
});

test('states are the sum of their terms', () => {
  const reply = core.answer({ v: 1, model: 'llama-1-7b', task: 'training', gpu: 'a100-sxm4-80gb', context: 512 });
  assert.equal(sumOf(reply.results[0], kStates), 16 * inReply(reply, 'params'));
});
