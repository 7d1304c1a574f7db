// The app's questions and the page's are one series: same seed, same questions, same mistakes. The app draws
// them in C++ (core/src/practice), the page in JavaScript; this holds the two together.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { MISTAKES, facts } from '../../web/handbook/shared/numeric.js';
import { numericSeries } from '../../web/handbook/shared/quiz.js';
import { core, pages } from './book.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const program = process.env.VRAMSCOPE_SERIES ?? join(root, 'build/dev/bin/practice_series');
const kCount = 70;
const known = facts(core);
const plain = (/** @type {string} */ text) => text.replace(/(\d),(?=\d{3})/g, '$1'); // a peak of 2,250 reads 2250 on the page
const near = (/** @type {number} */ a, /** @type {number} */ b) => Math.abs(a / b - 1) < 1e-12;

for (const seed of [1, 20261130, 4294967295]) {
  test(`seed ${seed}: ${kCount} questions`, () => {
    const lines = execFileSync(program, [String(seed), String(kCount)], { encoding: 'utf8' }).trimEnd().split('\n');
    const series = numericSeries(seed, known);
    for (const line of lines) {
      const app = JSON.parse(line);
      const page = /** @type {any} */ (series.next().value);
      assert.equal(app.id, page.id);
      assert.equal(app.unit, page.unit);
      assert.equal(plain(app.en), plain(page.ask.en));
      assert.equal(plain(app.zh), plain(page.ask.zh));
      assert.ok(near(app.answer, page.answer), `${app.en} ${app.answer} ${page.answer}`);
      assert.deepEqual(app.mistakes.map((/** @type {any} */ one) => one.id), page.mistakes.map((/** @type {any} */ one) => one.id), app.en);
      app.mistakes.forEach((/** @type {any} */ one, /** @type {number} */ i) => {
        assert.ok(near(one.value, page.mistakes[i].value), `${app.en} ${one.id}`);
        assert.equal(one.en, MISTAKES[one.id].en);
      });
      const [folder, id] = app.place.split('#');
      for (const lang of ['en', 'zh']) {
        const html = pages.get(`${lang}/handbook/${folder}index.html`);
        assert.ok(html?.includes(`id="${id}"`), `${lang} ${app.place}`);
      }
      assert.equal(id, page.slug);
    }
  });
}
