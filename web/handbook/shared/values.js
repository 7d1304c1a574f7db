// Looks up what a text refers to: r.<request>.<what>, w.<working>, c.<constant>, g.<card>.<field>,
// f.<number format>.<field>.
import { evaluate, names, parse } from './expression.js';
import { formatFact } from './number_formats.js';

/**
 * @typedef {object} Book what the texts refer to
 * @property {Record<string, any>} requests documents by id
 * @property {Record<string, any>} workings {expr, with, format} by id
 * @property {Record<string, {value: number, format: string}>} constants
 * @property {Record<string, any>} gpus rows of the catalogue by id
 * @property {(request: any) => any} answer the core
 */

const kCardUnits = /** @type {Record<string, number>} */ ({ bandwidth_gb_s: 1e9, nvlink_gb_s: 1e9, memory_gib: 2 ** 30, smi_mib: 2 ** 20 });
const kTerms = new Set('weights kv_cache recurrent_state activations logits gradients optimizer_state adapter comm_buffers workspace runtime_overhead'.split(' '));

export const kStates = ['weights', 'gradients', 'optimizer_state'];
/** What some terms take together, on one card. @param {any} result @param {string[]} ids */
export function sumOf(result, ids) {
  return ids.reduce((sum, id) => sum + bytesOf(result, id), 0);
}

/** A term on the card: its row, or where it is not alive at the peak, the most it takes in any phase. @param {any} result @param {string} id */
function bytesOf(result, id) {
  const row = result.terms.find((/** @type {any} */ one) => one.id === id && one.place !== 'host');
  if (row) return row.bytes;
  const seen = (result.phases ?? []).flatMap((/** @type {any} */ phase) => phase.terms.filter((/** @type {any} */ one) => one.id === id).map((/** @type {any} */ one) => one.bytes));
  return Math.max(0, ...seen);
}

/** Short names of the things one asks a reply for; everything else is a path. @param {any} reply @param {string} path */
export function inReply(reply, path) {
  if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(reply.errors)}`);
  const [result] = reply.results;
  const [head, tail, which] = path.split('.');
  if (head === 'model') return reply.model[tail];
  if (head === 'params') return reply.model.parameters;
  if (head === 'active') return reply.model.active_parameters;
  if (head === 'kv_token') return reply.model.kv_bytes_per_token;
  if (kTerms.has(head)) {
    if (!tail) return bytesOf(result, head); // a term that is not there takes nothing
    const term = result.terms.find((/** @type {any} */ one) => one.id === head && one.place !== 'host');
    return term.symbols.find((/** @type {any} */ one) => one.symbol === tail).value;
  }
  if (['device', 'allocated', 'reserved'].includes(head)) return result[head][tail ?? 'bytes'];
  if (head === 'speed') return result.speed[tail]?.[which ?? 'value'];
  if (head === 'states') return sumOf(result, kStates);
  if (head === 'usable') return result.usable_bytes;
  if (head === 'spare') return result.spare_bytes;
  if (head === 'over') return -result.spare_bytes;
  if (head === 'total') return result.total_over_devices;
  if (head === 'phase') return result.phases.find((/** @type {any} */ one) => one.id === tail).allocated.bytes;
  if (head.startsWith('rule_')) return result.rules.find((/** @type {any} */ one) => one.id === head)[tail === 'ratio' ? 'ratio_to_estimate' : 'bytes'];
  if (head.startsWith('utilisation_')) return result.utilisation.find((/** @type {any} */ one) => one.id === head).value;
  if (head in result.limits) return result.limits[head][tail ?? 'guaranteed'];
  throw new Error(`nothing is called ${path} in a reply`);
}

/** The names that r., w., c. and g. stand for, with a memory for what was asked. */
export class Values {
  /** @param {Book} book @param {Record<string, number>} [given] inputs that replace a working's own, as "working.input" */
  constructor(book, given = {}) {
    this.book = book;
    this.given = given;
    /** @type {Map<string, any>} */
    this.replies = new Map();
  }

  /** @param {string} id */
  reply(id) {
    if (!this.replies.has(id)) {
      const request = this.book.requests[id];
      if (!request) throw new Error(`no request ${id}`);
      this.replies.set(id, this.book.answer({ v: 1, ...request }));
    }
    return this.replies.get(id);
  }

  /** The inputs of a working, as numbers. @param {string} id @returns {Record<string, number>} */
  inputs(id) {
    const working = this.book.workings[id];
    if (!working) throw new Error(`no working ${id}`);
    /** @type {Record<string, number>} */
    const values = {};
    for (const name of names(parse(working.expr))) {
      const given = this.given[`${id}.${name}`];
      const input = working.with?.[name];
      if (input === undefined) throw new Error(`${id}: no input ${name}`);
      values[name] = given ?? this.input(input);
    }
    return values;
  }

  /** @param {number | string | {value?: number, from?: string}} input */
  input(input) {
    if (typeof input === 'number') return input;
    if (typeof input === 'string') return this.get(input);
    return input.from ? this.get(input.from) : /** @type {number} */ (input.value);
  }

  /** @param {string} path @returns {number} */
  get(path) {
    const [kind, id, ...rest] = path.split('.');
    if (kind === 'r') return this.number(path, inReply(this.reply(id), rest.join('.')));
    if (kind === 'w') return this.number(path, evaluate(parse(this.book.workings[id]?.expr ?? ''), this.inputs(id)));
    if (kind === 'c') return this.number(path, this.book.constants[id]?.value);
    if (kind === 'g') {
      // ids of cards have no dots; the field's unit is in its name
      const value = this.book.gpus[id]?.[rest[0]];
      return this.number(path, value * (kCardUnits[rest[0]] ?? (rest[0].endsWith('tflops') || rest[0].endsWith('tops') ? 1e12 : 1)));
    }
    if (kind === 'f') return this.number(path, formatFact(id, rest[0]));
    throw new Error(`${path}: begins with none of r. w. c. g. f.`);
  }

  /** @param {string} path @param {any} value */
  number(path, value) {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`${path} is no number: ${value}`);
    return value;
  }
}
