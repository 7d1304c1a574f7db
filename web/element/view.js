// The answer as DOM. Reads a reply and never computes: every figure and its text come from the core.
import { bar, onCard } from './bar.js';
import { amount, h } from './dom.js';
import { layers } from './layers.js';
import { roofline } from './roofline.js';
import { working } from './working.js';

/**
 * What the views need beside the reply.
 * @typedef {object} Context
 * @property {(id: string, holes?: Record<string, string | number>) => string} say
 * @property {(holder: any, name?: string) => string} text a figure of the reply in the chosen units
 * @property {'gib' | 'gb'} units
 * @property {string} view card | bar | table
 * @property {boolean} full with everything that a page of its own has room for
 * @property {() => any} inspect asks for the model's tree
 * @property {boolean} openLayers whether that is shown
 * @property {(open: boolean) => void} onLayers
 * @property {string} openTerm id of the term whose working is shown, or ''
 * @property {any[]} saved tensors that the activations are the sum of
 * @property {((patch: object) => void) | null} apply makes a change of the advice; none where the request is locked
 * @property {(term: string) => void} onOpen called when the reader opens or closes one
 */

/** A model from a file has no name of its own. */
const nameOf = (/** @type {any} */ model) => model.name || 'config.json';
const kMostAdvice = 6;
const kSigns = { fits: '✓', tight: '!', no: '✕' };

/** The result as one sentence: for the canvas's label, the live region and the page's title. */
export function sentence(/** @type {any} */ reply, /** @type {Context} */ { say, units }) {
  const result = reply.results[0];
  return say('sentence', { model: nameOf(reply.model), summary: result[`summary_${units}`] });
}

function verdict(/** @type {any} */ result) {
  return h(
    'span',
    { class: `verdict ${result.verdict}`, part: 'verdict' },
    h('span', {
      class: 'sign',
      'aria-hidden': 'true',
      'data-sign': kSigns[/** @type {'fits'} */ (result.verdict)],
    }),
    result.verdict_text,
  );
}

/** The verdict in figures: what is left or missing, and what would still fit. */
function outcome(/** @type {any} */ result, /** @type {Context} */ { say, text }) {
  const { max_context: context, min_gpus: gpus } = result.limits;
  const spare = text(result, 'spare').replace('−', ''); // "does not fit" says the sign
  if (result.verdict === 'no')
    return [
      say('missing', { bytes: spare }),
      gpus.guaranteed && say('at_least_gpus', { count: gpus.guaranteed_text }),
    ];
  if (result.verdict === 'tight') return [say('tight_hint')];
  return [
    say('spare', { bytes: spare }),
    context.guaranteed && say('up_to_context', { tokens: context.guaranteed_text }),
  ];
}

function headline(/** @type {any} */ reply, /** @type {Context} */ context) {
  const { say, text } = context;
  const result = reply.results[0];
  const ranged = result.device.high > result.device.low;
  const { weights, context: tokens, batch, engine, task, training } = reply.request;
  const trains = task === 'training';
  const sequences = trains ? training.micro_batch : batch;
  const job = [
    reply.model.parameters_short,
    trains ? say('training') : say(`format.${weights}`),
    `${sequences > 1 ? `${sequences} × ` : ''}${tokens} ${say('tokens')}`,
    engine !== 'ideal' && say(`engine.${engine}`),
  ];
  return h(
    'header',
    { class: 'headline', part: 'headline' },
    h(
      'p',
      { class: 'subject' },
      h('b', {}, nameOf(reply.model)),
      job.filter(Boolean).map((words) => ` · ${words}`),
    ),
    h(
      'p',
      { class: 'total' },
      h('strong', { part: 'value' }, amount(text(result.device))),
      ranged &&
        h('span', { class: 'range' }, `${text(result.device, 'low')} – ${text(result.device, 'high')}`),
      h(
        'span',
        { class: 'of' },
        say('of_card', { usable: text(result, 'usable'), card: result.device_name }),
      ),
    ),
    h(
      'p',
      { class: 'outcome' },
      verdict(result),
      outcome(result, context)
        .filter(Boolean)
        .map((words) => h('span', {}, words)),
    ),
  );
}

function termRows(/** @type {any} */ term, /** @type {Context} */ context) {
  const { say, text, openTerm, onOpen } = context;
  const key = onCard(term) ? term.id : `${term.id}-host`; // weights may lie in both places
  const open = key === openTerm;
  const id = `working-${key}`;
  const details = h(
    'tr',
    { class: 'details', id, hidden: !open },
    h('td', { colspan: 5 }, open && working(term, context)),
  );
  const toggle = () => {
    const opens = details.hidden;
    details.hidden = !opens;
    button.setAttribute('aria-expanded', String(opens));
    details.firstChild.replaceChildren(...(opens ? [working(term, context)] : []));
    onOpen(opens ? key : '');
  };
  const button = h(
    'button',
    {
      type: 'button',
      'aria-expanded': String(open),
      'aria-controls': id,
      'data-key': `term-${key}`,
      onclick: toggle,
    },
    h('span', { class: 'chip', 'data-term': term.id }),
    h('span', {}, term.label),
    h('span', { class: 'arrow', 'aria-hidden': 'true' }),
  );
  const row = h(
    'tr',
    { class: 'term', title: say(`term.${term.id}.hint`) },
    h('th', { scope: 'row' }, button),
    h('td', { class: 'number' }, amount(text(term))),
    h('td', { class: 'number share' }, term.share_text),
    h('td', { class: `exactness ${term.exactness}` }, say(`exactness.${term.exactness}`)),
    h('td', { class: 'how' }, term.working),
  );
  return [row, details];
}

/** A line of the table that sums others up. */
function sumRow(/** @type {string} */ name, /** @type {string} */ figure) {
  const cells = [h('th', { scope: 'row' }, name), h('td', { class: 'number' }, amount(figure)), h('td', { colspan: 3 })];
  return h('tr', {}, cells);
}

function table(/** @type {any} */ result, /** @type {Context} */ context) {
  const { say, text } = context;
  const terms = result.terms.filter((/** @type {any} */ term) => term.bytes > 0);
  const rows = (/** @type {any[]} */ list) => list.flatMap((term) => termRows(term, context));
  const host = terms.filter((/** @type {any} */ term) => !onCard(term));
  const heads = ['term', 'memory', 'share', 'exactness', 'how'].map((id) => h('th', { scope: 'col', class: id }, say(id)));
  const several = result.total_over_devices > result.device.bytes;
  return h(
    'table',
    { class: 'terms', part: 'table' },
    h('caption', { class: 'away' }, say('terms')),
    h('thead', {}, h('tr', {}, heads)),
    h('tbody', {}, rows(terms.filter(onCard))),
    h(
      'tbody',
      { class: 'sum' },
      sumRow(say('total'), text(result.device)),
      several && sumRow(say('all_cards'), text(result, 'total_over_devices')),
    ),
    host.length > 0 &&
      h('tbody', { class: 'host' }, h('tr', {}, h('th', { colspan: 5, scope: 'rowgroup' }, say('host'))), rows(host)),
  );
}

/** What an engine takes of the card at start, whatever the job needs. */
function claim(/** @type {any} */ claim, /** @type {Context} */ { say, text }) {
  if (!claim) return null;
  const { kv_tokens_text: tokens, max_concurrency_text: sequences } = claim;
  return h('p', { class: 'claim' }, say('claim', { budget: text(claim, 'budget'), kv: text(claim, 'kv'), tokens, sequences }));
}

function comparison(/** @type {any[]} */ results, /** @type {Context} */ context) {
  if (results.length < 2) return null;
  const { say, text } = context;
  const scale = Math.max(...results.flatMap((result) => [result.usable_bytes, result.device.high]));
  return h(
    'section',
    { class: 'compare', part: 'compare' },
    h('h2', {}, say('compare')),
    h(
      'ul',
      {},
      results.map((result, i) =>
        h(
          'li',
          {},
          h('span', { class: 'machine' }, result.device_name, i === 0 && h('small', {}, say('this_card'))),
          bar(result, context, scale),
          h('span', { class: 'number' }, amount(text(result.device))),
          verdict(result),
        ),
      ),
    ),
  );
}

/** Figures of speed with their ranges; its figures are the members of `speed` that have a text. */
function speed(/** @type {any} */ { speed: figures = {}, verdict: fit }, /** @type {Context} */ context) {
  const { say } = context;
  const list = Object.values(figures).filter((figure) => figure?.text);
  if (!list.length) return null;
  return h(
    'section',
    { class: 'speed', part: 'speed' },
    h('h2', {}, say('speed')),
    fit === 'no' && h('p', {}, say('speed_unfit')),
    h(
      'ul',
      {},
      list.map((figure) =>
        h(
          'li',
          {},
          h('span', { class: 'rule-name' }, figure.label),
          h('span', { class: 'number' }, amount(figure.text)),
          h('span', { class: 'ratio' }, figure.range_text),
        ),
      ),
    ),
    h('p', {}, figures.definition_text ?? figures.bound_text),
    roofline(figures.roofline, context),
  );
}

function rules(/** @type {any[]} */ list = [], /** @type {Context} */ context) {
  if (!list.length) return null;
  const { say, text } = context;
  return h(
    'section',
    { class: 'rules', part: 'rules' },
    h('h2', {}, say('rules')),
    h(
      'ul',
      {},
      list.map((rule) =>
        h(
          'li',
          {},
          h('span', { class: 'rule-name' }, rule.label),
          h('span', { class: 'number' }, amount(text(rule))),
          h('span', { class: 'ratio' }, rule.ratio_to_estimate > 0 && say('rule_ratio', { ratio: rule.ratio_text })),
          rule.note && h('p', {}, rule.note),
        ),
      ),
    ),
  );
}

/** Warnings of the link, the request and the first machine, as sentences. */
function warnings(/** @type {any} */ reply, /** @type {Context} */ { say }, /** @type {any[]} */ ofLink) {
  const list = [...ofLink, ...reply.warnings, ...reply.results[0].warnings];
  return (
    list.length > 0 &&
    h(
      'section',
      { class: 'notes', part: 'warnings' },
      h('h2', {}, say('warnings')),
      h(
        'ul',
        {},
        list.map((one) => h('li', {}, one.message)),
      ),
    )
  );
}

/** Errors as sentences, each with its field; `stale` when figures of an earlier answer stand below. */
export function errors(/** @type {any[]} */ list, /** @type {boolean} */ stale, /** @type {Context} */ { say }) {
  const item = (/** @type {any} */ one) => {
    const named = one.field && !one.message.includes(one.field);
    return h('li', {}, named && [h('code', {}, one.field), ' '], one.message);
  };
  return h(
    'section',
    { class: 'notes errors', part: 'errors', role: 'alert' },
    h('h2', {}, say('errors')),
    h('ul', {}, list.map(item)),
    stale && h('p', {}, say('stale')),
  );
}

/** What a sequence costs: for each token, and once. */
function cacheFacts(/** @type {any} */ { model, request }, /** @type {Context} */ { say, text }) {
  const facts = [
    model.kv_bytes_per_token > 0 && say('kv_a_token', { bytes: text(model, 'kv') }),
    model.fixed_state_bytes_per_sequence > 0 && say('fixed_a_sequence', { bytes: text(model, 'fixed') }),
  ].filter(Boolean);
  return request.task !== 'training' && facts.length > 0 && h('p', { class: 'facts', part: 'facts' }, facts.join(' · '));
}

/** What each card holds, where they differ. */
function ranks(/** @type {any[]} */ list = [], /** @type {Context} */ { say, text }) {
  if (list.length < 2) return null;
  const row = (/** @type {any} */ one) =>
    h('tr', {},
      h('th', { scope: 'row' }, one.device_name),
      h('td', { class: 'number' }, say('ranks.layers', { layers: one.layers })),
      h('td', { class: 'number' }, amount(text(one.device_bytes))),
      h('td', { class: 'number' }, say('of_usable', { bytes: text(one, 'usable') })));
  return h('section', { class: 'ranks', part: 'ranks' },
    h('h2', {}, say('ranks.title')), h('p', {}, say('ranks.hint')), h('table', { class: 'terms' }, h('tbody', {}, list.map(row))));
}

/** What would make the job fit, each a button that does it. */
function advice(/** @type {any[]} */ list = [], /** @type {Context} */ { say, text, apply }) {
  if (list.length === 0) return null;
  const line = (/** @type {any} */ one) => [
    h('b', {}, one.label),
    h('span', { class: 'saves' }, say('advice.saves', { bytes: text(one, 'saved') })),
    h('small', {}, one.cost),
    h('span', { class: `verdict ${one.verdict}` }, one.verdict_text),
  ];
  const item = (/** @type {any} */ one) =>
    h('li', {}, apply ? h('button', { type: 'button', onclick: () => apply(one.patch) }, line(one)) : h('div', {}, line(one)));
  return h('section', { class: 'advice', part: 'advice' },
    h('h2', {}, say('advice.title')), h('p', {}, say('advice.hint')), h('ul', {}, list.slice(0, kMostAdvice).map(item)));
}

/** Headline and bar: what stays in sight on a narrow screen. */
export function head(/** @type {any} */ reply, /** @type {Context} */ context) {
  return [headline(reply, context), context.view !== 'table' && bar(reply.results[0], context)];
}

/** Everything below the bar. */
export function body(/** @type {any} */ reply, /** @type {Context} */ context, /** @type {any[]} */ ofLink = []) {
  const result = reply.results[0];
  if (context.view === 'bar') return [legend(result, context), comparison(reply.results, context)];
  return [
    warnings(reply, context, ofLink),
    table(result, context),
    context.view === 'card' && cacheFacts(reply, context),
    context.view === 'card' && advice(result.advice, context),
    context.view === 'card' && ranks(result.per_rank, context),
    claim(result.claim, context),
    comparison(reply.results, context),
    context.view === 'card' && speed(result, context),
    context.view === 'card' && rules(result.rules, context),
    context.full && layers(context),
  ];
}

function legend(/** @type {any} */ result, /** @type {Context} */ { say, text }) {
  return h(
    'ul',
    { class: 'legend', part: 'legend' },
    result.terms
      .filter((/** @type {any} */ term) => onCard(term) && term.bytes > 0)
      .map((/** @type {any} */ term) =>
        h(
          'li',
          {},
          h('span', { class: 'chip', 'data-term': term.id }),
          term.label,
          ' ',
          h('b', {}, text(term)),
        ),
      ),
  );
}
