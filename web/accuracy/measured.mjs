// Published measurements against our estimates: reads the rows of tests/truth/measurements, asks the
// estimator each row's request and says how far off it was. The test and the page "How accurate is
// this?" both use this one.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Units of bytes, and the share that a per cent is; any other unit is the number's own. */
const BYTES = { '%': 0.01, B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, kB: 1e3, MB: 1e6, GB: 1e9 };
export const bytesOf = (unit) => BYTES[unit] ?? 1;

/** All sets with their rows, in the order of the files *sets.json. A row of an unknown set is an error. */
export function readSets(folder) {
  const names = readdirSync(folder).filter((file) => file.endsWith('sets.json')).sort();
  const sets = names.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))).map((set) => ({ ...set, rows: [] }));
  const known = new Map(sets.map((set) => [set.id, set]));
  const seen = new Set();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.jsonl')).sort()) {
    readFileSync(join(folder, name), 'utf8').split('\n').forEach((line, at) => {
      if (!line.trim()) return;
      const row = JSON.parse(line);
      if (!known.has(row.set)) throw new Error(`${name}:${at + 1}: no set ${row.set} in sets.json`);
      if (seen.has(row.id)) throw new Error(`${name}:${at + 1}: ${row.id} stands there twice`);
      seen.add(row.id);
      known.get(row.set).rows.push({ ...row, place: `${name}:${at + 1}` });
    });
  }
  return sets;
}

const sum = (levels) => levels.reduce((a, b) => ({ value: a.value + b.value, low: a.low + b.low, high: a.high + b.high }), { value: 0, low: 0, high: 0 });

/** A level, range or plain number as {value, low, high}; null for anything else. */
function level(node) {
  if (typeof node === 'number') return { value: node, low: node, high: node };
  const value = node?.bytes ?? node?.value;
  return typeof value === 'number' ? { value, low: node.low ?? value, high: node.high ?? value } : null;
}

/** Sum of a term's rows: `id`, `id@host`; a term beside the device's own memory only when its place is named. */
function terms(list, wanted) {
  const [id, place] = wanted.split('@');
  const rows = list.filter((term) => term.id === id && (place ? term.place === place : term.place !== 'host'));
  return rows.length ? sum(rows.map(level)) : null;
}

/** What `read` means in a result: a level, `term:…`, `rank:N:…` or a path to a number. */
export function readResult(result, read) {
  const [kind, ...rest] = read.split(':');
  if (kind === 'rank') return readResult({ ...result, ...result.per_rank?.[Number(rest[0])] }, rest.slice(1).join(':'));
  if (kind === 'term') return terms(result.terms, rest.join(':'));
  if (kind === 'sum') return sum(rest.join(':').split('+').map((part) => readResult(result, part.replace('.', ':')) ?? { value: 0, low: 0, high: 0 }));
  return level(read.split('.').reduce((node, key) => node?.[key], result));
}

/** One row with what we say to it: {value, low, high} in bytes or the row's unit, error in per cent. */
export function judge(row, reply) {
  if (!reply.ok) return { ...row, problem: reply.errors.map((e) => `${e.field}: ${e.message}`).join('; ') };
  const found = readResult(reply.results[0], row.read);
  if (!found) return { ...row, problem: `no ${row.read} in the reply` };
  const scale = bytesOf(row.unit);
  const measured = row.measured * scale;
  return {
    ...row, ...found, scale,
    error: 100 * (found.value / measured - 1),
    width: found.value > 0 ? (200 * (found.high - found.low)) / (found.high + found.low) : 0,
    covered: found.low <= measured * 1.0005 && measured * 0.9995 <= found.high, // what the source rounded off
  };
}

/** The value below which `share` of the sorted list lies (nearest rank). */
export function percentile(list, share) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted.length ? sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] : 0;
}

/** Rows that count: those of low confidence are shown only; those whose level or inputs the source leaves open test the range. */
export const inRange = (row) => row.confidence !== 'low';
export const inError = (row) => inRange(row) && row.counts !== 'range';

export function statistics(judged) {
  const exact = judged.filter((row) => !row.problem && inError(row));
  const ranged = judged.filter((row) => !row.problem && inRange(row));
  const errors = exact.map((row) => Math.abs(row.error));
  return {
    rows: judged.length, in_error: exact.length, in_range: ranged.length,
    median_percent: percentile(errors, 0.5), p95_percent: percentile(errors, 0.95), largest_percent: Math.max(0, ...errors),
    covered: ranged.length ? ranged.filter((row) => row.covered).length / ranged.length : 1,
    median_width_percent: percentile(ranged.map((row) => row.width), 0.5),
  };
}

/** Every set judged. `answerAll` takes request documents and gives reply objects, in order. */
export async function judgeSets(folder, answerAll) {
  const sets = readSets(folder);
  const rows = sets.flatMap((set) => set.rows);
  const replies = await answerAll(rows.map((row) => JSON.stringify({ v: 1, explain: 'none', ...row.request })));
  const byId = new Map(rows.map((row, i) => [row.id, judge(row, replies[i])]));
  return sets.map((set) => {
    const judged = set.rows.map((row) => byId.get(row.id));
    return { ...set, rows: judged, statistics: statistics(judged) };
  });
}
