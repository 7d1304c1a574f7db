// The wasm file reader answers byte for byte like the command line's `inspect --json`.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const cli = process.env.VRAMSCOPE_CLI ?? join(root, 'build/dev/bin/vramscope');
const web = process.env.VRAMSCOPE_WEB ?? join(root, 'build/web');
const seeds = join(root, 'tests/fuzz/seeds');

let reader;
before(async () => {
  const load = (await import(pathToFileURL(join(web, 'bin/vramscope-files.js')))).default;
  reader = await load({ wasmBinary: readFileSync(join(web, 'bin/vramscope-files.wasm')) });
});

function read(path, first, lang = 'en') {
  const bytes = readFileSync(path);
  const files = [{ name: path, size: statSync(path).size, bytes: Math.min(first, bytes.length) }];
  return reader.read_files(JSON.stringify({ lang, files }), new Uint8Array(bytes.subarray(0, first)));
}

for (const kind of ['gguf', 'safetensors', 'index']) {
  for (const name of readdirSync(join(seeds, `${kind}_fuzz`))) {
    test(`${kind} ${name}`, () => {
      const path = join(seeds, `${kind}_fuzz`, name);
      let native;
      try {
        native = execFileSync(cli, ['inspect', path, '--json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      } catch (error) {
        assert.equal(error.status, 2);
        native = error.stdout;
      }
      const ours = JSON.parse(read(path, 1 << 20));
      if (ours.ok) assert.equal(read(path, 1 << 20), native.trimEnd());
      else assert.deepEqual(ours.errors, JSON.parse(native).errors);
    });
  }
}

test('the reader asks for more until it has the header', () => {
  const path = join(seeds, 'gguf_fuzz/v3.gguf');
  const { needs } = JSON.parse(read(path, 64));
  assert.equal(needs[0].name, path);
  assert.ok(needs[0].bytes > 64 && needs[0].bytes <= statSync(path).size);
});
