// The page of cards: every row of gpu_db with its facts, sources and roofline, in both languages.
//   node web/cards/page.mjs BUILD_DIR [OUT_DIR]   ->  OUT_DIR/pages/{en,zh}/cards.html
// Figures and their texts are the core's; nothing is computed here but where a line is drawn.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { roofline } from './roofline.mjs';
import { escape, fill } from '../page_text.mjs';
import { WORDS } from './words.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const build = resolve(process.argv[2] ?? join(here, '../../build/web'));
const out = resolve(process.argv[3] ?? build);

const MAKERS = { nvidia: 'NVIDIA', amd: 'AMD', apple: 'Apple', intel: 'Intel', google: 'Google', aws: 'AWS', huawei: 'Huawei 昇腾', hygon: 'Hygon 海光', cambricon: 'Cambricon 寒武纪', 'moore-threads': 'Moore Threads 摩尔线程' };
const PEAKS = [['fp32', 'fp32_tflops'], ['tf32', 'tf32_tflops'], ['fp16', 'fp16_tflops'], ['bf16', 'bf16_tflops'], ['fp8', 'fp8_tflops'], ['int8', 'int8_tops'], ['fp4', 'fp4_tflops']];

const number = (x) => x.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** Dense peaks, equal ones under one name: "fp16, bf16". */
function peaksOf(card) {
  const groups = new Map();
  for (const [id, field] of PEAKS) {
    if (!card[field]) continue;
    groups.set(card[field], [...(groups.get(card[field]) ?? []), id]);
  }
  return [...groups].map(([tflops, ids]) => ({ id: ids.join(', '), tflops }));
}

function speedText(result, words) {
  const speed = result?.speed?.decode_tok_s;
  if (!speed) return '';
  if (result.verdict === 'no') return words.unfit;
  return `${escape(speed.text)} <small>${escape(speed.range_text)}</small>`;
}

function section(card, asked, notes, lang) {
  const words = WORDS[lang];
  const peaks = peaksOf(card);
  const fp = (id, has) => (has ? [id] : []);
  const facts = [
    [words.memory, `${number(card.memory_gib)} GB`],
    [words.type, card.memory_type],
    [words.smi, card.smi_mib && `${number(card.smi_mib)} MiB`],
    [words.cuda, card.cuda_total_mib && `${number(card.cuda_total_mib)} MiB`],
    [words.usable, asked.small && `${escape(asked.small.usable_text_gib)}${card.working_set_fraction ? ` <small>${fill(words.fraction, { percent: Math.round(card.working_set_fraction * 100) })}</small>` : ''}`],
    [words.bandwidth, card.bandwidth_gb_s && `${number(card.bandwidth_gb_s)} GB/s`],
    [words.peaks, peaks.map((p) => `<span>${p.id} ${number(p.tflops)}</span>`).join(' · ') + (peaks.length ? ' <small>TFLOP/s</small>' : '')],
    [words.types, ['bf16', 'fp8', 'fp4'].flatMap((id) => fp(id, card[`supports_${id}`])).concat(fp('int4', card.int4_units)).join(', ')],
    [words.flash, card.flash_attention?.length ? card.flash_attention.join(', ') : ''],
    [words.link, card.nvlink_gb_s === undefined ? '' : card.nvlink_gb_s === 0 ? words.no_link : fill(words.both_ways, { rate: number(card.nvlink_gb_s) })],
    [words.pcie, card.pcie],
    [words.power, card.tdp_w && `${number(card.tdp_w)} W`],
    [words.architecture, [card.architecture, card.compute_capability && `${words.capability} ${card.compute_capability}`].filter(Boolean).join(', ')],
    [words.released, card.released],
    [words.devices, card.devices_per_package > 1 && card.devices_per_package],
    [words.speed8, speedText(asked.small, words)],
    [words.speed16, speedText(asked.large, words)],
  ].filter(([, value]) => value).map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`);
  const note = notes?.notes ? `<p class="note" lang="en">${escape(notes.notes)}</p>` : '';
  const sources = notes?.sources?.length ? `<p class="sources" lang="en"><b>${words.sources}</b>: ${notes.sources.map(escape).join(' · ')}</p>` : '';
  return `<section id="${card.id}" data-name="${escape(`${card.name} ${card.id} ${card.architecture}`.toLowerCase())}"><h3><a href="#${card.id}">${escape(card.name)}</a> <small>${words.category[card.category] ?? escape(card.category)}</small></h3>
<div class="two"><dl>${facts.join('')}</dl><figure>${roofline(card, peaks, words)}</figure></div>
${note}${sources}<p class="end"><a href="../#${escape(asked.link)}">${words.open}</a> <small>${words.checked} ${card.as_of}, ${words.confidence[card.confidence] ?? ''}</small></p></section>`;
}

const SCRIPT = `const box=document.querySelector('input[type=search]'),none=document.querySelector('.none');
box.addEventListener('input',()=>{const words=box.value.toLowerCase().split(/\\s+/).filter(Boolean);let seen=0;
for(const card of document.querySelectorAll('[data-name]')){const fits=words.every((word)=>card.dataset.name.includes(word));card.hidden=!fits;seen+=fits;}
for(const maker of document.querySelectorAll('.maker'))maker.hidden=![...maker.querySelectorAll('section')].some((card)=>!card.hidden);
none.hidden=seen>0;});`;

function page(cards, asked, notes, lang, version) {
  const words = WORDS[lang];
  const makers = [...new Set(cards.map((card) => card.vendor))].sort((a, b) => Object.keys(MAKERS).indexOf(a) - Object.keys(MAKERS).indexOf(b));
  const of = (maker) => cards.filter((card) => card.vendor === maker);
  const contents = makers.map((maker) => `<details><summary>${MAKERS[maker] ?? escape(maker)} <small>${of(maker).length}</small></summary><p>${of(maker).map((card) => `<a href="#${card.id}">${escape(card.name)}</a>`).join(' · ')}</p></details>`);
  const parts = makers.map((maker) => `<div class="maker"><h2>${MAKERS[maker] ?? escape(maker)}</h2>\n${of(maker).map((card) => section(card, asked.get(card.id), notes[card.id], lang)).join('\n')}</div>`);
  return `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-Hans' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title} – vramscope</title>
<meta name="description" content="${fill(words.description, { cards: cards.length })}">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="../favicon.svg">
<link rel="alternate" hreflang="${lang === 'zh' ? 'en' : 'zh-Hans'}" href="../${lang === 'zh' ? 'en' : 'zh'}/cards.html">
<link rel="stylesheet" href="{{cards.css}}">
</head>
<body>
<header><a class="home" href="../">vramscope</a><a href="../${lang === 'zh' ? 'en' : 'zh'}/cards.html" hreflang="${lang === 'zh' ? 'en' : 'zh-Hans'}">${words.other}</a></header>
<main>
<h1>${words.title}</h1>
<p class="lead">${fill(words.lead, { cards: cards.length })}</p>
<p>${words.how}</p>
<p><label>${words.find} <input type="search" autocomplete="off"></label></p>
<nav aria-label="${words.contents}">${contents.join('')}</nav>
<p class="none" hidden>${words.none}</p>
${parts.join('\n')}
<footer>vramscope ${escape(version)}</footer>
</main>
<script type="module">${SCRIPT}</script>
</body>
</html>
`;
}

const load = (await import(pathToFileURL(join(build, 'bin/vramscope-core.js')))).default;
const core = await load({ wasmBinary: readFileSync(join(build, 'bin/vramscope-core.wasm')) });
const cards = JSON.parse(core.catalogue('gpus'));
const notes = JSON.parse(readFileSync(join(build, 'data/gpu_db_notes.json'), 'utf8')).cards;
for (const lang of ['en', 'zh']) {
  const ask = (more) => {
    const reply = JSON.parse(core.answer(JSON.stringify({ v: 1, lang, explain: 'none', model: 'llama-3.1-8b', context: 4096, ...more })));
    return reply.ok ? reply.results[0] : null;
  };
  const asked = new Map(cards.map((card) => [card.id, {
    small: ask({ gpu: card.id, engine: 'llama.cpp', weights: 'q4_k_m' }),
    large: ask({ gpu: card.id, engine: 'vllm', weights: 'bf16' }),
    link: core.encode_link(JSON.stringify({ requests: [{ v: 1, gpu: card.id }] })),
  }]));
  const folder = join(out, 'pages', lang);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'cards.html'), page(cards, asked, notes, lang, core.version()));
}
