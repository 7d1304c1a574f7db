// Serves the built site and opens it in Chromium as a reader would: real input events, own profile,
// and a record of everything that must not happen (console errors, requests to other origins).
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const web = process.env.VRAMSCOPE_WEB ?? join(root, 'build/web');
const site = join(web, 'site');
const shots = join(web, 'screenshots');
const cli = process.env.VRAMSCOPE_CLI ?? join(root, 'build/dev/bin/vramscope');
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
};
const QUIET = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
];
const SOFTWARE_GL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const BROWSERS = [process.env.CHROME, '/usr/bin/chromium', '/usr/bin/google-chrome'];

/** The built site on a port of its own; `pages` are served beside it. */
export function serve(pages = {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname in pages)
      return response.writeHead(200, { 'content-type': TYPES[extname(pathname)] }).end(pages[pathname]);
    const path = join(site, normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    if (!path.startsWith(site + sep) || !existsSync(path)) return response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
      .end(readFileSync(path));
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

/**
 * @param {{webgl?: boolean, pages?: Record<string, string | Buffer>}} [options] `pages` are served beside the site
 */
export async function openBrowser({ webgl = true, pages = {} } = {}) {
  const server = await serve(pages);
  const origin = `http://127.0.0.1:${server.address().port}`;
  const browser = await chromium.launch({
    executablePath: BROWSERS.find((path) => path && existsSync(path)),
    args: [...QUIET, ...(webgl ? SOFTWARE_GL : ['--disable-gpu', '--disable-3d-apis'])],
  });
  mkdirSync(shots, { recursive: true });
  return {
    origin,
    /** A page in a context of its own, with `page.complaints` and `page.result()`. */
    async open(path = '/', options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: 'en-GB',
        ...options,
      });
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
      const page = await context.newPage();
      watch(page, origin);
      await page.goto(path === 'about:blank' ? path : origin + path);
      return page;
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

function watch(page, origin) {
  const complaints = [];
  page.complaints = complaints;
  page.loaded = []; // addresses that were asked for
  page.on('request', (request) => page.loaded.push(request.url()));
  page.on('console', (message) => {
    if (
      ['error', 'warning'].includes(message.type()) &&
      !/GPU stall due to ReadPixels|Automatic fallback to software WebGL/.test(message.text())
    )
      complaints.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
      complaints.push(`foreign request: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    // A request that the browser itself drops, because the reader moved on to another page, is no fault of the site;
    // an address that is missing or refused comes as a status or as another error.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  /** The reply that the element on the page shows, once it is ready. */
  page.result = async (selector = 'vram-scope') => {
    await page.waitForSelector(selector, { state: 'attached' });
    return page.evaluate(async (wanted) => {
      const element = document.querySelector(wanted);
      await element.ready;
      return element.result;
    }, selector);
  };
  page.save = (name) => page.screenshot({ path: join(shots, `${name}.png`) });
}

/** What the command line answers. */
export function native(request) {
  const out = execFileSync(cli, ['estimate', '--lines'], {
    input: JSON.stringify({ v: 1, ...request }) + '\n',
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return JSON.parse(out);
}

/** A small GGUF file: the header of two layers, 2,176 parameters. */
export const kGgufFile = join(root, 'tests/fuzz/seeds/gguf_fuzz/v3.gguf');
export const kGgufParameters = 2176;

/** The public figures of Llama 3.1 8B, as its config.json has them. */
export const kConfig = {
  architectures: ['LlamaForCausalLM'],
  attention_bias: false,
  attention_dropout: 0.0,
  bos_token_id: 128000,
  eos_token_id: 128001,
  hidden_act: 'silu',
  hidden_size: 4096,
  initializer_range: 0.02,
  intermediate_size: 14336,
  max_position_embeddings: 131072,
  mlp_bias: false,
  model_type: 'llama',
  num_attention_heads: 32,
  num_hidden_layers: 32,
  num_key_value_heads: 8,
  pretraining_tp: 1,
  rms_norm_eps: 1e-5,
  rope_theta: 500000.0,
  tie_word_embeddings: false,
  torch_dtype: 'bfloat16',
  rope_scaling: {
    factor: 8.0,
    low_freq_factor: 1.0,
    high_freq_factor: 4.0,
    original_max_position_embeddings: 8192,
    rope_type: 'llama3',
  },
  transformers_version: '4.43.0.dev0',
  use_cache: true,
  vocab_size: 128256,
};

/** That config.json as a file. */
export function configFile() {
  return textFile('config.json', JSON.stringify(kConfig));
}

/** accelerate's answer to its own questions, with sharding over eight cards. */
export const kPlanText = `compute_environment: LOCAL_MACHINE
debug: false
distributed_type: FSDP
fsdp_config:
  fsdp_activation_checkpointing: true
  fsdp_sharding_strategy: FULL_SHARD
mixed_precision: bf16
num_processes: 8
`;

/** A file of this text in a folder of its own. */
export function textFile(name, text) {
  const path = join(mkdtempSync(join(tmpdir(), 'vramscope-')), name);
  writeFileSync(path, text);
  return path;
}

/** Drops a file as the browser's own input events do. */
export async function dropFile(page, x, y, path) {
  const protocol = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) await protocol.send('Input.dispatchDragEvent', { type, x, y, data });
}
