// The wasm module answers byte for byte like the command line: on every golden request and on
// 1,000 random ones, a tenth of them malformed. Same seed, same requests, every time.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { randomRequests } from './random_requests.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const cli = process.env.VRAMSCOPE_CLI ?? join(root, 'build/dev/bin/vramscope');
const web = process.env.VRAMSCOPE_WEB ?? join(root, 'build/web');
const kSeed = 20261130;
const kRandom = 1000;
const kBatch = 100;

let core;
before(async () => {
  const load = (await import(pathToFileURL(join(web, 'bin/vramscope-core.js')))).default;
  core = await load({ wasmBinary: readFileSync(join(web, 'bin/vramscope-core.wasm')) });
});

/** The command line's replies to JSON Lines. It ends with 2 when a line was bad: that is an answer too. */
function nativeReplies(lines) {
  let out;
  try {
    out = execFileSync(cli, ['estimate', '--lines'], {
      input: lines.join('\n') + '\n',
      maxBuffer: 1 << 30,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  } catch (error) {
    if (error.status !== 2) throw error;
    out = error.stdout;
  }
  const replies = out.split('\n');
  assert.equal(replies.pop(), '');
  assert.equal(replies.length, lines.length, 'one reply a line');
  return replies;
}

function same(lines) {
  const replies = nativeReplies(lines);
  let bad = 0;
  lines.forEach((line, i) => {
    assert.equal(core.answer(line), replies[i], `replies differ for ${line}`);
    if (!JSON.parse(replies[i]).ok) ++bad;
  });
  return bad;
}

const golden = join(root, 'tests/golden');
const cases = existsSync(golden)
  ? readdirSync(golden)
      .filter((name) => existsSync(join(golden, name, 'request.json')))
      .sort()
  : [];
for (const name of cases) {
  test(`golden ${name}: wasm = native`, () => {
    const request = JSON.stringify(JSON.parse(readFileSync(join(golden, name, 'request.json'), 'utf8')));
    same([request]);
  });
}

for (let first = 0; first < kRandom; first += kBatch) {
  test(`random requests ${first} to ${first + kBatch - 1}: wasm = native`, () => {
    const bad = same(randomRequests(core, kSeed + first, kBatch));
    assert.ok(
      bad > 0 && bad < 0.6 * kBatch,
      `${bad} of ${kBatch} were refused: the generator should mostly ask sensibly`,
    );
  });
}
