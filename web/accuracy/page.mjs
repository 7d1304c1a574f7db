// The page "How accurate is this?": every row of tests/truth/measurements as it was measured and as
// we estimate it, a plot and a table a set, in both languages.
//   node web/accuracy/page.mjs BUILD_DIR   ->  BUILD_DIR/pages/{en,zh}/accuracy.html
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bytesOf, inError, inRange, judgeSets } from './measured.mjs';
import { scatter } from './scatter.mjs';
import { escape, fill } from '../page_text.mjs';
import { WORDS } from './words.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const build = resolve(process.argv[2] ?? join(here, '../../build/web'));

const percent = (x) => `${x.toFixed(Math.abs(x) < 10 ? 2 : 1)} %`;
const signed = (x) => `${x < 0 ? '−' : '+'}${percent(Math.abs(x))}`;

/** A figure in the row's own unit, four digits. */
function figure(value, unit) {
  const own = value / bytesOf(unit);
  return own.toLocaleString('en-US', Number.isInteger(own) ? {} : { maximumSignificantDigits: 5 });
}

function rowOf(row, words) {
  const cells = [
    `<td class="id">${escape(row.id)}${inRange(row) ? '' : ` <small>${words.low}</small>`}</td>`,
    `<td>${figure(row.measured * row.scale, row.unit)}</td>`,
    `<td>${figure(row.value, row.unit)}</td>`,
    `<td class="range">${figure(row.low, row.unit)} – ${figure(row.high, row.unit)}</td>`,
    `<td class="${row.covered ? 'in' : 'out'}">${signed(row.error)}${row.covered ? '' : ` <small>${words.outside}</small>`}</td>`,
    `<td class="unit">${escape(row.unit)}</td>`,
    `<td class="source">${escape(row.source)}${[row.note, row.cause].filter(Boolean).map((text) => `<br><small>${escape(text)}</small>`).join('')}</td>`,
  ];
  return `<tr>${cells.join('')}</tr>`;
}

function section(set, lang) {
  const words = WORDS[lang];
  const s = set.statistics;
  const title = lang === 'zh' ? set.title_zh ?? set.title : set.title;
  const lines = [
    [words.median, s.in_error ? percent(s.median_percent) : '–', set.median_percent],
    [words.p95, s.in_error ? percent(s.p95_percent) : '–', set.p95_percent],
    [words.covered, percent(100 * s.covered), set.covered === undefined ? undefined : 100 * set.covered],
    [words.width, percent(s.median_width_percent), set.median_width_percent],
  ];
  const facts = lines.map(([name, value, limit]) => `<div><dt>${name}</dt><dd>${value}${limit === undefined ? '' : ` <small>${fill(words.limit, { limit })}</small>`}</dd></div>`);
  const head = [words.row, words.measured, words.ours, words.range, words.error, words.unit, words.source].map((h) => `<th scope="col">${h}</th>`);
  return `<section id="${set.id}"><h2><a href="#${set.id}">${escape(title)}</a> <small>${fill(words.rows, { n: s.rows, counted: set.rows.filter(inError).length })}</small></h2>
<div class="two"><dl>${facts.join('')}</dl>${scatter(set.rows.filter((row) => inRange(row) && !row.problem), words)}</div>
<details><summary>${words.table}</summary><div class="scroll"><table><thead><tr>${head.join('')}</tr></thead><tbody>${set.rows.map((row) => rowOf(row, words)).join('\n')}</tbody></table></div></details></section>`;
}

function page(sets, lang, version) {
  const words = WORDS[lang];
  const all = sets.flatMap((set) => set.rows);
  const ranged = all.filter(inRange);
  const misses = ranged.filter((row) => !row.covered);
  const contents = sets.map((set) => `<tr><th scope="row"><a href="#${set.id}">${escape(lang === 'zh' ? set.title_zh ?? set.title : set.title)}</a></th><td>${set.statistics.rows}</td><td>${set.statistics.in_error ? percent(set.statistics.median_percent) : '–'}</td><td>${set.statistics.in_error ? percent(set.statistics.p95_percent) : '–'}</td><td>${percent(100 * set.statistics.covered)}</td></tr>`);
  return `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-Hans' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title} – vramscope</title>
<meta name="description" content="${words.description}">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="../favicon.svg">
<link rel="stylesheet" href="{{accuracy.css}}">
</head>
<body>
<header><span><a class="home" href="../">vramscope</a><a href="./handbook/">${words.handbook}</a></span><a href="../${lang === 'zh' ? 'en' : 'zh'}/accuracy.html" hreflang="${lang === 'zh' ? 'en' : 'zh-Hans'}">${words.other}</a></header>
<main>
<h1>${words.title}</h1>
<p class="lead">${fill(words.lead, { rows: all.length, covered: percent((100 * (ranged.length - misses.length)) / Math.max(1, ranged.length)) })}</p>
<p>${words.how}</p>
<div class="scroll"><table class="contents"><thead><tr><th scope="col">${words.set}</th><th scope="col">${words.rows_short}</th><th scope="col">${words.median}</th><th scope="col">${words.p95}</th><th scope="col">${words.covered}</th></tr></thead><tbody>${contents.join('\n')}</tbody></table></div>
${sets.map((set) => section(set, lang)).join('\n')}
<footer>vramscope ${escape(version)}</footer>
</main>
</body>
</html>
`;
}

const load = (await import(pathToFileURL(join(build, 'bin/vramscope-core.js')))).default;
const core = await load({ wasmBinary: readFileSync(join(build, 'bin/vramscope-core.wasm')) });
const sets = (await judgeSets(join(here, '../../tests/truth/measurements'), (documents) => documents.map((text) => JSON.parse(core.answer(text))))).filter((set) => set.rows.length);
for (const set of sets) for (const row of set.rows) if (row.problem) throw new Error(`${row.place} ${row.id}: ${row.problem}`);
for (const lang of ['en', 'zh']) {
  const folder = join(build, 'pages', lang);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'accuracy.html'), page(sets, lang, core.version()));
}
