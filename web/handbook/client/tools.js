// The tools page: unit converter, bit viewer, ZeRO picture.
import { h } from '../../element/dom.js';
import { core } from '../../element/module.js';
import { scientific, three, plain } from '../shared/format.js';
import { NUMBER_FORMATS, decode, encode, width } from '../shared/number_formats.js';
import { stageRequests, stageSvg } from '../shared/stages.js';
import { inAll, read } from '../shared/units.js';
import { words } from '../shared/words.js';
import { control } from './sliders.js';
import { lang } from './handbook.js';

const say = words(lang);
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const shown = (/** @type {number} */ value) => {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (value === 0) return Object.is(value, -0) ? '−0' : '0';
  if (size >= 1e15 || size < 1e-4) return scientific(value);
  return size >= 1000 || Number.isInteger(value) ? plain(value) : String(Number(value.toPrecision(7)));
};

function converter() {
  const list = h('dl', { class: 'converted', 'aria-live': 'polite' });
  const note = h('p', { class: 'progress' });
  const field = h('input', { type: 'text', id: 'quantity', value: '7B', autocomplete: 'off', spellcheck: 'false', oninput: convert });
  function convert() {
    const quantity = read(field.value);
    note.textContent = quantity ? say(`quantity_${quantity.kind}`) : say('not_understood');
    list.replaceChildren(...(quantity ? inAll(quantity).flatMap(([unit, value]) => [h('dt', {}, unit), h('dd', {}, Math.abs(value) >= 1e-3 && Math.abs(value) < 1e15 ? plain(Number(value.toPrecision(10))) : value ? scientific(value) : '0')]) : []));
  }
  byId('converter').replaceChildren(h('label', { class: 'field' }, say('value'), field), note, list);
  convert();
}

function bitViewer() {
  const rows = NUMBER_FORMATS.map((format) => {
    const cells = h('div', { class: 'cells', role: 'group', 'aria-label': format.id });
    const out = h('output', {});
    return { format, cells, out, code: 0, row: h('div', { class: 'bit-row' }, h('h3', {}, format.id, out), cells) };
  });
  let wanted = 3.14159;
  const field = h('input', { type: 'text', id: 'bit-value', inputmode: 'decimal', value: String(wanted), autocomplete: 'off', oninput: () => {
    const value = Number(field.value.replace(/^−/, '-'));
    if (field.value.trim() === '' || Number.isNaN(value)) return;
    wanted = value;
    for (const one of rows) draw(one, encode(one.format, wanted));
  } });
  /** @param {any} one @param {number} code */
  function draw(one, code) {
    const { format, cells, out } = one;
    const bits = width(format);
    const focused = [...cells.children].indexOf(/** @type {any} */ (document.activeElement));
    one.code = code;
    cells.replaceChildren(...Array.from({ length: bits }, (_, i) => {
      const place = bits - 1 - i;
      const on = Math.floor(code / 2 ** place) % 2 === 1;
      const part = format.kind === 'float' ? (i === 0 ? 'sign' : i <= format.exponent ? 'exponent' : 'fraction') : format.kind === 'int' && i === 0 ? 'sign' : 'code';
      const name = part === 'code' && format.kind === 'int' ? 'integer' : part;
      return h('button', { type: 'button', class: `bit ${part}`, 'aria-pressed': String(on), 'aria-label': `${say(name)} ${place}`, onclick: () => {
        wanted = decode(format, on ? code - 2 ** place : code + 2 ** place);
        if (Number.isFinite(wanted)) field.value = String(wanted);
        for (const other of rows) draw(other, other === one ? (on ? code - 2 ** place : code + 2 ** place) : encode(other.format, wanted));
        /** @type {HTMLElement} */ (cells.children[i]).focus();
      } }, on ? '1' : '0');
    }));
    if (focused >= 0) /** @type {HTMLElement} */ (cells.children[focused])?.focus();
    const value = decode(format, code);
    const error = wanted && Number.isFinite(value) && Number.isFinite(wanted) ? Math.abs(value / wanted - 1) : 0;
    out.textContent = `${shown(value)}${error ? ` (${say('rel_error')} ${error < 0.001 ? scientific(error) : `${three(error * 100)} %`})` : ''}`;
  }
  const key = h('p', { class: 'key' }, ['sign', 'exponent', 'fraction'].map((part) => h('span', {}, h('i', { class: part }), say(part))));
  byId('bit-view').replaceChildren(h('label', { class: 'field' }, say('value'), field), key, ...rows.map((one) => one.row));
  for (const one of rows) draw(one, encode(one.format, wanted));
}

async function zeroPicture() {
  const picture = /** @type {HTMLElement} */ (document.querySelector('#zero-view .picture'));
  const inputs = /** @type {HTMLElement} */ (document.querySelector('#zero-view .inputs'));
  let model = 'llama-1-7b';
  let cards = 8;
  const module = await core();
  const rows = module.catalogue('models');
  const models = rows.map((row) => row.id);
  const names = Object.fromEntries(rows.map((row) => [row.id, row.name]));
  function draw() {
    picture.innerHTML = stageSvg(stageRequests(model, cards).map((ask) => module.answer({ v: 1, ...ask, lang })), lang);
  }
  const counts = [1, 2, 4, 8, 16, 24, 32, 64, 128, 256, 512, 1024];
  inputs.replaceChildren(
    control({ label: say('model'), values: models, value: model, select: true, text: (id) => names[id], changed: (value) => { model = value; draw(); } }),
    control({ label: say('gpus'), values: counts, value: cards, text: String, changed: (value) => { cards = value; draw(); } }),
  );
}

converter();
bitViewer();
zeroPicture();
