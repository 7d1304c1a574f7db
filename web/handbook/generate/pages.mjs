// The handbook's pages as HTML, from the book: contents, chapters, glossary, tools, practice; each in two
// languages. Every page says all it knows without scripts.
import { write } from '../shared/format.js';
import { INPUTS } from '../shared/movable.js';
import { colon, escape, expressionWorking, replyWorking } from '../shared/derivation.js';
import { words } from '../shared/words.js';
import { stageSvg, stageRequests } from '../shared/stages.js';
import { formatTable } from '../shared/number_formats.js';
import { inliner, textOf } from './inline.mjs';

const LANGS = /** @type {const} */ (['en', 'zh']);
const CSP = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

/** Everything of one language: where things are, how a page looks. */
class Edition {
  constructor(book, lang) {
    this.book = book;
    this.lang = lang;
    this.say = words(lang);
    /** ids that lists offer -> names */
    this.names = Object.fromEntries(['models', 'gpus'].flatMap((kind) => book.core.catalogue(kind).filter((row) => INPUTS[kind.slice(0, -1)].values.includes(row.id)).map((row) => [row.id, row.name])));
    this.places = new Map(); // slug of a question -> folder of its chapter
    for (const chapter of book.chapters) for (const question of chapter.en.questions) this.places.set(question.id, chapter.id);
  }

  /** A relative address from the page in `from` ('' is the contents). */
  href(from, to) {
    if (/^https?:/.test(to)) return to;
    const up = from ? '../' : './';
    const [page, anchor] = to.split('#');
    if (this.places.has(page)) return this.places.get(page) === from ? `#${page}` : `${up}${this.places.get(page)}/#${page}`;
    if (!['', 'glossary', 'tools', 'practice'].includes(page) && !this.book.chapters.some((c) => c.id === page)) throw new Error(`no page ${to}`);
    return `${page === from ? '' : up + (page ? `${page}/` : '')}${anchor ? `#${anchor}` : ''}`;
  }

  inline(from) {
    return inliner(this.book, this.lang, (to) => this.href(from, to));
  }

  /** The permalink of a request. @param {string} from */
  calculator(from, request) {
    const fragment = this.book.core.encode_link({ v: 1, requests: [{ v: 1, ...request, lang: this.lang }], view: {} });
    return `${this.root(from)}#${fragment}`;
  }

  root(from) {
    return from ? '../../../' : '../../';
  }

  /** @param {{from: string, title: string, description: string, main: string, data?: any}} page */
  page({ from, title, description, main, data }) {
    const { say, lang } = this;
    const root = this.root(from);
    const other = lang === 'en' ? 'zh' : 'en';
    const nav = [['', 'contents'], ['practice', 'practice'], ['tools', 'tools'], ['glossary', 'glossary']]
      .map(([to, word]) => `<a href="${this.href(from, to) || './'}"${to === from ? ' aria-current="page"' : ''}>${say(word)}</a>`).join('');
    const place = from ? `${from}/` : '';
    const embedded = data ? `<script type="application/json" id="page-data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>\n` : '';
    return `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-Hans' : 'en'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CSP}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<meta name="description" content="${escape(description)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${root}favicon.svg">
<link rel="alternate" hreflang="${other === 'zh' ? 'zh-Hans' : 'en'}" href="${root}${other}/handbook/${place}">
<link rel="stylesheet" href="${root}handbook/handbook.css">
<script type="module" src="${root}handbook/client/handbook.js"></script>
</head>
<body data-lang="${lang}" data-page="${from || 'contents'}">
<a class="skip" href="#main">${say('skip')}</a>
<header class="top">
<a class="brand" href="${root}index.html">vramscope</a>
<nav aria-label="${say('handbook')}">${nav}</nav>
<span class="tail"><a class="lang" lang="${other === 'zh' ? 'zh-Hans' : 'en'}" href="${root}${other}/handbook/${place}">${say('other_language')}</a><button id="theme" type="button" title="${say('theme')}" aria-label="${say('theme')}" hidden>◐</button></span>
</header>
${main}
<footer>${say('footer', { version: escape(this.book.core.version), date: escape(this.book.core.data_as_of) })} <a href="${root}${lang}/accuracy.html">${say('accuracy')}</a></footer>
${embedded}</body>
</html>
`;
  }

  /** The working that an @ line asks for. */
  card(from, ref) {
    const { book, lang, say } = this;
    const [kind, id] = [ref.slice(0, 1), ref.slice(2)];
    if (kind === 'w') return `<figure class="work" data-working="${id}">${expressionWorking(book.resolved(id), lang)}</figure>`;
    const entry = book.requests[id];
    if (!entry) throw new Error(`no request ${ref}`);
    for (const slider of entry.sliders ?? []) if (!INPUTS[slider]) throw new Error(`${id}: no slider ${slider}`);
    const reply = book.core.answer({ v: 1, ...entry.ask, lang });
    if (!reply.ok) throw new Error(`${id}: ${JSON.stringify(reply.errors)}`);
    return `<figure class="work" data-request="${id}"><div class="lines">${replyWorking(reply, entry, lang)}</div><figcaption><a class="open" href="${escape(this.calculator(from, entry.ask))}">${say('open')}</a></figcaption></figure>`;
  }

  /** What a chapter's script needs for its cards. */
  data(chapter) {
    const cards = chapter.en.questions.flatMap((q) => q.body.filter((b) => b.kind === 'card').map((b) => b.ref));
    const data = { requests: {}, workings: {}, names: this.names };
    for (const ref of cards) {
      const id = ref.slice(2);
      if (ref.startsWith('w')) data.workings[id] = this.book.resolved(id);
      else data.requests[id] = this.book.requests[id];
    }
    return data;
  }

  block(from, block, inline, linked) {
    if (block.kind === 'card') return this.card(from, block.ref);
    const line = (text) => inline(text, { linked });
    if (block.kind === 'list') return `<ul>${block.lines.map((l) => `<li>${line(l)}</li>`).join('')}</ul>`;
    if (block.kind === 'table') {
      const rows = block.lines.map((l) => l.replace(/^\|\s*|\s*\|\s*$/g, '').split(/\s*\|\s*(?![^{]*\}\})/)).filter((r) => !r.every((c) => /^[-:]+$/.test(c)));
      const cells = (row, tag) => `<tr>${row.map((c, i) => `<${tag}${tag === 'th' ? ` scope="col"` : i ? ' class="right"' : ''}>${line(c)}</${tag}>`).join('')}</tr>`;
      return `<div class="wide"><table><thead>${cells(rows[0], 'th')}</thead><tbody>${rows.slice(1).map((r) => cells(r, 'td')).join('')}</tbody></table></div>`;
    }
    return `<p>${line(block.lines.join(this.lang === 'zh' ? '' : ' '))}</p>`;
  }

  question(chapter, question) {
    const { say, book } = this;
    const from = chapter.id;
    const inline = this.inline(from);
    const linked = new Set();
    const about = chapter.questions[question.id];
    const list = (word, css, items) => (items.length ? `<h3>${say(word)}</h3><ul class="${css}">${items.map((t) => `<li>${inline(t, { linked })}</li>`).join('')}</ul>` : '');
    const source = (id) => {
      const row = book.sources[id];
      if (!row) throw new Error(`${question.id}: no source ${id}`);
      const text = escape(Array.isArray(row) ? row[0] : (row[this.lang] ?? row));
      return Array.isArray(row) && row[1] ? `<a href="${escape(row[1])}" rel="noopener">${text}</a>` : text;
    };
    return `<section class="q" id="${question.id}" aria-labelledby="${question.id}-h">
<h2 id="${question.id}-h"><a class="anchor" href="#${question.id}" title="${say('link_here')}">${inline(question.asked)}</a> <small class="level">${say(`level_${about.level}`)}</small></h2>
<p class="say"><span class="tag">${say('say')}</span>${inline(question.say, { linked })}</p>
${question.body.map((b) => this.block(from, b, inline, linked)).join('\n')}
${list('wrong', 'wrong', question.wrong)}
${list('follow', 'follow', question.follow)}
<p class="from">${say('sources')}${colon(this.lang)}${about.sources.map(source).join(this.lang === 'zh' ? '；' : '; ')}</p>
</section>`;
  }

  chapter(index) {
    const { book, lang, say } = this;
    const chapter = book.chapters[index];
    const text = chapter[lang];
    const inline = this.inline(chapter.id);
    const toc = text.questions.map((q) => `<li><a href="#${q.id}">${inline(q.asked)}</a></li>`).join('');
    const step = (at, word) => {
      const to = book.chapters[at];
      return to ? `<a class="${word}" href="../${to.id}/">${say(word)}${colon(lang)}${escape(to[lang].title)}</a>` : '<span></span>';
    };
    return this.page({
      from: chapter.id,
      title: `${text.title} · ${say('handbook')}`,
      description: text.lead,
      data: this.data(chapter),
      main: `<div class="columns"><nav class="toc" aria-label="${say('on_this_page')}"><details open><summary>${say('on_this_page')}</summary><ol>${toc}</ol></details></nav>
<main id="main"><p class="crumb">${index + 1} / ${book.chapters.length}</p><h1>${escape(text.title)}</h1><p class="lead">${inline(text.lead)}</p>
${text.questions.map((q) => this.question(chapter, q)).join('\n')}
<nav class="steps" aria-label="${say('chapters')}">${step(index - 1, 'previous')}${step(index + 1, 'next')}</nav></main></div>`,
    });
  }

  contents() {
    const { book, lang, say } = this;
    const inline = this.inline('');
    const count = book.chapters.reduce((n, c) => n + c[lang].questions.length, 0);
    const find = (slug) => book.chapters.flatMap((c) => c[lang].questions).find((q) => q.id === slug);
    const top = book.asked_most.map(({ slug, en, zh }) =>
      `<li><a href="${this.href('', slug)}"><span class="ask">${inline(find(slug).asked)}</span><span class="short">${inline(lang === 'zh' ? zh : en)}</span></a></li>`);
    const chapters = book.chapters.map((c) => `<section class="chapter"><h3><a href="./${c.id}/">${escape(c[lang].title)}</a> <small>${say('questions_n', { count: c[lang].questions.length })}</small></h3>
<ol>${c[lang].questions.map((q) => `<li><a href="./${c.id}/#${q.id}">${inline(q.asked)}</a></li>`).join('')}</ol></section>`);
    return this.page({
      from: '',
      title: `${say('handbook_long')} · vramscope`,
      description: say('handbook_about', { count }),
      main: `<main id="main" class="contents"><h1>${say('handbook_long')}</h1>
<p class="finder" hidden><label for="find">${say('search')}</label><input id="find" type="search" autocomplete="off" data-index="search.json"><span id="found" role="status"></span></p>
<ol id="hits" class="hits" hidden></ol>
<div id="all-chapters"><section aria-labelledby="most"><h2 id="most">${say('asked_most')}</h2><ol class="most">${top.join('')}</ol></section>
<p class="lead">${say('intro')}</p>
<h2>${say('chapters')}</h2><div class="chapters">${chapters.join('\n')}</div></div></main>`,
    });
  }

  /** What the search looks through: every question and term as plain text. */
  index() {
    const { book, lang } = this;
    const inline = this.inline('');
    const plain = (line) => textOf(inline(line));
    const questions = book.chapters.flatMap((chapter) => chapter[lang].questions.map((q) => ({
      to: `${chapter.id}/#${q.id}`, kind: 'question', title: plain(q.asked),
      parts: [q.say, ...q.body.flatMap((block) => (block.kind === 'paragraph' ? [block.lines.join(lang === 'zh' ? '' : ' ')] : (block.lines ?? []).map((line) => line.replace(/^\|\s*|\s*\|\s*$/g, '')))), ...q.wrong, ...q.follow].map(plain),
    })));
    const terms = book.glossary.map((term) => ({ to: `glossary/#${term.id}`, kind: 'term', title: lang === 'zh' ? `${term.zh} ${term.en}` : `${term.en} ${term.zh}`, parts: [plain(lang === 'zh' ? term.def_zh : term.def_en)] }));
    return `${JSON.stringify([...questions, ...terms])}\n`;
  }

  glossary() {
    const { book, lang, say } = this;
    const inline = this.inline('glossary');
    const zh = lang === 'zh';
    const key = (t) => (zh ? t.zh : t.en);
    const rows = [...book.glossary].sort((a, b) => key(a).localeCompare(key(b), zh ? 'zh-Hans-CN' : 'en'))
      .map((t) => `<div id="${t.id}"><dt>${escape(zh ? t.zh : t.en)} <small lang="${zh ? 'en' : 'zh-Hans'}">${escape(zh ? t.en : t.zh)}</small></dt><dd>${inline(zh ? t.def_zh : t.def_en)}</dd></div>`);
    return this.page({
      from: 'glossary',
      title: `${say('glossary')} · ${say('handbook')} · vramscope`,
      description: say('glossary_lead', { count: rows.length }),
      main: `<main id="main"><h1>${say('glossary')}</h1><p class="lead">${say('glossary_lead', { count: rows.length })}</p><dl class="glossary">${rows.join('\n')}</dl></main>`,
    });
  }

  tools() {
    const { lang, say, book } = this;
    const replies = stageRequests('llama-1-7b', 8).map((ask) => book.core.answer({ v: 1, ...ask, lang }));
    const script = `<p class="needs-script">${say('needs_script')}</p>`;
    return this.page({
      from: 'tools',
      title: `${say('tools')} · ${say('handbook')} · vramscope`,
      description: say('tools_lead'),
      main: `<main id="main"><h1>${say('tools')}</h1><p class="lead">${say('tools_lead')}</p>
<section class="q" id="units" aria-labelledby="units-h"><h2 id="units-h">${say('converter')}</h2><p>${say('converter_lead')}</p><div id="converter">${script}</div></section>
<section class="q" id="bits" aria-labelledby="bits-h"><h2 id="bits-h">${say('bits')}</h2><p>${say('bits_lead')}</p><div id="bit-view">${script}</div>${formatTable(lang)}<p class="from">${say('scale_note')}</p></section>
<section class="q" id="zero" aria-labelledby="zero-h"><h2 id="zero-h">${say('zero_picture')}</h2><p>${say('zero_lead')}</p><div id="zero-view"><div class="inputs"></div><figure class="picture">${stageSvg(replies, lang)}</figure></div></section></main>`,
    });
  }

  practice() {
    const { say } = this;
    return this.page({
      from: 'practice',
      title: `${say('practice')} · ${say('handbook')} · vramscope`,
      description: say('practice_lead'),
      data: { places: Object.fromEntries([...this.places.keys()].map((slug) => [slug, this.href('practice', slug)])) },
      main: `<main id="main"><h1>${say('practice')}</h1><p class="lead">${say('practice_lead')}</p><div id="practice-view"><p class="needs-script">${say('needs_script')}</p></div></main>`,
    });
  }
}

/** path in the site -> HTML, and the search's index. @param {any} book */
export function pages(book) {
  const out = new Map();
  for (const lang of LANGS) {
    const edition = new Edition(book, lang);
    const put = (place, html) => out.set(`${lang}/handbook/${place}index.html`, html);
    put('', edition.contents());
    book.chapters.forEach((chapter, i) => put(`${chapter.id}/`, edition.chapter(i)));
    put('glossary/', edition.glossary());
    put('tools/', edition.tools());
    put('practice/', edition.practice());
    out.set(`${lang}/handbook/search.json`, edition.index());
  }
  return out;
}
