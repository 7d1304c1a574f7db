// Model files of any kind by their first bytes: the reader is a module of its own, fetched when the first file comes.

/**
 * @typedef {object} ReadFiles
 * @property {boolean} ok
 * @property {{ id: string, spec?: object, parameters?: number, weight_bytes?: number }} [model] as a request takes it
 * @property {string[]} [kinds]
 * @property {object} [tree]
 * @property {{ field: string, message: string }[]} [warnings]
 * @property {{ field: string, message: string }[]} [errors]
 * @property {{ name: string, bytes: number }[]} [needs]
 */

// build_site.mjs writes the hashed name here.
const kModuleUrl = new URL('{{vramscope-files.js}}', import.meta.url);
const kFirstBytes = 1 << 20;
const kInFolders = /\.(safetensors|gguf|index\.json)$|^(quantize_)?config\.json$/;

/** @type {Promise<{ read_files: (list: string, prefixes: Uint8Array) => string }> | undefined} */
let shared;
const reader = () => (shared ??= import(kModuleUrl.href).then((loaded) => loaded.default()));

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Reads no more of each file than its header. @param {File[]} files @returns {Promise<ReadFiles>} */
export async function readModelFiles(files, /** @type {string} */ lang) {
  const { read_files } = await reader();
  const parts = files.map((file) => ({ file, size: file.size, want: Math.min(file.size, kFirstBytes), bytes: new Uint8Array() }));
  for (;;) {
    for (const part of parts) {
      if (part.bytes.length >= part.want) continue;
      part.bytes = new Uint8Array(await part.file.slice(0, part.want).arrayBuffer());
      if (part.bytes.length < part.want) part.size = part.bytes.length; // it shrank meanwhile
    }
    const list = { lang, files: parts.map(({ file, size, bytes }) => ({ name: file.name, size, bytes: bytes.length })) };
    /** @type {ReadFiles} */
    const reply = JSON.parse(read_files(JSON.stringify(list), joined(parts.map((part) => part.bytes))));
    if (!reply.needs) return reply;
    for (const need of reply.needs) {
      for (const part of parts) if (part.file.name === need.name) part.want = Math.min(part.size, need.bytes);
    }
  }
}

/** Files of a drop, those of dropped folders included. @param {DataTransfer} transfer @returns {Promise<File[]>} */
export async function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.());
  if (!entries.some((entry) => entry?.isDirectory)) return [...transfer.files];
  /** @type {File[]} */
  const files = [];
  for (const entry of entries) {
    if (entry?.isDirectory) files.push(...(await filesIn(/** @type {FileSystemDirectoryEntry} */ (entry))));
    else if (entry) files.push(await fileOf(/** @type {FileSystemFileEntry} */ (entry)));
  }
  return files;
}

const fileOf = (/** @type {FileSystemFileEntry} */ entry) => new Promise((done, fail) => entry.file(done, fail));

/** The model files right inside a folder. */
async function filesIn(/** @type {FileSystemDirectoryEntry} */ folder) {
  const listing = folder.createReader();
  const files = [];
  for (;;) { // a folder is listed in pieces
    const entries = await new Promise((done, fail) => listing.readEntries(done, fail));
    if (entries.length === 0) return files;
    for (const entry of entries) if (entry.isFile && kInFolders.test(entry.name)) files.push(await fileOf(entry));
  }
}
