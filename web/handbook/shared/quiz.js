// Which questions come: a series for practice, ten for a mock interview; both follow from the seed.
import { CONCEPTS } from './concepts.js';
import { three } from './format.js';
import { MISTAKES, TEMPLATES, numericQuestion } from './numeric.js';
import { seeded, shuffled } from './random.js';

export const kMockLength = 10;

/** A concept as a question: its choices in a random order. @param {any} concept @param {() => number} random */
export function conceptQuestion(concept, random) {
  const choices = shuffled(random, [{ ...concept.right, right: true }, ...concept.wrong.map((/** @type {any} */ one) => ({ ...one, right: false }))]);
  return { kind: 'choice', id: concept.id, key: concept.id, slug: concept.slug, ask: concept.ask, choices };
}

/** A numeric question as a choice between its answer and what known mistakes lead to. @param {any} question @param {() => number} random */
export function asChoices(question, random) {
  const figure = (/** @type {number} */ value) => `${three(value)} ${question.unit}`;
  const wrong = shuffled(random, question.mistakes).slice(0, 3).map((/** @type {any} */ one) => ({ en: figure(one.value), zh: figure(one.value), why: MISTAKES[one.id], right: false }));
  const answer = figure(question.answer);
  return { ...question, choices: shuffled(random, [{ en: answer, zh: answer, right: true }, ...wrong]) };
}

/** Ids of everything that can be asked. */
export const kItems = [...TEMPLATES.map((row) => row.id), ...CONCEPTS.map((row) => row.id)];

/** A question for an item. @param {string} id @param {() => number} random @param {any} facts */
export function questionFor(id, random, facts) {
  const concept = CONCEPTS.find((row) => row.id === id);
  return concept ? conceptQuestion(concept, random) : numericQuestion(id, random, facts);
}

/** Numeric questions without end, none twice. @param {number} seed @param {any} facts */
export function* numericSeries(seed, facts) {
  const random = seeded(seed);
  const seen = new Set();
  for (let i = 0; ; i += 1) {
    // a template that runs out of new questions is passed over
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const question = numericQuestion(TEMPLATES[(i + attempt) % TEMPLATES.length].id, random, facts);
      if (seen.has(question.key)) continue;
      seen.add(question.key);
      yield question;
      break;
    }
  }
}

/** Ten questions: six numbers, four concepts, mixed. @param {number} seed @param {any} facts */
export function mockInterview(seed, facts) {
  const random = seeded(seed);
  const numeric = shuffled(random, TEMPLATES).slice(0, 6).map((row) => numericQuestion(row.id, random, facts));
  const concepts = shuffled(random, CONCEPTS).slice(0, kMockLength - numeric.length).map((row) => conceptQuestion(row, random));
  return shuffled(random, [...numeric, ...concepts]);
}
