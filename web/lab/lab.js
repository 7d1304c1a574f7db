// The utilisation lab: reads profiler traces and topologies in a module of its own and shows the
// answer as plain DOM. Fetched when the first of them comes. Every word and figure is the module's.
import { h } from '../element/dom.js';

/**
 * @typedef {object} LabModule
 * @property {() => void} trace_begin
 * @property {(file: string) => void} trace_open
 * @property {(size: number) => Uint8Array} trace_room
 * @property {(size: number) => void} trace_feed
 * @property {(lang: string) => string} trace_end
 * @property {(document: string) => string} topology
 * @property {(lang: string) => string} tools
 * @property {(id: string, lang: string) => string} word
 */

/** @typedef {{title: string, head: string[], rows: string[][], right: number[]}} LabTable */

// build_site.mjs writes the hashed name here.
const kModuleUrl = new URL('{{vramscope-lab.js}}', import.meta.url);
const kMegabyte = 1e6;
const kStrip = ['compute', 'overlap', 'exposed', 'memory'];
const kLegend = [
  ['compute', 'legend_compute'],
  ['overlap', 'legend_overlap'],
  ['exposed', 'legend_communication'],
  ['memory', 'legend_memory'],
  ['idle', 'legend_idle'],
];

/** @type {Promise<LabModule> | undefined} */
let shared;
const lab = () => (shared ??= import(kModuleUrl.href).then((loaded) => loaded.default()));

/** @param {Blob} file */
async function isPacked(file) {
  const [a, b] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return a === 0x1f && b === 0x8b;
}

/**
 * Reads traces, of one rank each, piece by piece.
 * @param {File[]} files
 * @param {'en' | 'zh'} lang
 * @param {(text: string) => void} [progress] called now and then
 */
export async function readTraces(files, lang, progress) {
  const module = await lab();
  module.trace_begin();
  for (const file of files) {
    module.trace_open(file.name);
    /** @type {ReadableStream<Uint8Array>} */
    let stream = file.stream();
    if (await isPacked(file)) stream = stream.pipeThrough(/** @type {any} */ (new DecompressionStream('gzip')));
    const reader = stream.getReader();
    const said = module.word('web.reading', lang).replace('{file}', file.name);
    for (let bytes = 0, told = 0; ; ) {
      // A packed file that was cut off ends with an error; what came before it counts.
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (done || !value) break;
      module.trace_room(value.length).set(value);
      module.trace_feed(value.length);
      bytes += value.length;
      if (bytes - told > 32 * kMegabyte) {
        told = bytes;
        progress?.(said.replace('{bytes}', String(Math.round(bytes / kMegabyte))));
      }
    }
  }
  return JSON.parse(module.trace_end(lang));
}

/** Reads the text of `nvidia-smi topo -m` and the like. */
export async function readTopology(/** @type {string} */ text, /** @type {object} */ workload, /** @type {'en' | 'zh'} */ lang) {
  return JSON.parse((await lab()).topology(JSON.stringify({ lang, text, workload })));
}

/** One table. A table of links colours its cells. @param {LabTable} table */
function tableView(table, /** @type {boolean} */ links) {
  const cell = (/** @type {string} */ tag, /** @type {string} */ text, /** @type {number} */ i) =>
    h(tag, { class: table.right.includes(i) ? 'right' : null, 'data-link': links ? text.replace(/\d+$/, '') : null, title: text.length > 40 ? text : null }, text);
  return h(
    'section',
    {},
    h('h3', {}, table.title),
    h(
      'div',
      { class: 'scroll' },
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, table.head.map((text, i) => cell('th', text, i)))),
        h('tbody', {}, table.rows.map((row) => h('tr', {}, row.map((text, i) => cell(i === 0 ? 'th' : 'td', text, i))))),
      ),
    ),
  );
}

/** The timeline of one rank: a column a piece, filled from below. */
function stripView(/** @type {any} */ rank, /** @type {(id: string) => string} */ word, /** @type {boolean} */ named) {
  const { strip } = rank;
  const columns = strip.compute.map((/** @type {number} */ _, /** @type {number} */ i) =>
    h('i', { style: Object.fromEntries(kStrip.map((name) => [`--${name}`, strip[name][i]])) }),
  );
  return h('figure', {}, named && h('figcaption', {}, String(rank.rank ?? rank.file)), h('div', { class: 'strip', role: 'img', 'aria-label': word('table.ranks') }, columns));
}

const problems = (/** @type {any[]} */ list) =>
  list?.length > 0 && h('ul', { class: 'problems' }, list.map(({ field, message }) => h('li', {}, field && !message.includes(field) ? `${field}: ${message}` : message)));

/** What the tools of the trade show, with lines to copy. */
export async function toolsView(/** @type {'en' | 'zh'} */ lang) {
  const module = await lab();
  const rows = JSON.parse(module.tools(lang));
  return h(
    'section',
    {},
    h('h3', {}, module.word('table.tools', lang)),
    rows.map((/** @type {any} */ row) => h('details', {}, h('summary', {}, row.id), h('p', {}, row.text), h('pre', {}, row.commands))),
  );
}

/** A reply as DOM. */
export async function labView(/** @type {any} */ reply, /** @type {'en' | 'zh'} */ lang) {
  const module = await lab();
  const word = (/** @type {string} */ id) => module.word(id, lang);
  if (!reply.ok) return h('div', { class: 'lab', part: 'lab' }, problems(reply.errors));
  const strips = (reply.ranks ?? []).filter((/** @type {any} */ rank) => rank.strip);
  const own = (reply.ranks ?? []).flatMap((/** @type {any} */ rank) => rank.warnings);
  return h(
    'div',
    { class: 'lab', part: 'lab' },
    reply.sentences.map((/** @type {string} */ text) => h('p', {}, text)),
    strips.length > 0 && h('p', { class: 'legend' }, kLegend.map(([name, id]) => h('span', { 'data-kind': name }, word(`web.${id}`)))),
    strips.map((/** @type {any} */ rank) => stripView(rank, word, strips.length > 1)),
    problems([...reply.warnings, ...own]),
    reply.tables.map((/** @type {LabTable} */ table, /** @type {number} */ i) => tableView(table, reply.kind === 'topo' && i === 0)),
    await toolsView(lang),
  );
}

export const kStyle = `
.lab { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; padding: 1rem; }
.lab > * { min-inline-size: 0; }
.lab p { margin: 0; }
.lab h3 { margin: 0.5rem 0 0.25rem; font-size: 0.9rem; }
.lab .scroll { overflow-x: auto; }
.lab table { border-collapse: collapse; font-size: 0.8rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.lab th, .lab td { padding: 0.15rem 0.5rem; text-align: start; font-weight: normal; max-inline-size: 28rem; overflow: hidden; text-overflow: ellipsis; }
.lab thead th { opacity: 0.7; }
.lab .right { text-align: end; }
.lab [data-link=NV], .lab [data-link=XGMI] { color: #2f9e44; font-weight: 600; }
.lab [data-link=NODE], .lab [data-link=SYS] { color: #d9480f; }
.lab .strip { display: flex; block-size: 3rem; background: color-mix(in srgb, currentColor 12%, transparent); }
.lab figure { margin: 0; }
.lab .strip i { --a: calc(var(--compute) * 100% - var(--overlap) * 100%); --b: calc(var(--compute) * 100%); --c: calc(var(--b) + var(--exposed) * 100%); --d: calc(var(--c) + var(--memory) * 100%);
  flex: 1; background: linear-gradient(to top, #1c7ed6 var(--a), #7048e8 0 var(--b), #e8590c 0 var(--c), #f59f00 0 var(--d), transparent 0); }
.lab .legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; font-size: 0.8rem; }
.lab .legend span::before { content: ''; display: inline-block; inline-size: 0.7em; block-size: 0.7em; margin-inline-end: 0.35em; background: var(--k, currentColor); }
.lab [data-kind=compute] { --k: #1c7ed6; } .lab [data-kind=overlap] { --k: #7048e8; } .lab [data-kind=exposed] { --k: #e8590c; }
.lab [data-kind=memory] { --k: #f59f00; } .lab [data-kind=idle] { --k: color-mix(in srgb, currentColor 12%, transparent); }
.lab pre { overflow-x: auto; user-select: all; font-size: 0.8rem; }
.lab .problems { margin: 0; padding-inline-start: 1.2rem; font-size: 0.85rem; }
`;
