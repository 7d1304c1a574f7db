// The pages as HTML: well formed, every link leads somewhere, every question has its address, readable by
// everybody: headings, landmarks, labels, contrast.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import test from 'node:test';
import { langs, pages, questions, site } from './book.mjs';

const kVoid = new Set(['meta', 'link', 'input', 'br', 'img', 'hr']);
const kInline = new Set(['span', 'b', 'i', 'a', 's', 'em', 'strong', 'small', 'code', 'var', 'sub', 'data', 'label', 'output']);
const kBlock = new Set(['div', 'p', 'ul', 'ol', 'dl', 'table', 'section', 'figure', 'h1', 'h2', 'h3', 'nav', 'main', 'header', 'footer', 'details']);

/** Tags in order, with the stack above each; fails where the nesting is wrong. */
function* tags(html, path) {
  const stack = [];
  const text = html.replace(/<script type="application\/json"[^]*?<\/script>/, '').replace('<!doctype html>', '');
  for (const piece of text.split('<').slice(1)) {
    const end = piece.indexOf('>');
    assert.ok(end > 0 && /^\/?[a-z]/.test(piece), `${path}: a stray < at ${piece.slice(0, 40)}`);
    const inside = piece.slice(0, end);
    const name = inside.match(/^\/?([a-z0-9]+)/)[1];
    if (inside.startsWith('/')) {
      assert.equal(stack.pop(), name, `${path}: </${name}>`);
      continue;
    }
    const attributes = {};
    for (const [, key, value] of inside.slice(name.length).matchAll(/\s([\w:-]+)(?:="([^"]*)")?/g)) {
      assert.ok(!(key in attributes), `${path}: ${key} twice in <${inside}>`);
      attributes[key] = value ?? '';
    }
    const parent = stack.at(-1);
    if (kBlock.has(name)) assert.ok(!kInline.has(parent) && parent !== 'p' && !/^h[1-6]$/.test(parent), `${path}: <${name}> in <${parent}>`);
    if (name === 'li') assert.ok(parent === 'ul' || parent === 'ol', `${path}: <li> in <${parent}>`);
    if (name === 'a' || name === 'button') assert.ok(!stack.includes('a') && !stack.includes('button'), `${path}: <${inside}> within another link`);
    yield { name, attributes, stack: [...stack] };
    if (!kVoid.has(name) && !inside.endsWith('/')) stack.push(name);
  }
  assert.deepEqual(stack, [], path);
}
const parsed = new Map([...pages].map(([path, html]) => [path, [...tags(html, path)]]));

test('pages are well formed, with unique ids and one main heading', () => {
  for (const [path, all] of parsed) {
    const ids = all.map((tag) => tag.attributes.id).filter((id) => id !== undefined);
    assert.equal(new Set(ids).size, ids.length, `${path}: an id twice`);
    const count = (name) => all.filter((tag) => tag.name === name && !tag.stack.includes('svg')).length;
    assert.deepEqual([count('h1'), count('main'), count('header'), count('footer'), count('title')], [1, 1, 1, 1, 1], path);
    for (const tag of all) for (const key of ['aria-labelledby', 'aria-describedby', 'for']) if (tag.attributes[key]) assert.ok(ids.includes(tag.attributes[key]), `${path}: ${key}=${tag.attributes[key]}`);
  }
});

test('headings go down one level at a time', () => {
  for (const [path, all] of parsed) {
    let last = 0;
    for (const tag of all.filter((one) => /^h[1-6]$/.test(one.name))) {
      const level = Number(tag.name[1]);
      assert.ok(level <= last + 1, `${path}: ${tag.name} after h${last}`);
      last = level;
    }
  }
});

test('landmarks, fields and buttons have names; the language is said', () => {
  for (const [path, all] of parsed) {
    assert.equal(all[0].attributes.lang, path.startsWith('zh') ? 'zh-Hans' : 'en', path);
    for (const { name, attributes, stack } of all) {
      if (name === 'nav') assert.ok(attributes['aria-label'], path);
      if (name === 'input' || name === 'select') assert.ok(stack.includes('label') || attributes.id || attributes['aria-label'], path);
      if (name === 'img') assert.ok(attributes.alt !== undefined, path);
      assert.equal(attributes.style, undefined, `${path}: the policy forbids style attributes`);
      assert.ok(!Object.keys(attributes).some((key) => key.startsWith('on')), `${path}: the policy forbids handlers in HTML`);
    }
  }
});

test('every link leads to a page, and every anchor to a place on it', () => {
  const idsOf = new Map([...parsed].map(([path, all]) => [path, new Set(all.map((tag) => tag.attributes.id))]));
  let count = 0;
  for (const [path, all] of parsed) {
    for (const { name, attributes } of all) {
      const address = attributes.href ?? attributes.src;
      if (!['a', 'link', 'script'].includes(name) || address === undefined || /^https:\/\/arxiv\.org\/abs\/\d{4}\.\d{4,5}$/.test(address)) continue;
      assert.doesNotMatch(address, /^[a-z]+:|^\//, `${path}: ${address}`);
      const [file, anchor] = address.split('#');
      let target = file === '' ? path : normalize(join(dirname(path), file));
      if (existsSync(join(site, target)) && statSync(join(site, target)).isDirectory()) target = join(target, 'index.html');
      assert.ok(existsSync(join(site, target)), `${path}: ${address}`);
      if (anchor && idsOf.has(target)) assert.ok(idsOf.get(target).has(anchor), `${path}: ${address}`);
      count += 1;
    }
  }
  assert.ok(count > 1500);
});

test('every question has its address, is listed on the contents page, and is the same place in the other language', () => {
  for (const lang of langs) {
    const contents = pages.get(`${lang}/handbook/index.html`);
    for (const question of questions(lang)) {
      assert.ok(pages.get(`${lang}/handbook/${question.chapter}/index.html`).includes(`<section class="q" id="${question.id}"`), question.id);
      assert.ok(contents.includes(`href="./${question.chapter}/#${question.id}"`), question.id);
    }
  }
  for (const path of pages.keys()) assert.ok(pages.has(path.startsWith('en') ? path.replace('en', 'zh') : path.replace('zh', 'en')), path);
});

test('the answer to the first question stands on the contents page', () => {
  for (const lang of langs) {
    const html = pages.get(`${lang}/handbook/index.html`);
    assert.ok(html.indexOf('data-ref="r.t7.device"') > 0 && html.indexOf('data-ref="r.t7.device"') < html.indexOf('class="lead"'));
  }
});

test('no placeholder and no mark of the source is left', () => {
  for (const [path, html] of pages) assert.doesNotMatch(html.replace(/<script[^]*?<\/script>/g, ''), /\{\{|\}\}|\[\[|\]\]|undefined|\bNaN [A-Z]|\u0001|\u0002/, path);
});

test('colours: text stands out from its ground', () => {
  const css = readFileSync(join(site, JSON.parse(readFileSync(join(site, 'site.json'), 'utf8'))['handbook.css']), 'utf8');
  const light = (hex) => {
    const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const schemes = [css.match(/:root \{([^}]*)\}/)[1], css.match(/:root\[data-theme=dark\] \{([^}]*)\}/)[1]];
  for (const scheme of schemes) {
    const colour = Object.fromEntries([...scheme.matchAll(/--(\w+): (#[0-9A-Fa-f]{6})/g)].map(([, name, hex]) => [name, hex]));
    for (const text of ['text', 'muted', 'accent', 'no', 'fits']) for (const ground of ['ground', 'panel']) assert.ok(contrast(colour[text], colour[ground]) >= 4.5, `${text} on ${ground}: ${contrast(colour[text], colour[ground]).toFixed(2)}`);
  }
});

test('the glossary is there as data for hints, without marks', () => {
  const rows = JSON.parse(readFileSync(join(site, 'handbook/glossary.json'), 'utf8'));
  assert.ok(rows.length >= 150);
  for (const row of rows) for (const column of ['id', 'en', 'zh', 'def_en', 'def_zh']) assert.ok(row[column] && !/[{}<>]/.test(row[column]), `${row.id} ${column}`);
});
