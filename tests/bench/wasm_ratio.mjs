// The JSON door in WebAssembly against the same door in the native library, in one run:
//   node tests/bench/wasm_ratio.mjs [ROUNDS]        budget: 2.5 times native
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const bench = process.env.VRAMSCOPE_BENCH ?? join(root, 'build/bench/bin/core_bench');
const bin = join(process.env.VRAMSCOPE_WEB ?? join(root, 'build/web'), 'bin');
const rounds = Number(process.argv[2] ?? 9);
const kCalls = 4000;
const request = JSON.stringify({ engine: 'llama.cpp' }); // as the bench asks

const { default: load } = await import(pathToFileURL(join(bin, 'vramscope-core.js')));
const module = await load({ wasmBinary: readFileSync(join(bin, 'vramscope-core.wasm')) });

/** Microseconds a call in the wasm module. */
function wasm() {
  const start = process.hrtime.bigint();
  for (let i = 0; i < kCalls; ++i) module.answer(request);
  return Number(process.hrtime.bigint() - start) / 1000 / kCalls;
}

/** Microseconds a call in the native library: the bench program's own figure, without pipes. */
function native() {
  const run = spawnSync(bench, ['--benchmark_filter=JsonDoor', '--benchmark_min_time=0.2', '--benchmark_format=json'], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${bench}: ${run.stderr}`);
  return JSON.parse(run.stdout).benchmarks[0].real_time / 1000;
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
wasm();
const pairs = Array.from({ length: rounds }, () => [wasm(), native()]);
const w = median(pairs.map((p) => p[0]));
const n = median(pairs.map((p) => p[1]));
console.log(`wasm ${w.toFixed(1)} us, native ${n.toFixed(1)} us a call: ${(w / n).toFixed(2)} times`);
