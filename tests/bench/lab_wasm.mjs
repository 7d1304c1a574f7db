// The wasm trace reader on a file: megabytes a second, and how far its memory grew.
//   tests/bench/make_trace.py 1000 big.json && node tests/bench/lab_wasm.mjs big.json
import { createReadStream, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const bin = join(process.env.VRAMSCOPE_WEB ?? join(root, 'build/web'), 'bin');
const { default: load } = await import(join(bin, 'vramscope-lab.js'));
const module = await load({ wasmBinary: readFileSync(join(bin, 'vramscope-lab.wasm')) });

let bytes = 0;
let spent = 0;
let memory = 0;
module.trace_begin();
module.trace_open(process.argv[2]);
for await (const chunk of createReadStream(process.argv[2], { highWaterMark: 1 << 18 })) {
  const start = performance.now();
  const room = module.trace_room(chunk.length);
  room.set(chunk);
  module.trace_feed(chunk.length);
  spent += performance.now() - start;
  bytes += chunk.length;
  memory = Math.max(memory, room.buffer.byteLength);
}
const start = performance.now();
const reply = JSON.parse(module.trace_end('en'));
spent += performance.now() - start;
module.trace_begin();
memory = Math.max(memory, module.trace_room(1).buffer.byteLength);
console.log(reply.sentences.join('\n'));
console.log(`${(bytes / 1e6 / (spent / 1e3)).toFixed(0)} MB/s, ${(memory / 1e6).toFixed(0)} MB of memory`);
