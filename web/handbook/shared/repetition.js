// Spaced repetition: an item answered right moves up a box and rests longer; a wrong one starts again.

export const kRestDays = [0, 1, 3, 7, 21, 60];
const kDay = 86400000;

/** @typedef {Record<string, {box: number, due: number, seen: number}>} Progress */

/** @param {Progress} progress @param {string} id @param {boolean} right @param {number} now ms @returns {Progress} */
export function answered(progress, id, right, now) {
  const old = progress[id] ?? { box: 0, due: now, seen: 0 };
  const box = right ? Math.min(old.box + 1, kRestDays.length - 1) : 0;
  return { ...progress, [id]: { box, due: now + kRestDays[box] * kDay, seen: old.seen + 1 } };
}

/** What to ask next: the longest due, else something new, else what is due soonest; never the last one again.
 * @param {Progress} progress @param {string[]} ids @param {number} now @param {() => number} random @param {string} [last] */
export function next(progress, ids, now, random, last = '') {
  const others = ids.filter((id) => id !== last);
  const byDue = others.filter((id) => progress[id]).sort((a, b) => progress[a].due - progress[b].due);
  if (byDue.length && progress[byDue[0]].due <= now) return byDue[0];
  const fresh = others.filter((id) => !progress[id]);
  if (fresh.length) return fresh[Math.floor(random() * fresh.length)];
  return byDue[0];
}

/** Reads what was kept; anything else than expected counts as nothing. @param {string | null} text @returns {Progress} */
export function readProgress(text) {
  try {
    const entries = Object.entries(JSON.parse(text ?? '{}')).filter(([, one]) => [one?.box, one?.due, one?.seen].every(Number.isFinite) && one.box in kRestDays);
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

/** @param {Progress} progress @param {number} now */
export const counts = (progress, now) => ({ seen: Object.keys(progress).length, due: Object.values(progress).filter((one) => one.due <= now).length });
