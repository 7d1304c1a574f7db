// Makes the workings of a chapter live: sliders for their inputs, the core for what a request answers.
import { core } from '../../element/module.js';
import { h, typeset } from '../../element/dom.js';
import { INPUTS, changed, current, offered } from '../shared/movable.js';
import { write } from '../shared/format.js';
import { colon, expressionWorking, replyWorking } from '../shared/derivation.js';
import { WORDS, words } from '../shared/words.js';
import { control } from './sliders.js';
import { lang } from './handbook.js';

const say = words(lang);
const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}');

/** A number as an option shows it: 8,192, or an id as it is. */
const optionText = (/** @type {any} */ value) => (typeof value === 'number' ? write(value, 'int', lang) : (data.names?.[value] ?? (WORDS[value] ? say(value) : String(value))));

function liveRequest(/** @type {HTMLElement} */ figure, /** @type {any} */ entry) {
  let ask = structuredClone(entry.ask);
  const lines = /** @type {HTMLElement} */ (figure.querySelector('.lines'));
  const link = /** @type {HTMLAnchorElement} */ (figure.querySelector('a.open'));
  const rootUrl = link.href.split('#')[0];
  async function answer() {
    try {
      const module = await core();
      lines.innerHTML = replyWorking(module.answer({ v: 1, ...ask, lang }), entry, lang);
      link.href = `${rootUrl}#${module.encode_link({ v: 1, requests: [{ v: 1, ...ask, lang }], view: {} })}`;
    } catch (error) {
      console.error(error);
      lines.prepend(h('p', { class: 'problem', role: 'status' }, say('failed')));
    }
  }
  const controls = entry.sliders.map((/** @type {string} */ id) => {
    const { kind } = INPUTS[id];
    const defaults = /** @type {Record<string, any>} */ ({ batch: 1, micro_batch: 1, accumulation: 1, chunks: 1, tensor: 1, gpus: 1, zero: 0, weights: 'as-stored', kv: 'auto', precision: 'mixed-bf16', optimizer: 'adamw', recompute: 'none', attention: 'flash' });
    const now = current(ask, id) ?? defaults[id];
    return control({
      label: say(id), values: offered(id, now), value: now, select: kind === 'select', text: optionText,
      changed: (value) => {
        ask = changed(ask, id, value);
        answer();
      },
    });
  });
  figure.prepend(h('div', { class: 'inputs' }, controls));
}

function liveExpression(/** @type {HTMLElement} */ figure, /** @type {any} */ working) {
  const now = structuredClone(working);
  const lines = h('div', { class: 'lines' });
  lines.innerHTML = expressionWorking(now, lang);
  const controls = Object.entries(now.inputs).filter(([, input]) => input.values).map(([name, input]) => {
    const values = input.values.includes(input.value) ? input.values : [...input.values, input.value].sort((a, b) => a - b);
    return control({
      label: [...typeset(name), `${colon(lang)}${input.label[lang === 'zh' ? 1 : 0]}`], values, value: input.value,
      text: (value) => write(value, input.format, lang),
      changed: (value) => {
        input.value = value;
        const open = lines.querySelector('details')?.open;
        lines.innerHTML = expressionWorking(now, lang);
        if (open) lines.querySelector('details')?.setAttribute('open', '');
      },
    });
  });
  if (!controls.length) return;
  figure.replaceChildren(h('div', { class: 'inputs' }, controls), lines);
}

for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.work'))) {
  const { request, working } = figure.dataset;
  if (request && data.requests[request].sliders) liveRequest(figure, data.requests[request]);
  if (working) liveExpression(figure, data.workings[working]);
}
// The sliders pushed the question that the address names; put it back.
if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
document.body.dataset.live = 'yes';
