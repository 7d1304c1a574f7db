// The built core module in node, with JSON parsed: what the generator and the tests ask.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @param {string} build the web build's folder */
export async function loadCore(build) {
  const load = (await import(pathToFileURL(join(build, 'bin/vramscope-core.js')))).default;
  const module = await load({ wasmBinary: readFileSync(join(build, 'bin/vramscope-core.wasm')) });
  return {
    answer: (request) => JSON.parse(module.answer(JSON.stringify(request))),
    catalogue: (kind) => JSON.parse(module.catalogue(kind)),
    encode_link: (state) => module.encode_link(JSON.stringify(state)),
    decode_link: (fragment) => JSON.parse(module.decode_link(fragment)),
    version: module.version(),
    data_as_of: module.data_as_of(),
  };
}
