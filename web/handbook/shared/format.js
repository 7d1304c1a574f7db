// How the handbook writes numbers. Bytes follow the core's rules (a test compares them with the core's own
// texts); the rest are units that no reply has: rates, times, operations.

/** @typedef {'en' | 'zh'} Lang */

const kBinary = /** @type {[string, number][]} */ ([['TiB', 2 ** 40], ['GiB', 2 ** 30], ['MiB', 2 ** 20], ['KiB', 1024], ['B', 1]]);
const kDecimal = /** @type {[string, number][]} */ ([['TB', 1e12], ['GB', 1e9], ['MB', 1e6], ['KB', 1e3], ['B', 1]]);

/** A fixed number of decimals with thousands separators, rounded half up. */
export function fixed(/** @type {number} */ value, decimals = 0) {
  const scale = 10 ** decimals;
  const [whole, part] = (Math.floor(Math.abs(value) * scale + 0.5) / scale).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return (value < 0 ? '−' : '') + grouped + (part ? `.${part}` : '');
}

/** Three significant digits, no fewer than the whole part has. */
export function three(/** @type {number} */ value) {
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size < 0.00995) return scientific(value);
  if (size < 0.995) return fixed(value, 3);
  return fixed(value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
}

/** As many digits as the number has: 0.45, 32,000. */
export function plain(/** @type {number} */ value) {
  if (Number.isInteger(value)) return fixed(value);
  const text = fixed(value, 6).replace(/0+$/, '').replace(/\.$/, '');
  return text === '0' ? scientific(value) : text;
}

const kRaised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** 7.23 × 10²³ */
export function scientific(/** @type {number} */ value) {
  const [digits, exponent] = value.toExponential(2).split('e');
  const raised = [...exponent.replace('+', '')].map((c) => (c === '-' ? '⁻' : kRaised[Number(c)])).join('');
  return `${digits} × 10${raised}`;
}

function bytes(/** @type {number} */ value, /** @type {[string, number][]} */ units) {
  const [name, size] = units.find((unit) => Math.abs(value) >= unit[1]) ?? units[units.length - 1];
  return `${fixed(value / size, size === 1 ? 0 : size >= 1e9 ? 2 : 1)} ${name}`;
}

/** 6.74 B, 4.19 M */
export function short(/** @type {number} */ value) {
  for (const [name, size] of /** @type {[string, number][]} */ ([[' T', 1e12], [' B', 1e9], [' M', 1e6], ['k', 1e3]])) {
    if (Math.abs(value) >= size) return three(value / size) + name;
  }
  return fixed(value);
}

function time(/** @type {number} */ seconds, /** @type {Lang} */ lang) {
  const zh = lang === 'zh';
  if (seconds >= 2 * 86400) return `${three(seconds / 86400)} ${zh ? '天' : 'days'}`;
  if (seconds >= 600) return `${three(seconds / 60)} ${zh ? '分钟' : 'min'}`;
  if (seconds >= 1) return `${three(seconds)} s`;
  return seconds >= 1e-3 ? `${three(seconds * 1e3)} ms` : `${three(seconds * 1e6)} µs`;
}

/** @type {Record<string, (value: number, lang: Lang) => string>} */
export const FORMATS = {
  gib: (v) => bytes(v, kBinary),
  gb: (v) => bytes(v, kDecimal),
  gib3: (v) => `${fixed(v / 2 ** 30, 3)} GiB`, // when the reader expects this unit
  b: (v) => `${fixed(v)} B`, // whole bytes
  bpp: (v) => `${plain(v)} B`, // bytes of one thing: 2.03125 B
  bit: (v) => `${Number.isInteger(v) ? fixed(v) : fixed(v, 3)} bit`,
  int: (v) => fixed(v),
  num: (v) => plain(v),
  n: (v) => three(v),
  n1: (v) => fixed(v, 1),
  n2: (v) => fixed(v, 2),
  n3: (v) => fixed(v, 3),
  x: (v, lang) => (lang === 'zh' ? `${three(v)} 倍` : `${three(v)}×`),
  pct: (v) => `${fixed(v * 100, 1)} %`,
  pct2: (v) => `${fixed(v * 100, 2)} %`,
  short: (v) => short(v),
  yi: (v) => `${plain(Math.round(v / 1e6) / 100)} 亿`,
  tokens: (v, lang) => `${fixed(v)} ${lang === 'zh' ? 'token' : 'tokens'}`,
  cards: (v, lang) => (lang === 'zh' ? `${fixed(v)} 张卡` : `${fixed(v)} cards`),
  toks: (v) => `${three(v)} token/s`,
  tflops: (v) => `${plain(v / 1e12)} TFLOPS`,
  tflop: (v) => `${three(v / 1e12)} TFLOP`,
  gflop: (v) => `${three(v / 1e9)} GFLOP`,
  flop: (v) => `${scientific(v)} FLOP`,
  sci: (v) => scientific(v),
  gbs: (v) => (v >= 1e12 ? `${three(v / 1e12)} TB/s` : `${three(v / 1e9)} GB/s`),
  gbit: (v) => `${fixed(v / 1e9)} Gb`,
  gbits: (v) => `${plain(v / 1e9)} Gb/s`,
  time: (v, lang) => time(v, lang),
  s: (v) => `${three(v)} s`,
  hours: (v, lang) => (lang === 'zh' ? `${v >= 1e4 ? `${three(v / 1e4)} 万` : fixed(v)}卡时` : `${short(v)} GPU hours`),
  usd: (v) => `$${three(v)}`,
};

/** @param {number} value @param {string} format @param {Lang} lang */
export function write(value, format, lang) {
  const how = FORMATS[format];
  if (!how) throw new Error(`no number format ${format}`);
  if (!Number.isFinite(value)) throw new Error(`not a number: ${value} as ${format}`);
  return how(value, lang);
}
