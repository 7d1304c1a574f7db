// Reads the handbook's content: a chapter is NN-name.json (requests, workings, sources) and one text a
// language, NN-name.en.md and NN-name.zh.md. The texts' form:
//   # title            lead: what it is about
//   ## slug | question
//   > what one would say aloud
//   @ r.request        the working of a request; @ w.working that of an expression
//   paragraphs, lists with -, tables with |
//   ! a wrong answer and why            ? a follow-up
// In a line: {{reference|format}} a computed number, {{=16 B}} a declared one, [[44 MB]] a wrong figure quoted.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const folder = join(dirname(fileURLToPath(import.meta.url)), '../content');
const json = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** @returns {{title: string, lead: string, questions: any[]}} */
export function parseText(text, name) {
  const chapter = { title: '', lead: '', questions: [] };
  let question = null;
  let block = null; // the paragraph, list or table that goes on
  const fail = (line, why) => {
    throw new Error(`${name}: ${why}: ${line}`);
  };
  const open = (kind, into) => {
    if (block?.kind !== kind) {
      block = { kind, lines: [] };
      into.push(block);
    }
    return block.lines;
  };
  for (const line of text.split('\n')) {
    const [, mark, rest] = line.match(/^(##|#|lead:|[>@!?|-])\s*(.*)$/) ?? [null, '', line];
    if (mark === '#') chapter.title = rest;
    else if (mark === 'lead:') chapter.lead = rest;
    else if (mark === '##') {
      const [, id, asked] = rest.match(/^([a-z0-9-]+) \| (.+)$/) ?? fail(line, 'no "slug | question"');
      question = { id, asked, say: '', body: [], wrong: [], follow: [] };
      chapter.questions.push(question);
      block = null;
    } else if (line.trim() === '') block = null;
    else if (!question) fail(line, 'text before the first question');
    else if (mark === '>') question.say += (question.say ? ' ' : '') + rest;
    else if (mark === '@') question.body.push({ kind: 'card', ref: rest.trim() }), (block = null);
    else if (mark === '!') question.wrong.push(rest);
    else if (mark === '?') question.follow.push(rest);
    else if (mark === '-') open('list', question.body).push(rest);
    else if (mark === '|') open('table', question.body).push(line);
    else open('paragraph', question.body).push(line);
  }
  return chapter;
}

/** Everything that is written down, before any number is computed. */
export function readContent() {
  const files = readdirSync(folder).filter((name) => /^\d\d-.+\.json$/.test(name)).sort();
  const chapters = files.map((file) => {
    const stem = file.slice(0, -'.json'.length);
    const text = (lang) => parseText(readFileSync(join(folder, `${stem}.${lang}.md`), 'utf8'), `${stem}.${lang}.md`);
    return { id: stem.slice(3), ...json(file), en: text('en'), zh: text('zh') };
  });
  return { chapters, ...json('constants.json'), symbols: json('symbols.json'), sources: json('sources.json'), glossary: readGlossary() };
}

/** glossary.tsv: id, en, zh, what it means in both languages. */
export function readGlossary() {
  const [head, ...lines] = readFileSync(join(folder, 'glossary.tsv'), 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [columns[i], cell])));
}
