// Every number that stands bare in the prose, in both languages, is found again in what the core answers; and
// this check is itself checked: a digit changed anywhere in the texts is noticed.
import assert from 'node:assert/strict';
import test from 'node:test';
import { nativeBook as book, langs, linesOf } from './book.mjs';
import { accounted, bareNumbers, givenFor, knownTo, unaccounted, wrongGiven } from './prose.mjs';

const all = book.chapters.flatMap((chapter) => langs.flatMap((lang) => chapter[lang].questions.map((question) => ({ chapter, lang, question, lines: linesOf(question) }))));

test('no number in the prose is without an account', () => {
  const open = all.flatMap(({ chapter, lang, question, lines }) => unaccounted(book, chapter, question, lines).map((one) => `${lang} ${question.id}: ${one}`));
  assert.deepEqual(open, []);
});

test('given numbers that name a figure are that figure, and all are used', () => {
  for (const chapter of book.chapters) {
    for (const [id, given] of Object.entries(chapter.given ?? {})) {
      assert.deepEqual(wrongGiven(book, given), [], `${chapter.id} ${id}`);
      const texts = all.filter((one) => one.chapter === chapter && (id === '*' || one.question.id === id)).flatMap((one) => one.lines);
      assert.ok(texts.length, `${chapter.id} has no ${id}`);
      const stand = new Set(texts.flatMap(bareNumbers).map((one) => one.text));
      for (const text of Object.keys(given)) assert.ok(stand.has(text), `${chapter.id} ${id}: ${text} is given and not said`);
    }
  }
});

/** The number with its last digit, and with its first one, another. */
const changed = (text) => [text.replace(/\d(?=\D*$)/, (d) => (Number(d) + 1) % 10), text.replace(/\d/, (d) => (Number(d) % 9) + 1)].filter((other) => other !== text);

test('a changed digit is noticed', (t) => {
  let tried = 0;
  const missed = [];
  for (const { chapter, lang, question, lines } of all) {
    const facts = knownTo(book, question, lines);
    const given = new Set(Object.keys(givenFor(chapter, question.id)));
    for (const line of lines) {
      for (const number of bareNumbers(line)) {
        for (const text of changed(number.text)) {
          tried += 1;
          if (accounted({ ...number, text, value: Number(text.replaceAll(',', '')) }, facts, given)) missed.push(`${lang} ${question.id}: ${number.text} as ${text}`);
        }
      }
    }
  }
  t.diagnostic(`${tried} changes, ${tried - missed.length} noticed`);
  assert.ok(tried > 1000);
  // Small counts may stand for one another: a question that knows 1, 2, 4 and 8 takes a wrong one of these.
  const large = missed.filter((one) => Number(one.match(/as ([\d,.]+)/)[1].replaceAll(',', '')) > 10);
  t.diagnostic(`${large.length} of the missed are above ten`);
  assert.ok(large.length <= 0.03 * tried, large.join('\n'));
  assert.ok(missed.length <= 0.18 * tried, `${missed.length} of ${tried}`);
});

test('a changed reference, or a wrong figure made right in one language only, is noticed', () => {
  // The pages carry value and text of each computed number; numbers.test.mjs computes both again. Here: the
  // languages' references are the same, so one changed alone shows.
  const question = structuredClone(book.chapters[0].zh.questions[0]);
  question.say = question.say.replace('r.l7.weights|gb', 'r.n7.weights|gb');
  assert.notEqual(question.say, book.chapters[0].zh.questions[0].say);
  const refs = (lines) => new Set(lines.flatMap((line) => [...line.matchAll(/\{\{([^=}][^}|]*)\|/g)].map((m) => m[1])));
  assert.notDeepEqual([...refs([question.say])], [...refs([book.chapters[0].en.questions[0].say])]);
});
