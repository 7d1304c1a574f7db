// Every page of the site is valid HTML by html-validate: nesting, attributes, references, names for what has
// no text, and its rules for accessibility.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { site } from './book.mjs';

const validator = new HtmlValidate(new StaticConfigLoader({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:standard', 'html-validate:a11y'],
  rules: { 'doctype-style': ['error', { style: 'lowercase' }] },
}));
const faults = async (html, name) => {
  const { results } = await validator.validateString(html, name);
  return results.flatMap((result) => result.messages.map((m) => `${name}:${m.line}:${m.column} ${m.message} (${m.ruleId})`));
};

test('every page is valid', async () => {
  const names = readdirSync(site, { recursive: true }).map(String).filter((name) => name.endsWith('.html'));
  assert.ok(names.length >= 30, `${names.length} pages`);
  assert.deepEqual((await Promise.all(names.map((name) => faults(readFileSync(join(site, name), 'utf8'), name)))).flat(), []);
});

test('the validator sees what is wrong', async () => {
  const page = (body) => `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>t</title></head>\n<body>${body}</body>\n</html>\n`;
  assert.deepEqual(await faults(page('<p>right</p>'), 'right'), []);
  for (const wrong of ['<p><div></div></p>', '<ul><p>x</p></ul>', '<a href="#x"><a href="#y">z</a></a>', '<p id="a">1</p><p id="a">2</p>', '<img src="x.png">', '<button></button>']) {
    assert.notDeepEqual(await faults(page(wrong), wrong), [], wrong);
  }
});
