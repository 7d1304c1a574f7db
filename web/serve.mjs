// Serves build/web/site on this machine, after one estimate through the built wasm.
// Options: see web/serve. --check runs the estimate only.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const site = join(root, 'build/web/site');
const { values: options } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8080' },
    once: { type: 'boolean' },
    check: { type: 'boolean' },
  },
});
const ONCE_QUIET_MS = 3000; // --once: one visit; over when nothing was asked for so long
const TYPES = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm', '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png',
  '.ttf': 'font/ttf', '.txt': 'text/plain; charset=utf-8', '.webmanifest': 'application/manifest+json',
};

async function printOneEstimate() {
  const names = JSON.parse(readFileSync(join(site, 'site.json'), 'utf8'));
  const load = (await import(pathToFileURL(join(site, names['vramscope-core.js'])))).default;
  const core = await load({ wasmBinary: readFileSync(join(site, names['vramscope-core.wasm'])) });
  const request = { v: 1, model: 'llama-3.1-8b', weights: 'q4_k_m', context: 8192, engine: 'llama.cpp', gpu: 'rtx-4090' };
  const reply = JSON.parse(core.answer(JSON.stringify(request)));
  if (!reply.ok) throw new Error(`the built module answered ${JSON.stringify(reply.errors)}`);
  const [result] = reply.results;
  const gib = (bytes) => `${(bytes / 2 ** 30).toFixed(2)} GiB`.padStart(10);
  console.log(`vramscope ${reply.version}: ${request.model}, ${request.weights}, ${request.context} tokens, ${request.gpu}`);
  for (const term of result.terms) console.log(`  ${term.id.padEnd(18)}${gib(term.bytes)}  ${term.formula ?? ''}`);
  console.log(`  ${'device'.padEnd(18)}${gib(result.device.bytes)}  ${result.verdict}, of ${gib(result.usable_bytes).trim()}`);
}

function respond(request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  let path = '';
  try {
    path = join(site, normalize(decodeURIComponent(pathname)));
  } catch {
    // a malformed % sequence: not found
  }
  if (path.startsWith(site + sep) && existsSync(path) && statSync(path).isDirectory()) path = join(path, 'index.html');
  if (!path.startsWith(site + sep) || !existsSync(path)) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
    return;
  }
  response.writeHead(200, {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'content-length': statSync(path).size,
    'cache-control': path.startsWith(join(site, 'assets')) ? 'max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  if (request.method === 'HEAD') response.end();
  else createReadStream(path).pipe(response);
}

function listen(server, port, tries = 50) {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if (error.code === 'EADDRINUSE' && tries > 0) resolve(listen(server, port + 1, tries - 1));
      else reject(error);
    });
    server.listen(port, options.host, () => resolve(server.address().port));
  });
}

await printOneEstimate();
if (!options.check) {
  const server = createServer(respond);
  const port = await listen(server, Number(options.port));
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  console.log(`Ready: http://${host}:${port}/`);
  if (options.once) {
    const stop = () => { server.close(); server.closeAllConnections(); };
    let timer = setTimeout(stop, ONCE_QUIET_MS);
    server.on('request', () => { clearTimeout(timer); timer = setTimeout(stop, ONCE_QUIET_MS); });
  }
}
