// What a first visit downloads, by gzip -9. A budget is raised on purpose, never by accident.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const site = join(process.env.VRAMSCOPE_WEB ?? join(root, 'build/web'), 'site');
const names = JSON.parse(readFileSync(join(site, 'site.json'), 'utf8'));
const kKilobyte = 1000;

const BUDGETS = [
  // The estimator's training, serving and speed rules took 60 KB since the first budgets: see web/docs/design.md;
  // fitted laws of speed, phases and traffic 17 KB more, the roofline 3 KB, plans and advice 5 KB.
  ['core module, catalogues included', ['vramscope-core.wasm', 'vramscope-core.js'], 248],
  ['file reader, fetched with the first file', ['vramscope-files.wasm', 'vramscope-files.js'], 104],
  // Millions of launches kept, events in two halves, matrices behind prefixes and in broken lines: 6 KB.
  ['trace and topology reader, fetched with the first of them', ['vramscope-lab.wasm', 'vramscope-lab.js'], 118],
  ['its view', ['lab.js'], 4],
  // Practice, the roofline, plots as files and formulas set with bars took 26 KB.
  ['app', ['vramscope-app.wasm', 'vramscope-app.js'], 513],
  ['Han font', ['ui-han.ttf'], 110],
  ['element', Object.keys(names).filter((name) => names[name].startsWith('assets/') && isElement(name)), 28],
];

/** Files of web/element/. */
function isElement(name) {
  return [
    'bar.js',
    'controls.js',
    'dom.js',
    'fields.js', 'inputs.js',
    'lab_files.js',
    'layers.js',
    'model_file.js',
    'model_reader.js',
    'plan_file.js',
    'module.js',
    'request.js',
    'roofline.js',
    'strings.js',
    'style.js',
    'theme.js',
    'view.js',
    'vramscope-element.js',
    'working.js',
  ].includes(name);
}

for (const [what, files, budget] of BUDGETS) {
  test(`${what}: at most ${budget} KB gzipped`, () => {
    const bytes = files.reduce((sum, file) => {
      assert.ok(names[file], `${file} is not in the site`);
      return sum + gzipSync(readFileSync(join(site, names[file])), { level: 9 }).length;
    }, 0);
    console.log(`# ${what}: ${(bytes / kKilobyte).toFixed(1)} KB of ${budget} KB`);
    assert.ok(bytes <= budget * kKilobyte, `${bytes} bytes`);
  });
}
