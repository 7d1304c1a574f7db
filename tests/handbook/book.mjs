// The handbook as the tests see it: the content, the built pages, and the native program's answers.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeBook } from '../../web/handbook/generate/book.mjs';
import { loadCore } from '../../web/handbook/generate/core.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const web = process.env.VRAMSCOPE_WEB ?? join(root, 'build/web');
export const site = join(web, 'site');
const cli = process.env.VRAMSCOPE_CLI ?? join(root, 'build/dev/bin/vramscope');
const run = (words, input = '') => execFileSync(cli, words, { input, encoding: 'utf8', maxBuffer: 1 << 28 });

/** One answer of the native program. */
const native = (request) => {
  try {
    return JSON.parse(run(['estimate', '--lines'], `${JSON.stringify(request)}\n`));
  } catch (error) {
    return JSON.parse(error.stdout); // an error reply ends with another exit code
  }
};

/** Several answers of the native program at once. */
export const nativeAnswers = (requests) => run(['estimate', '--lines'], requests.map((one) => `${JSON.stringify(one)}\n`).join('')).trimEnd().split('\n').map((line) => JSON.parse(line));

export const core = await loadCore(web);
/** The book with the core module of the build. */
export const book = makeBook(core);
/** The same book, every number from the native program. */
export const nativeBook = makeBook({ ...core, answer: native, catalogue: (kind) => (kind === 'gpus' || kind === 'models' ? JSON.parse(run([kind, '--json'])) : core.catalogue(kind)) });

export const langs = ['en', 'zh'];
/** path in the site -> HTML of every handbook page. */
export const pages = new Map(langs.flatMap((lang) =>
  readdirSync(join(site, lang, 'handbook'), { recursive: true }).map(String).filter((name) => name.endsWith('.html'))
    .map((name) => [`${lang}/handbook/${name}`, readFileSync(join(site, lang, 'handbook', name), 'utf8')])));

/** Every line of text of a question. */
export const linesOf = (question) => [question.asked, question.say, ...question.wrong, ...question.follow, ...question.body.flatMap((block) => block.lines ?? [])];
export const questions = (lang) => book.chapters.flatMap((chapter) => chapter[lang].questions.map((question) => ({ ...question, chapter: chapter.id })));
