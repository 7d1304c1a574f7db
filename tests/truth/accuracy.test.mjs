// Our estimates against published measurements: each set of rows keeps the limits that sets.json
// promises, and each row that misses says why. ACCURACY=1 prints the rows.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inRange, judgeSets, percentile, readResult } from '../../web/accuracy/measured.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const cli = process.env.VRAMSCOPE_CLI ?? resolve(here, '../../build/dev/bin/vramscope');

function answerAll(documents) {
  const input = documents.join('\n');
  let output;
  try {
    output = execFileSync(cli, ['estimate', '--lines'], { input, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'ignore'] });
  } catch (failed) {
    output = failed.stdout; // exit 2: a line was refused; the row's test says which
  }
  return output.split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

const round = (x) => Math.round(x * 100) / 100;
const sets = await judgeSets(join(here, 'measurements'), answerAll);

for (const set of sets) {
  const s = set.statistics;
  test(`${set.id}: ${s.rows} rows`, (t) => {
    assert.ok(s.rows > 0, 'a set without rows');
    for (const row of set.rows) assert.equal(row.problem, undefined, `${row.place} ${row.id}: ${row.problem}`);
    t.diagnostic(`${set.id}: median ${round(s.median_percent)} %, p95 ${round(s.p95_percent)} %, covered ${round(100 * s.covered)} %, width ${round(s.median_width_percent)} %`);
    if (process.env.ACCURACY) {
      for (const row of set.rows) {
        const [value, low, high] = [row.value, row.low, row.high].map((x) => round(x / row.scale));
        t.diagnostic(`  ${row.covered ? ' ' : '!'} ${row.id}: measured ${row.measured} ${row.unit}, ours ${value} (${low} to ${high}), ${round(row.error)} %`);
      }
    }
    for (const limit of ['median_percent', 'p95_percent', 'median_width_percent']) {
      if (set[limit] !== undefined) assert.ok(s[limit] <= set[limit], `${limit} is ${round(s[limit])}, promised ${set[limit]}`);
    }
    if (set.covered !== undefined) assert.ok(s.covered >= set.covered, `covered is ${round(s.covered)}, promised ${set.covered}`);
    for (const row of set.rows.filter((r) => inRange(r) && !r.covered)) assert.ok(row.cause, `${row.place} ${row.id} lies outside its range (${round(row.error)} %) and says no cause`);
    for (const row of set.rows) assert.ok(row.source && row.level, `${row.place} ${row.id}: source and level`);
  });
}

test('how rows are read', () => {
  const term = (id, place, bytes) => ({ id, place, bytes, low: bytes - 1, high: bytes + 1 });
  const result = {
    terms: [term('weights', 'allocated', 10), term('weights', 'host', 3), term('kv_cache', 'allocated', 5)],
    allocated: { bytes: 15, low: 13, high: 17 },
    per_rank: [{ device_bytes: 1 }, { device_bytes: 9, terms: [term('kv_cache', 'allocated', 2)] }],
    speed: { decode_tok_s: { value: 4, low: 3, high: 5 } },
  };
  assert.deepEqual(readResult(result, 'allocated'), { value: 15, low: 13, high: 17 });
  assert.deepEqual(readResult(result, 'term:weights'), { value: 10, low: 9, high: 11 });
  assert.deepEqual(readResult(result, 'term:weights@host'), { value: 3, low: 2, high: 4 });
  assert.deepEqual(readResult(result, 'speed.decode_tok_s'), { value: 4, low: 3, high: 5 });
  assert.equal(readResult(result, 'rank:1:device_bytes').value, 9);
  assert.equal(readResult(result, 'rank:1:term:kv_cache').value, 2);
  assert.equal(readResult(result, 'nothing.there'), null);
  assert.equal(percentile([5, 1, 3], 0.5), 3);
  assert.equal(percentile([1, 2, 3, 4], 0.95), 4);
});
