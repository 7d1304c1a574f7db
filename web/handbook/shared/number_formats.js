// Number formats by their layout: what a code is worth, what a value is stored as.
import { escape } from './derivation.js';
import { plain, scientific, three } from './format.js';
import { words } from './words.js';

/**
 * @typedef {object} NumberFormat
 * @property {string} id
 * @property {'float' | 'int' | 'levels'} kind
 * @property {number} exponent bits @property {number} fraction bits
 * @property {number} stored bits that an element takes in memory
 * @property {'ieee' | 'fn' | 'none'} [special] infinities and NaN as IEEE; NaN only, in the last code; neither
 */

// Sources: IEEE 754-2019; Kalamkar et al. 2019 (bf16); Micikevicius et al. 2022, arXiv:2209.05433 (fp8);
// OCP MX 1.0 (fp4); Dettmers et al. 2023, arXiv:2305.14314 (nf4).
/** @type {NumberFormat[]} */
export const NUMBER_FORMATS = [
  { id: 'fp32', kind: 'float', exponent: 8, fraction: 23, stored: 32, special: 'ieee' },
  { id: 'tf32', kind: 'float', exponent: 8, fraction: 10, stored: 32, special: 'ieee' },
  { id: 'bf16', kind: 'float', exponent: 8, fraction: 7, stored: 16, special: 'ieee' },
  { id: 'fp16', kind: 'float', exponent: 5, fraction: 10, stored: 16, special: 'ieee' },
  { id: 'e4m3', kind: 'float', exponent: 4, fraction: 3, stored: 8, special: 'fn' },
  { id: 'e5m2', kind: 'float', exponent: 5, fraction: 2, stored: 8, special: 'ieee' },
  { id: 'fp4', kind: 'float', exponent: 2, fraction: 1, stored: 4, special: 'none' },
  { id: 'nf4', kind: 'levels', exponent: 0, fraction: 0, stored: 4 },
  { id: 'int8', kind: 'int', exponent: 0, fraction: 0, stored: 8 },
  { id: 'int4', kind: 'int', exponent: 0, fraction: 0, stored: 4 },
];

// The levels of nf4, from the paper's appendix.
export const NF4 = [-1, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453, -0.28444138169288635,
  -0.18477343022823334, -0.09105003625154495, 0, 0.07958029955625534, 0.16093020141124725, 0.24611230194568634,
  0.33791524171829224, 0.44070982933044434, 0.5626170039176941, 0.7229568362236023, 1];

export const find = (/** @type {string} */ id) => /** @type {NumberFormat} */ (NUMBER_FORMATS.find((f) => f.id === id));
/** Bits of a code: sign, exponent and fraction; TF32 has 19 of them in 32 bits of memory. */
export const width = (/** @type {NumberFormat} */ f) => (f.kind === 'float' ? 1 + f.exponent + f.fraction : f.stored);
const bias = (/** @type {NumberFormat} */ f) => 2 ** (f.exponent - 1) - 1;

/** What a code is worth. @param {NumberFormat} f @param {number} code */
export function decode(f, code) {
  if (f.kind === 'levels') return NF4[code];
  const sign = code >= 2 ** (width(f) - 1) ? -1 : 1;
  if (f.kind === 'int') return sign < 0 ? code - 2 ** f.stored : code;
  const rest = sign < 0 ? code - 2 ** (width(f) - 1) : code;
  const exponent = Math.floor(rest / 2 ** f.fraction);
  const fraction = rest - exponent * 2 ** f.fraction;
  const last = 2 ** f.exponent - 1;
  if (exponent === last && f.special === 'ieee') return fraction ? NaN : sign * Infinity;
  if (exponent === last && f.special === 'fn' && fraction === 2 ** f.fraction - 1) return NaN;
  if (exponent === 0) return sign * fraction * 2 ** (1 - bias(f) - f.fraction);
  return sign * (1 + fraction / 2 ** f.fraction) * 2 ** (exponent - bias(f));
}

/** Largest finite value. @param {NumberFormat} f */
export function largest(f) {
  if (f.kind === 'levels') return 1;
  if (f.kind === 'int') return 2 ** (f.stored - 1) - 1;
  // the last code that is a number: below infinity, below the one NaN, or simply the last
  const top = 2 ** (width(f) - 1);
  return decode(f, f.special === 'ieee' ? top - 2 ** f.fraction - 1 : f.special === 'fn' ? top - 2 : top - 1);
}
export const smallestNormal = (/** @type {NumberFormat} */ f) => 2 ** (1 - bias(f));
export const smallestSubnormal = (/** @type {NumberFormat} */ f) => 2 ** (1 - bias(f) - f.fraction);
export const stepAtOne = (/** @type {NumberFormat} */ f) => 2 ** -f.fraction;

function halfEven(/** @type {number} */ value) {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** The code a value is stored as: nearest, ties to even. fp8 E4M3, fp4 and integers stop at their largest. @param {NumberFormat} f @param {number} value */
export function encode(f, value) {
  const top = 2 ** (width(f) - 1);
  if (f.kind === 'levels') {
    const far = NF4.map((level) => Math.abs(level - value));
    return far.indexOf(Math.min(...far));
  }
  if (Number.isNaN(value)) return f.special === 'ieee' ? top - 2 ** f.fraction + 2 ** (f.fraction - 1) : f.special === 'fn' ? top - 1 : 0;
  if (f.kind === 'int') {
    const whole = Math.max(-top, Math.min(top - 1, halfEven(value)));
    return whole < 0 ? whole + 2 * top : whole;
  }
  const negative = value < 0 || Object.is(value, -0) ? top : 0;
  const size = Math.abs(value);
  const max = largest(f);
  let exponent = size ? Math.floor(Math.log2(size)) : 1 - bias(f);
  if (size && 2 ** exponent > size) exponent -= 1; // log2 may round up
  if (size && 2 ** (exponent + 1) <= size) exponent += 1;
  exponent = Math.max(Math.min(exponent, 1023), 1 - bias(f));
  const steps = halfEven(size / 2 ** (exponent - f.fraction));
  if (steps * 2 ** (exponent - f.fraction) > max || size === Infinity) {
    if (f.special === 'ieee') return negative + top - 2 ** f.fraction;
    return negative + (f.special === 'fn' ? top - 2 : top - 1);
  }
  if (steps < 2 ** f.fraction) return negative + steps; // subnormal
  const carried = steps === 2 ** (f.fraction + 1);
  const field = (carried ? exponent + 1 : exponent) + bias(f);
  return negative + field * 2 ** f.fraction + (carried ? 0 : steps - 2 ** f.fraction);
}

/** What f.<format>.<field> stands for in the texts. @param {string} id @param {string} field @returns {number} */
export function formatFact(id, field) {
  const f = find(id);
  if (field === 'bits') return width(f);
  if (field === 'bytes') return f.stored / 8;
  if (field === 'max') return largest(f);
  if (field === 'normal') return smallestNormal(f);
  if (field === 'subnormal') return smallestSubnormal(f);
  if (field === 'step') return stepAtOne(f);
  if (field === 'half') return stepAtOne(f) / 2;
  throw new Error(`f.${id}.${field}`);
}

const short = (/** @type {number} */ value) => (value > 1e6 || value < 1e-3 ? scientific(value) : value % 1 ? three(value) : plain(value));

/** The table of layouts and limits. @param {'en' | 'zh'} lang */
export function formatTable(lang) {
  const say = words(lang);
  const head = ['format', 'layout', 'stored_as', 'largest', 'smallest', 'tiniest', 'step'].map((w) => `<th scope="col">${say(w)}</th>`);
  const rows = NUMBER_FORMATS.map((f) => {
    const float = f.kind === 'float';
    const layout = float ? `1-${f.exponent}-${f.fraction}` : f.kind === 'int' ? say('integer') : say('code');
    const cells = [layout, `${f.stored} bit`, short(largest(f)), ...(float ? [smallestNormal(f), smallestSubnormal(f), stepAtOne(f)].map(short) : ['', '', ''])];
    return `<tr><th scope="row">${f.id}</th>${cells.map((c) => `<td class="right">${escape(c)}</td>`).join('')}</tr>`;
  });
  return `<div class="wide"><table class="formats"><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
