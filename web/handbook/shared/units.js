// The converter: reads "7B", "70 亿", "13.5 GB", "400 Gbps" and writes the same quantity in all its units.

/** @typedef {'count' | 'bytes' | 'rate'} Kind */
/** name | kind | size; for bytes a byte is 1, for rates a byte a second, for counts one. */
export const UNITS = /** @type {[string, Kind, number][]} */ ([
  ['K', 'count', 1e3], ['M', 'count', 1e6], ['B', 'count', 1e9], ['T', 'count', 1e12], ['万', 'count', 1e4], ['亿', 'count', 1e8], ['万亿', 'count', 1e12],
  ['bit', 'bytes', 0.125], ['byte', 'bytes', 1], ['KB', 'bytes', 1e3], ['MB', 'bytes', 1e6], ['GB', 'bytes', 1e9], ['TB', 'bytes', 1e12],
  ['KiB', 'bytes', 1024], ['MiB', 'bytes', 2 ** 20], ['GiB', 'bytes', 2 ** 30], ['TiB', 'bytes', 2 ** 40],
  ['bps', 'rate', 0.125], ['Kbps', 'rate', 125], ['Mbps', 'rate', 125e3], ['Gbps', 'rate', 125e6], ['Tbps', 'rate', 125e9], ['MB/s', 'rate', 1e6], ['GB/s', 'rate', 1e9], ['GiB/s', 'rate', 2 ** 30],
]);
const kAliases = /** @type {Record<string, string>} */ ({
  k: 'K', m: 'M', b: 'B', t: 'T', 十亿: 'B', 百万: 'M', 字节: 'byte', bytes: 'byte', bits: 'bit', 比特: 'bit', 位: 'bit',
  'gb/s': 'GB/s', 'mb/s': 'MB/s', 'gib/s': 'GiB/s', kb: 'KB', mb: 'MB', gb: 'GB', tb: 'TB', kib: 'KiB', mib: 'MiB', gib: 'GiB', tib: 'TiB',
  kbps: 'Kbps', mbps: 'Mbps', gbps: 'Gbps', tbps: 'Tbps', g: 'GB',
});

/** @param {string} text @returns {{kind: Kind, base: number} | null} */
export function read(text) {
  // Gb/s is bits and GB/s bytes: here the case says which
  const match = text.trim().replace(/(\d),(?=\d{3})/g, '$1').match(/^([-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*(\D*)$/i);
  if (!match) return null;
  const value = Number(match[1]);
  const name = match[2].trim().replace(/^([KMGT])b\/s$/, '$1bps');
  const unit = UNITS.find((row) => row[0] === name) ?? UNITS.find((row) => row[0] === kAliases[name.toLowerCase()] || (name && row[0].toLowerCase() === name.toLowerCase() && name.length > 1));
  if (name === '') return { kind: 'count', base: value };
  return unit && Number.isFinite(value) ? { kind: unit[1], base: value * unit[2] } : null;
}

const kNative = /** @type {Record<Kind, string[]>} */ ({
  count: ['K', 'M', 'B', 'T', '万', '亿', '万亿'], bytes: ['bit', 'byte', 'KB', 'MB', 'GB', 'TB', 'KiB', 'MiB', 'GiB', 'TiB'], rate: ['Mbps', 'Gbps', 'MB/s', 'GB/s', 'GiB/s'],
});

/** The quantity in every unit of its kind. @param {{kind: Kind, base: number}} quantity @returns {[string, number][]} */
export function inAll({ kind, base }) {
  return kNative[kind].map((name) => {
    const row = /** @type {[string, Kind, number]} */ (UNITS.find((unit) => unit[0] === name));
    return [name, base / row[2]];
  });
}
