// Content and core together: what every reference in the texts is worth.
import { Values } from '../shared/values.js';
import { names, parse } from '../shared/expression.js';
import { readContent } from './content.mjs';

/** @param {{answer: (request: any) => any, catalogue: (kind: string) => any[], encode_link: (state: any) => string}} core */
export function makeBook(core) {
  const content = readContent();
  const requests = {};
  const workings = {};
  for (const chapter of content.chapters) {
    for (const [into, from] of [[requests, chapter.requests], [workings, chapter.workings]]) {
      for (const [id, entry] of Object.entries(from ?? {})) {
        if (into[id]) throw new Error(`${chapter.id}: ${id} is there twice`);
        into[id] = entry;
      }
    }
  }
  const asked = Object.fromEntries(Object.entries(requests).map(([id, entry]) => [id, entry.ask]));
  const gpus = Object.fromEntries(core.catalogue('gpus').map((row) => [row.id, row]));
  const constants = content.constants;
  const values = new Values({ requests: asked, workings, constants, gpus, answer: core.answer });

  /** A working with its inputs as numbers and words: what page and script show. */
  function resolved(id) {
    const working = workings[id];
    if (!working) throw new Error(`no working ${id}`);
    const numbers = values.inputs(id);
    const inputs = {};
    for (const name of names(parse(working.expr))) {
      const row = working.symbols?.[name] ?? content.symbols[name];
      if (!row) throw new Error(`${id}: symbol ${name} has no words`);
      const [en, zh, format = 'num'] = row;
      // an intermediate result is shown in its own unit and by its own name
      const from = working.with[name];
      const other = /^[xy]/.test(name) && typeof from === 'string' ? workings[from.match(/^w\.(\w+)$/)?.[1]] : undefined;
      const bytes = /^[xy]/.test(name) && /^r\.\w+\.(activations|logits|rule_\w+|weights|kv_cache)$/.test(from);
      inputs[name] = { value: numbers[name], format: other?.format ?? (bytes ? 'gib' : format), label: other?.title ?? [en, zh] };
      if (working.slide?.[name]) inputs[name].values = working.slide[name];
    }
    return { expr: working.expr, format: working.format, title: working.title, inputs };
  }
  return { ...content, requests, workings, values, resolved, core };
}
