// Every number on every built page, computed again by the native program.
import assert from 'node:assert/strict';
import test from 'node:test';
import { write } from '../../web/handbook/shared/format.js';
import { expressionWorking, replyWorking } from '../../web/handbook/shared/derivation.js';
import { book, core, langs, nativeAnswers, nativeBook, pages } from './book.mjs';

const plain = (html) => html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

test('numbers in the text', () => {
  let count = 0;
  for (const [path, html] of pages) {
    const lang = path.slice(0, 2);
    for (const [, value, ref, format, text] of html.matchAll(/<data class="num" value="([^"]*)" data-ref="([^"]*)" data-format="([^"]*)">([^<]*)<\/data>/g)) {
      const now = nativeBook.values.get(ref);
      assert.equal(Number(value), now, `${path}: ${ref}`);
      assert.equal(plain(text), write(now, format, lang), `${path}: ${ref}`);
      count += 1;
    }
  }
  assert.ok(count > 900, `${count} numbers`);
});

test('workings of requests', () => {
  for (const lang of langs) {
    const entries = Object.entries(book.requests);
    const replies = new Map(nativeAnswers(entries.map(([, entry]) => ({ v: 1, ...entry.ask, lang }))).map((reply, i) => [entries[i][0], reply]));
    let count = 0;
    for (const [path, html] of pages) {
      if (!path.startsWith(lang)) continue;
      for (const [, id, lines] of html.matchAll(/<figure class="work" data-request="([^"]*)"><div class="lines">([^]*?)<\/div><figcaption>/g)) {
        assert.equal(lines, replyWorking(replies.get(id), book.requests[id], lang), `${path}: ${id}`);
        count += 1;
      }
    }
    assert.ok(count > 25, `${count} workings`);
  }
});

test('workings of expressions', () => {
  for (const [path, html] of pages) {
    for (const [, id, lines] of html.matchAll(/<figure class="work" data-working="([^"]*)">([^]*?)<\/figure>/g)) {
      assert.equal(lines, expressionWorking(nativeBook.resolved(id), path.slice(0, 2)), `${path}: ${id}`);
    }
  }
});

test('bytes are written as the core writes them', () => {
  for (const id of Object.keys(book.requests)) {
    const [result] = book.values.reply(id).results;
    for (const row of [...result.terms, result.device, ...result.rules]) {
      if (row.bytes === undefined) continue;
      assert.equal(write(row.bytes, 'gib', 'en'), row.text_gib, id);
      assert.equal(write(row.bytes, 'gb', 'en'), row.text_gb, id);
      if (row.bytes_text) assert.equal(write(row.bytes, 'b', 'en'), row.bytes_text, id);
    }
  }
});

test('a link to the calculator asks what the working asked', () => {
  for (const [path, html] of pages) {
    for (const [, id, address] of html.matchAll(/data-request="([^"]*)"><div class="lines">[^]*?<a class="open" href="([^"]*)"/g)) {
      const { requests, problems } = core.decode_link(plain(address).split('#')[1]);
      assert.deepEqual(problems, [], path);
      const lang = path.slice(0, 2);
      const [there, here] = [core.answer(requests[0]), core.answer({ v: 1, ...book.requests[id].ask, lang })];
      assert.deepEqual(there.results, here.results, `${path}: ${id}`);
    }
  }
});
