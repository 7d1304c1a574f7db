// A small generator of random numbers that gives the same series for the same seed everywhere (mulberry32).

/** @param {number} seed @returns {() => number} numbers from 0 up to 1 */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** @template T @param {() => number} random @param {T[]} list @returns {T} */
export const pick = (random, list) => list[Math.floor(random() * list.length)];

/** @template T @param {() => number} random @param {T[]} list @returns {T[]} */
export function shuffled(random, list) {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}
