// The wasm readers of traces and topologies answer byte for byte like the command line.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isTopology } from '../../web/element/lab_files.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const cli = process.env.VRAMSCOPE_CLI ?? join(root, 'build/dev/bin/vramscope');
const web = process.env.VRAMSCOPE_WEB ?? join(root, 'build/web');
const seeds = join(root, 'tests/fuzz/seeds');

let lab;
before(async () => {
  const load = (await import(pathToFileURL(join(web, 'bin/vramscope-lab.js')))).default;
  lab = await load({ wasmBinary: readFileSync(join(web, 'bin/vramscope-lab.wasm')) });
});

function native(...words) {
  try {
    return execFileSync(cli, [...words, '--json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trimEnd();
  } catch (error) {
    assert.equal(error.status, 2);
    return error.stdout.trimEnd();
  }
}

function trace(path, piece, lang) {
  const bytes = new Uint8Array(readFileSync(path));
  lab.trace_begin();
  lab.trace_open(path);
  for (let at = 0; at < bytes.length; at += piece) {
    const part = bytes.subarray(at, at + piece);
    lab.trace_room(part.length).set(part);
    lab.trace_feed(part.length);
  }
  return lab.trace_end(lang);
}

for (const name of readdirSync(join(seeds, 'trace_fuzz'))) {
  test(`trace ${name}`, () => {
    const path = join(seeds, 'trace_fuzz', name);
    for (const lang of ['en', 'zh']) {
      const expected = native('trace', path, '--lang', lang);
      for (const piece of [1 << 18, 7]) assert.equal(trace(path, piece, lang), expected);
    }
  });
}

for (const name of readdirSync(join(seeds, 'topo_fuzz'))) {
  test(`topology ${name}`, () => {
    const path = join(seeds, 'topo_fuzz', name);
    const text = readFileSync(path, 'utf8');
    assert.ok(isTopology(text), 'the page knows it');
    assert.equal(lab.topology(JSON.stringify({ lang: 'zh', text })), native('topo', path, '--lang', 'zh'));
  });
}

test('tools and words are there in both languages', () => {
  assert.ok(JSON.parse(lab.tools('zh')).some(({ id, commands }) => id === 'tf32' && commands));
  assert.notEqual(lab.word('table.tools', 'en'), lab.word('table.tools', 'zh'));
});

test('what is no topology is not taken for one', () => {
  for (const text of ['{"hidden_size": 4096}', 'GPU0 is hot', 'a\nb']) assert.ok(!isTopology(text), text);
});
