// The JSON door in WebAssembly against the same door in the native command line, in one run:
//   node tests/bench/wasm_ratio.mjs [ROUNDS]        budget: 2.5 times native
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const cli = process.env.VRAMSCOPE_CLI ?? join(root, 'build/bench/bin/vramscope');
const bin = join(process.env.VRAMSCOPE_WEB ?? join(root, 'build/web'), 'bin');
const rounds = Number(process.argv[2] ?? 9);
const kCalls = 4000;
const request = JSON.stringify({ engine: 'llama.cpp', explain: 'text' });

const { default: load } = await import(pathToFileURL(join(bin, 'vramscope-core.js')));
const module = await load({ wasmBinary: readFileSync(join(bin, 'vramscope-core.wasm')) });

/** Microseconds a call in the wasm module. */
function wasm() {
  const start = process.hrtime.bigint();
  for (let i = 0; i < kCalls; ++i) module.answer(request);
  return Number(process.hrtime.bigint() - start) / 1000 / kCalls;
}

/** Microseconds a line of the command line, its start taken off by a run of one line. */
function native() {
  const time = (lines) => {
    const start = process.hrtime.bigint();
    const run = spawnSync(cli, ['estimate', '--lines'], { input: `${request}\n`.repeat(lines), maxBuffer: 1 << 30 });
    if (run.status !== 0) throw new Error(`${cli}: ${run.stderr}`);
    return Number(process.hrtime.bigint() - start) / 1000;
  };
  return (time(kCalls) - time(1)) / (kCalls - 1);
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
wasm();
const pairs = Array.from({ length: rounds }, () => [wasm(), native()]);
const w = median(pairs.map((p) => p[0]));
const n = median(pairs.map((p) => p[1]));
console.log(`wasm ${w.toFixed(1)} us, native ${n.toFixed(1)} us a call: ${(w / n).toFixed(2)} times`);
