// The practice page: single questions with spaced repetition, and the mock interview of ten.
import { h } from '../../element/dom.js';
import { core } from '../../element/module.js';
import { three, write } from '../shared/format.js';
import { MISTAKES, facts, judge, readAnswer } from '../shared/numeric.js';
import { asChoices, kItems, mockInterview, questionFor } from '../shared/quiz.js';
import { seeded } from '../shared/random.js';
import { answered, counts, next, readProgress } from '../shared/repetition.js';
import { colon, replyWorking } from '../shared/derivation.js';
import { sumOf } from '../shared/values.js';
import { words } from '../shared/words.js';
import { lang } from './handbook.js';
import { keep, keeps, recall } from './kept.js';

const kProgress = 'practice';
const say = words(lang);
const view = /** @type {HTMLElement} */ (document.getElementById('practice-view'));
let progress = readProgress(recall(kProgress));
/** @type {any} */
let known; // catalogue and core
/** @type {any} */
let module;

const newSeed = () => Math.floor(Math.random() * 1e6);
/** Where the handbook explains it: the link list that the page brings. @type {Record<string, string>} */
const places = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}').places ?? {};

function show(/** @type {any[]} */ ...nodes) {
  view.replaceChildren(...nodes);
}

/** The right answer in words. */
const solution = (/** @type {any} */ question) => (question.kind === 'numeric' ? `${three(question.answer)} ${question.unit}` : question.choices.find((/** @type {any} */ one) => one.right)[lang]);

const answerLine = (/** @type {string} */ answer, more = '') => {
  const [before, after] = say('says', { what: say('answer_is'), why: '\n' }).split('\n');
  return h('p', {}, before, h('b', {}, answer), after, more && lang === 'en' ? ' ' : '', more);
};

/** The explanation after an answer. @param {any} question @param {string[]} notes @param {boolean} right */
function explanation(question, notes, right) {
  const parts = [...notes.map((note) => h('p', {}, note))];
  if (question.kind === 'numeric') {
    const reply = module.answer({ v: 1, ...question.request, lang });
    const work = h('div', { class: 'work' });
    if (question.terms.length) work.innerHTML = replyWorking(reply, { terms: question.terms }, lang);
    if (question.terms.length > 1) work.append(h('p', {}, `${say('total')}${colon(lang)}${write(sumOf(reply.results[0], question.terms), 'gib', lang)} = ${write(sumOf(reply.results[0], question.terms), 'gb', lang)}`));
    if (question.id === 'kv-token') work.append(h('p', {}, `${write(reply.results[0].terms.find((/** @type {any} */ t) => t.id === 'kv_cache').bytes, 'b', lang)} ÷ ${write(question.request.context, 'tokens', lang)} = ${write(reply.model.kv_bytes_per_token, 'b', lang)} = ${three(question.answer)} KiB`));
    const used = reply.results[0].utilisation?.find((/** @type {any} */ u) => u.id === 'utilisation_mfu');
    if (used) work.append(h('p', {}, `${used.formula} = ${used.working} = ${used.text}`));
    if (question.unit === '亿') work.append(h('p', {}, `${reply.model.parameters_text} ÷ 100,000,000 = ${three(question.answer)} 亿`));
    parts.push(answerLine(solution(question), say('within', { percent: `${question.tolerance * 100} %` })), work);
  }
  if (question.kind === 'choice' && !right) parts.unshift(answerLine(solution(question)));
  parts.push(h('p', {}, h('a', { href: places[question.slug] }, say('read_more'))));
  return parts;
}

/**
 * One question; `done` hears whether it was right and gives what stands below.
 * @param {any} question @param {string} heading @param {(right: boolean, given: string) => any} done
 */
function card(question, heading, done) {
  const after = h('div', { 'aria-live': 'polite' });
  const verdict = (/** @type {boolean} */ right, /** @type {string[]} */ notes, /** @type {string} */ given) => {
    if (easier) easier.remove();
    progress = answered(progress, question.id, right, Date.now());
    keep(kProgress, JSON.stringify(progress));
    after.replaceChildren(h('p', { class: `verdict ${right ? 'right' : 'missed'}` }, right ? `✓ ${say('right')}` : `✗ ${say('not_right')}`), ...explanation(question, notes, right), done(right, given));
    /** @type {HTMLElement | null} */ (after.querySelector('button.main'))?.focus({ preventScroll: true });
  };
  const form = question.kind === 'numeric' ? numberForm(question, verdict) : choiceForm(question, verdict);
  const easier = question.kind === 'numeric' && h('button', { type: 'button', id: 'easier', onclick: () => {
    const choices = choiceForm(asChoices(question, seeded(newSeed())), verdict);
    form.replaceWith(choices);
    easier.remove();
    choices.querySelector('input').focus();
  } }, say('easier'));
  if (easier) form.querySelector('.answer-line').append(easier);
  return h('section', { class: 'card', 'data-question': question.id, 'data-key': question.key }, h('p', { class: 'progress' }, heading), h('h2', { id: 'ask' }, question.ask[lang]), form, after);
}

function numberForm(/** @type {any} */ question, /** @type {(right: boolean, notes: string[], given: string) => void} */ verdict) {
  const problem = h('p', { class: 'problem', role: 'alert' });
  const field = h('input', { type: 'text', id: 'answer', inputmode: 'decimal', autocomplete: 'off', 'aria-describedby': 'ask' });
  const button = h('button', { class: 'main', type: 'submit' }, say('check'));
  return h('form', { onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const value = readAnswer(field.value, question.unit);
    problem.textContent = value === null ? say('needs_number') : '';
    if (value === null || button.disabled) return;
    button.disabled = true;
    field.disabled = true;
    const { right, mistake } = judge(question, value);
    verdict(right, mistake ? [MISTAKES[mistake.id][lang]] : [], /[A-Za-z%亿]$/.test(field.value.trim()) ? field.value.trim() : `${field.value.trim()} ${question.unit}`);
  } }, h('div', { class: 'answer-line' }, h('label', { class: 'field' }, say('in_unit', { what: say('your_answer'), unit: question.unit }), field), button), problem);
}

function choiceForm(/** @type {any} */ question, /** @type {(right: boolean, notes: string[], given: string) => void} */ verdict) {
  const labels = question.choices.map((/** @type {any} */ choice, /** @type {number} */ i) =>
    h('label', {}, h('input', { type: 'radio', name: 'choice', value: i, required: true }), h('span', {}, choice[lang])));
  const button = h('button', { class: 'main', type: 'submit' }, say('check'));
  const form = h('form', { onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    if (button.disabled) return;
    const chosen = Number(new FormData(form).get('choice'));
    for (const input of form.querySelectorAll('input')) input.disabled = true;
    button.disabled = true;
    question.choices.forEach((/** @type {any} */ choice, /** @type {number} */ i) => {
      if (choice.right) labels[i].classList.add('right');
      else if (i === chosen) labels[i].classList.add('missed');
    });
    const picked = question.choices[chosen];
    const reasons = question.choices.filter((/** @type {any} */ c) => !c.right && c !== picked).map((/** @type {any} */ c) => say('says', { what: c[lang], why: c.why[lang] }));
    verdict(picked.right, picked.right ? reasons : [say('says', { what: picked[lang], why: picked.why[lang] })], picked[lang]);
  } }, h('fieldset', { class: 'choices' }, h('legend', { class: 'away' }, question.ask[lang]), labels), h('div', {}, button));
  return form;
}

function home() {
  const { due, seen } = counts(progress, Date.now());
  show(
    h('div', { class: 'actions' }, h('button', { class: 'main', id: 'start-mock', type: 'button', onclick: () => mock(newSeed()) }, say('start_mock')), h('button', { id: 'start-practice', type: 'button', onclick: () => single() }, say('start_practice'))),
    h('p', { class: 'progress' }, seen ? say('due', { due, seen }) : ''),
    keeps() ? (seen ? h('button', { type: 'button', onclick: () => { progress = {}; keep(kProgress, null); home(); } }, say('forget')) : '') : h('p', { class: 'progress' }, say('not_kept')),
  );
}

function single(/** @type {string} */ last = '') {
  const random = seeded(newSeed());
  const question = questionFor(next(progress, kItems, Date.now(), random, last), random, known);
  const { due, seen } = counts(progress, Date.now());
  show(card(question, say('due', { due, seen }), () => h('div', { class: 'actions' }, h('button', { class: 'main', type: 'button', onclick: () => single(question.id) }, say('next_question')))));
}

function mock(/** @type {number} */ seed) {
  history.replaceState(null, '', `#mock=${seed}`);
  const questions = mockInterview(seed, known);
  /** @type {{right: boolean, given: string}[]} */
  const results = [];
  const ask = () => {
    const at = results.length;
    const question = questions[at];
    show(card(question, `${say('question_of', { at: at + 1, of: questions.length })} · ${say('seed', { seed })}`, (right, given) => {
      results.push({ right, given });
      const last = results.length === questions.length;
      return h('div', { class: 'actions' }, h('button', { class: 'main', type: 'button', id: 'go-on', onclick: last ? sheet : ask }, say(last ? 'finish' : 'next_question')));
    }));
  };
  const sheet = () => {
    const rows = questions.map((question, i) => h('tr', {}, h('td', {}, h('a', { href: places[question.slug] }, question.ask[lang]), h('p', {}, say('says', { what: say('yours'), why: results[i].given }), results[i].right ? '' : ` · ${say('says', { what: say('answer_is'), why: solution(question) })}`)), h('td', { class: `verdict ${results[i].right ? 'right' : 'missed'}` }, results[i].right ? `✓ ${say('right')}` : `✗ ${say('not_right')}`)));
    const copy = h('button', { type: 'button', onclick: async () => {
      await navigator.clipboard.writeText(location.href).catch(() => {});
      copy.textContent = say('copied');
    } }, say('copy'));
    show(
      h('h2', { id: 'score', tabindex: -1 }, say('score', { right: results.filter((one) => one.right).length, of: results.length })),
      h('div', { class: 'wide' }, h('table', { class: 'sheet' }, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, say('topic')), h('th', { scope: 'col' }, say('result')))), h('tbody', {}, rows))),
      h('p', {}, h('a', { href: `#mock=${seed}`, id: 'share' }, say('share')), ' ', copy),
      h('div', { class: 'actions' }, h('button', { class: 'main', type: 'button', onclick: () => mock(newSeed()) }, say('again')), h('button', { type: 'button', onclick: () => single() }, say('start_practice'))),
    );
    document.getElementById('score')?.focus();
  };
  ask();
}

function follow() {
  const seed = location.hash.match(/^#mock=(\d+)$/)?.[1];
  if (seed) mock(Number(seed));
  else home();
}

async function start() {
  try {
    module = await core();
  } catch (error) {
    console.error(error);
    show(h('p', { class: 'problem' }, say('failed')));
    return;
  }
  known = facts(module);
  follow();
  addEventListener('hashchange', follow);
}

start();
