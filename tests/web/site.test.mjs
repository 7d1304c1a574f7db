// The built site as files: names, paths, policy.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const site = fileURLToPath(new URL('../../build/web/site/', import.meta.url));
const names = JSON.parse(readFileSync(join(site, 'site.json'), 'utf8'));
const files = readdirSync(site, { recursive: true }).map(String);
const read = (name) => readFileSync(join(site, name), 'utf8');
const pages = Object.values(names).filter((name) => name.endsWith('.html'));
const scripts = readdirSync(join(site, 'assets')).filter((name) => name.endsWith('.js')).map((name) => `assets/${name}`);

test('every asset carries the hash of its content', () => {
  for (const name of readdirSync(join(site, 'assets'))) assert.match(name, /\.[0-9a-f]{10}\.\w+$/);
});

test('every name in site.json is a file', () => {
  for (const name of Object.values(names)) assert.ok(existsSync(join(site, name)), name);
  assert.ok(names['index.html'] && names['vramscope-core.wasm'] && names['vramscope-element.js']);
});

test('the site works in a subfolder: no path from the root of the host', () => {
  for (const page of pages) assert.doesNotMatch(read(page), /\b(?:href|src|action)=["']\/(?!\/)/, page);
  for (const script of scripts) assert.doesNotMatch(read(script), /["'`]\/(?:assets|app|element)\//, script);
});

test('no placeholder is left', () => {
  for (const name of [...pages, ...scripts]) assert.doesNotMatch(read(name), /\{\{[\w.-]+\}\}/, name);
});

test('every page has a policy that forbids eval', () => {
  for (const page of pages) {
    const policy = read(page).match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)?.[1];
    assert.ok(policy, page);
    assert.doesNotMatch(policy, /'unsafe-eval'|https?:/, page);
  }
});

test('no script makes code from text', () => {
  for (const script of scripts) assert.doesNotMatch(read(script), /\beval\(|\bnew Function\b/, script);
});

test('relative references in pages and scripts lead to files', () => {
  for (const name of [...pages, ...scripts]) {
    for (const [, path] of read(name).matchAll(/["'](\.\.?\/[\w./-]+\.(?:js|css|wasm|ttf|json))["']/g)) {
      assert.ok(existsSync(join(site, name, '..', path)), `${name} -> ${path}`);
    }
  }
  assert.ok(files.length > 0);
});
