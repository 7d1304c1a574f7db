// Traces and topologies that are dropped or pasted: told from model files, and shown in the element.

/** @typedef {import('./controls.js').Host} Host */

// build_site.mjs writes the hashed name here.
const kLabUrl = new URL('{{lab.js}}', import.meta.url);
const lab = () => import(kLabUrl.href);
const kLook = 1 << 16;

/** Is this text what nvidia-smi topo -m, rocm-smi --showtopo or amd-smi topology prints? */
export function isTopology(/** @type {string} */ text) {
  const plain = text.replace(/\x1b?\[[\d;]*m/g, ''); // colours
  // Behind a log's prefix, in a table's bars, with tabs and line ends written out; other makers' too,
  // which the reader names.
  const header = /^(?:[^\n]{0,60}[\s|>:\]^]|[^\n]*\\t)?(?:GPU0|NPU0|Card0|GPU 0\/0)(?:[\s|]|\\t)*\S*?(?:(?:[\s|]|\\t)+(?:GPU|NPU|Card|NIC|mlx|CPU)|\s*$)/m;
  return header.test(plain) || /between two GPUs|^LINK TYPE TABLE/m.test(plain);
}

/** Which of the files are traces: packed ones, and JSON that has events. */
export async function tracesAmong(/** @type {File[]} */ files) {
  const kinds = await Promise.all(
    files.map(async (file) => {
      if (!/\.(json|gz)$/.test(file.name)) return false;
      const start = await file.slice(0, kLook).text();
      return start.startsWith('\x1f') || /"traceEvents"|"ph"\s*:|"deviceProperties"\s*:/.test(start);
    }),
  );
  return files.filter((_, i) => kinds[i]);
}

export async function showTraces(/** @type {File[]} */ files, /** @type {Host} */ host) {
  const { readTraces, labView, kStyle } = await lab();
  const reply = await readTraces(files, host.lang, host.complain);
  host.complain('');
  host.show(await labView(reply, host.lang), kStyle);
}

export async function showTopology(/** @type {string} */ text, /** @type {Host} */ host) {
  const { readTopology, labView, kStyle } = await lab();
  host.show(await labView(await readTopology(text, host.workload(), host.lang), host.lang), kStyle);
}
