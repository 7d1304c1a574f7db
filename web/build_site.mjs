// Puts the site together: node web/build_site.mjs BUILD_DIR  ->  BUILD_DIR/site
//
// Assets get content-hashed names under assets/, so that a page can never mix two builds and
// everything there may be cached for ever. A file refers to another either by its relative path in
// the source tree ('./chart.js' in quotes, which also works unbuilt) or, for something that only the
// build makes, as {{its-name}}; both become the right relative path, so a subfolder of any host works.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { handbookFiles } from './handbook/generate/site.mjs';

const web = dirname(fileURLToPath(import.meta.url));
const build = resolve(process.argv[2] ?? join(web, '../build/web'));
const site = join(build, 'site');

const SOURCES = [ // folder, file names, what becomes of them (in this order when two match)
  [join(build, 'bin'), /\.(js|wasm)$/, 'hashed'],
  [join(build, 'fonts'), /^ui-han\.ttf$/, 'hashed'],
  [join(build, 'data'), /\.json$/, 'hashed'], // what gpu_db makes for the page to fetch
  [join(web, 'element'), /\.(js|css)$/, 'hashed'],
  [join(web, 'app'), /\.(js|css)$/, 'hashed'],
  [join(web, 'lab'), /\.js$/, 'hashed'],
  [join(web, 'accuracy'), /\.css$/, 'hashed'],
  [join(web, 'cards'), /\.css$/, 'hashed'],
  [join(web, 'handbook'), /\.(js|css)$/, 'hashed'],
  [web, /^[^/]+\.(js|css)$/, 'hashed'],
  [web, /\.html$/, 'page'],
  [join(build, 'pages'), /\.html$/, 'page'], // made by the build
  [join(web, 'static'), /./, 'plain'],
];
const STABLE = ['vramscope-element.js']; // names that documents elsewhere refer to
const TEXT = new Set(['.js', '.css', '.html', '.json', '.svg', '.webmanifest', '.xml', '.txt']);
const CSP = ["default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:", "font-src 'self' data:", "worker-src 'self'", "base-uri 'none'", "form-action 'none'"];

function* walk(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else yield path;
  }
}

// One row a file: { source, name, kind, output }; output is known once the content is.
const rows = new Map();
for (const [folder, pattern, kind] of SOURCES) {
  if (!existsSync(folder)) continue;
  for (const source of [...walk(folder)].sort()) {
    const path = relative(folder, source).replaceAll('\\', '/');
    if (!pattern.test(path) || rows.has(source) || statSync(source).size === 0) continue;
    if (/(^|\/)(node_modules|npm)\//.test(relative(web, source))) continue; // the package builds itself
    rows.set(source, { source, path, name: basename(source), kind });
  }
}
const byName = new Map([...rows.values()].map((row) => [row.name, row]));
// The handbook's pages are made here, by the core of this build; each as if it lay in the source tree.
for (const [path, content] of await handbookFiles(build)) {
  const source = join(web, path);
  rows.set(source, { source, path, name: path, kind: extname(path) === '.html' ? 'page' : 'plain', content });
}
for (const row of rows.values()) {
  row.content ??= readFileSync(row.source);
  row.folder = row.kind === 'hashed' ? 'assets' : posix.dirname(row.path);
  row.refs = TEXT.has(extname(row.name)) ? references(row, row.content.toString('utf8')) : new Map();
}

let minify = async (code) => code;
let minifier = 'none';
try {
  const terser = await import('terser');
  minify = async (code) => (await terser.minify(code, { module: true, compress: { passes: 2 } })).code;
  minifier = 'terser';
} catch {
  console.log('site: terser is not installed; scripts stay as they are');
}

// What a file says -> the row it means (null: this build does not have it).
function references(row, text) {
  const found = new Map();
  // "./other.js", '../style.css', url(./x.svg): a path in the source tree
  for (const [quoted] of text.matchAll(/["'(]\.{1,2}\/[\w./-]+["')]/g)) {
    const target = rows.get(resolve(dirname(row.source), quoted.slice(1, -1)));
    if (target?.kind === 'hashed' && target !== row) found.set(quoted, target);
  }
  // emcc's glue names its wasm file
  if (row.source.startsWith(build)) {
    for (const [quoted] of text.matchAll(/["'][\w-]+\.wasm["']/g)) {
      if (byName.has(quoted.slice(1, -1))) found.set(quoted, byName.get(quoted.slice(1, -1)));
    }
  }
  for (const [name] of text.matchAll(/\{\{[\w.-]+\}\}/g)) found.set(name, byName.get(name.slice(2, -2)) ?? null);
  return found;
}

/** The row and all it refers to, directly or not; `along(quoted)` says which references to follow. */
function closure(row, along = () => true, seen = new Set([row])) {
  for (const [quoted, target] of row.refs) {
    if (target && !seen.has(target) && along(row, quoted)) closure(target, along, seen.add(target));
  }
  return seen;
}

// The hash covers all that a file leads to, so modules may import each other in circles.
for (const row of rows.values()) {
  if (row.kind !== 'hashed') {
    row.output = row.path;
    continue;
  }
  const hash = createHash('sha256').update(minifier);
  for (const part of [...closure(row)].sort((a, b) => (a.source < b.source ? -1 : 1))) hash.update(part.name).update(part.content);
  const extension = extname(row.name);
  row.output = `assets/${basename(row.name, extension)}.${hash.digest('hex').slice(0, 10)}${extension}`;
}

function pathTo(target, folder) {
  const path = posix.relative(folder, target.output);
  return path.startsWith('.') ? path : `./${path}`;
}

// Modules that a script imports at once: named up front, they load in one round trip.
function staticImports(row) {
  const imported = (from, quoted) => new RegExp(`\\b(from|import)\\s*${quoted.replaceAll('.', '\\.')}`).test(from.content);
  return [...closure(row, (from, quoted) => /^["']/.test(quoted) && imported(from, quoted))].filter((r) => r !== row);
}

function finishPage(html, row) {
  for (const [quoted, script] of row.refs) {
    const tag = `<script type="module" src=${quoted.replace(/[^"']+/, script ? pathTo(script, row.folder) : '')}`;
    if (!script || !html.includes(tag)) continue;
    const links = staticImports(script).map((r) => `<link rel="modulepreload" href="${pathTo(r, row.folder)}">\n`);
    html = html.replace(tag, links.join('') + tag);
  }
  if (html.includes('Content-Security-Policy')) return html;
  const inline = /<script(?![^>]*\bsrc=)(?![^>]*type="application\/(?:ld\+)?json")[^>]*>([^]*?)<\/script>/g;
  const hashes = [...html.matchAll(inline)].map((m) => ` 'sha256-${createHash('sha256').update(m[1]).digest('base64')}'`);
  const policy = CSP.join('; ').replace("'wasm-unsafe-eval'", `$&${hashes.join('')}`);
  return html.replace(/<meta charset=[^>]*>/i, `$&\n<meta http-equiv="Content-Security-Policy" content="${policy}">`);
}

async function finish(row) {
  if (!TEXT.has(extname(row.name))) return row.content;
  let text = row.content.toString('utf8');
  for (const [quoted, target] of row.refs) {
    if (!target) console.log(`site: ${row.name} asks for ${quoted}, which this build does not have`);
    const path = target ? pathTo(target, row.folder) : '';
    text = text.replaceAll(quoted, quoted.startsWith('{{') ? path : quoted.replace(/[^"'()]+/, path));
  }
  if (extname(row.name) === '.js') return minify(text);
  return extname(row.name) === '.html' ? finishPage(text, row) : text;
}

rmSync(site, { recursive: true, force: true });
for (const row of rows.values()) {
  const path = join(site, row.output);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await finish(row));
}
for (const name of STABLE) {
  const row = byName.get(name);
  if (!row) continue;
  const imports = staticImports(row).map((r) => `import './${r.output}';\n`).join('');
  writeFileSync(join(site, name), `${imports}export * from './${row.output}';\n`);
}
// What was made under which name: for tests, the size budget and the service worker.
const names = Object.fromEntries([...rows.values()].map((row) => [row.name, row.output]).sort());
writeFileSync(join(site, 'site.json'), JSON.stringify(names, null, 1) + '\n');
console.log(`site: ${rows.size} files in ${site}`);
