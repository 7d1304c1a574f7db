// Numbers that stand bare in the texts. Each must be found again: among the fields of the question's own
// request documents, what the core answers them (parameter counts, layers, heads, sizes), the inputs of its
// workings, or the chapter's list of given numbers, which says where each comes from.
import { references } from '../../web/handbook/generate/inline.mjs';
import { write } from '../../web/handbook/shared/format.js';
import { NUMBER_FORMATS, width } from '../../web/handbook/shared/number_formats.js';

// Names that hold digits, and what is no number of the subject: versions, formats, parallel sizes in words.
const kNames = [
  /\b(?:LLaMA|Llama|Vicuna|Qwen|Gemma|Mistral|Mixtral|DeepSeek|GPT|gpt-oss|LLaVA|FlashAttention|FSDP|ZeRO|PCIe|DDR|HBM|GDDR|NVLink|NV|RTX|Chinchilla)[- ]?v?\d[\w.]*(?:-\d+[Bb])?(?:[、,] ?\d(?=[\s、级的]|的))?/gi,
  /\b(?:A|H|V|B|L|MI)\d{2,4}[A-Z]*/g, /\b[34]090\b/g,
  /\b(?:fp|bf|tf|int|nf|uint|E)\d+(?:M\d+)?\b/gi, /\bW\dA\d\b|\bQ\d_\w+|\bq\d_\d|\b(?:MX|NV)FP\d+/gi,
  /(?:Llama|LLaMA) (?=\d+B)/gi,
];
// unit after the number -> what one of it is; several where a unit is said in two ways
const kUnits = [
  [/^\s?(?:GPU|NVIDIA)/, [1]], [/^\s?%/, [0.01, 1]], [/^k\b/, [1024, 1000]], [/^\s?万亿/, [1e12]], [/^\s?亿/, [1e8]], [/^\s?万/, [1e4]], [/^\s?trillion/, [1e12]], [/^\s?billion/, [1e9]], [/^\s?million/, [1e6]],
  [/^\s?GiB/, [2 ** 30]], [/^\s?MiB/, [2 ** 20]], [/^\s?KiB/, [1024]], [/^\s?GB\/s/, [1e9, 5e8]], [/^\s?Gb\/s/, [1e9]], [/^\s?GB/, [1e9, 2 ** 30]], [/^\s?MB/, [1e6]], [/^\s?ms/, [1e-3]], [/^\s?TFLOPS/, [1e12]],
  [/^T\b/, [1e12]], [/^B\b/, [1e9]], [/^M\b/, [1e6]], [/^\s?倍/, [1]],
];
const kBits = new Set([4, 6, 8, 16, 32]); // widths that formats have, where the text says bits
const close = (a, b, by) => Math.abs(a - b) <= by * Math.abs(b);

/** Every number that the question's documents and workings hold. */
export function knownTo(book, question, lines) {
  const known = new Set();
  const models = new Set(); // sizes as people say them, in 10^9
  const add = (value) => typeof value === 'number' && Number.isFinite(value) && known.add(value);
  const walk = (node) => (typeof node === 'number' ? add(node) : node && typeof node === 'object' && Object.values(node).forEach(walk));
  const seen = new Set();
  const visit = (ref) => {
    const [kind, id] = ref.split('.');
    if (seen.has(`${kind}.${id}`)) return;
    seen.add(`${kind}.${id}`);
    if (kind === 'r') {
      walk(book.requests[id].ask);
      const reply = book.values.reply(id);
      // a size in a name, 70B, or where the name has none the rounded count
      const named = `${reply.model.name} ${reply.model.id}`.match(/(?<![\d.x])(\d+(?:\.\d+)?)B\b/i)?.[1];
      for (const count of [reply.model.parameters, reply.model.active_parameters]) if (count) models.add(Math.floor(count / 1e9) || count / 1e9);
      if (named) models.delete(Math.floor(reply.model.parameters / 1e9)), models.add(Number(named));
      walk({ ...reply.model, parameters: 0 });
      const [result] = reply.results;
      for (const row of [...result.terms, ...Object.values(result.speed ?? {})]) for (const symbol of row.symbols ?? []) add(symbol.value);
      for (const device of result.devices) card(device.id);
    } else if (kind === 'w') {
      const working = book.workings[id];
      Object.values(book.values.inputs(id)).forEach(add);
      for (const [number] of working.expr.matchAll(/\d+(?:\.\d+)?(?:e\d+)?/g)) add(Number(number));
      for (const input of Object.values(working.with ?? {})) if (typeof input === 'string') visit(input);
    } else if (kind === 'c') add(book.constants[id].value);
    else if (kind === 'g') card(id);
    else if (kind === 'f') for (const format of NUMBER_FORMATS) [format.exponent, format.fraction, width(format)].forEach(add);
  };
  const card = (id) => {
    const row = book.values.book.gpus[id];
    if (!row) return;
    for (const size of [row.memory_gib, row.smi_mib / 1024]) add(size * 2 ** 30);
    add(row.nvlink_gb_s * 1e9);
  };
  for (const [ref] of lines.flatMap(references)) visit(ref);
  for (const block of question.body) if (block.kind === 'card') visit(block.ref);
  return { known: [...known], models: [...models] };
}

/** The bare numbers of a line: text, value, what follows, where. */
export function bareNumbers(line) {
  const blank = (found) => ' '.repeat(found.length);
  let bare = line.replace(/\]\([^)]*\)/g, blank).replace(/\{\{[^}]*\}\}|\[\[[^\]]*\]\]|`[^`]*`/g, blank);
  for (const name of kNames) bare = bare.replace(name, blank);
  return [...bare.matchAll(/(?<![A-Za-z_\d.])\d+(?:,\d{3})*(?:\.\d+)?(?:e\d+)?/g)].map((match) => ({
    text: match[0], value: Number(match[0].replaceAll(',', '')), after: bare.slice(match.index + match[0].length, match.index + match[0].length + 12), at: match.index, before: bare.slice(Math.max(0, match.index - 12), match.index),
  }));
}

/** Is this number accounted for? */
export function accounted({ value, text, after, before }, { known, models }, given) {
  if (given.has(text)) return true;
  if (/^(?:[- ]?bits?\b|\s?位|\s?bit\b)/.test(after) && (kBits.has(value) || known.includes(value))) return true;
  if (/(?:[TSPEC]P|[Gg]roups? of) ?$/.test(before) && [2, 4, 8, 16, 32, 64, 128].includes(value)) return true;
  const [, sizes] = kUnits.find(([unit]) => unit.test(after)) ?? [null, [1]];
  for (const size of sizes) {
    if (known.some((one) => close(one, value * size, 1e-9))) return true;
    if (size >= 1e8 && /^(?:B\b|\s?亿| billion)/.test(after) && models.some((one) => close(one, (value * size) / 1e9, 1e-9))) return true;
    // so is a card's
    if (size === 2 ** 30 && known.some((one) => one >= 2 ** 32 && close(one, value * size, 0.01))) return true;
  }
  return false;
}

/** The chapter's given numbers for a question: text -> reason or reference|format. */
export const givenFor = (chapter, id) => ({ ...chapter.given?.['*'], ...chapter.given?.[id] });

/** Numbers that nothing accounts for, as sentences. @param {any} book @param {any} chapter @param {any} question @param {string[]} lines */
export function unaccounted(book, chapter, question, lines) {
  const facts = knownTo(book, question, lines);
  const given = new Set(Object.keys(givenFor(chapter, question.id)));
  return lines.flatMap((line) => bareNumbers(line).filter((one) => !accounted(one, facts, given)).map((one) => `${one.before}»${one.text}«${one.after}`));
}

/** A given number that names a reference must be what the core says. */
export function wrongGiven(book, given) {
  return Object.entries(given).filter(([text, from]) => {
    const [ref, format] = from.match(/^[rwcgf]\.[\w.-]+\|\w+$/) ? from.split('|') : [];
    return ref && write(book.values.get(ref), format, 'en') !== text;
  });
}
