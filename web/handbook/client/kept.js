// What this browser keeps for the handbook; when it may keep nothing, memory serves until the page closes.

/** @type {Map<string, string>} */
const held = new Map();

/** True when local storage works here. */
export function keeps() {
  try {
    localStorage.setItem('vramscope.test', '1');
    localStorage.removeItem('vramscope.test');
    return true;
  } catch {
    return false;
  }
}

export function recall(/** @type {string} */ key) {
  try {
    return localStorage.getItem(`vramscope.${key}`) ?? held.get(key) ?? null;
  } catch {
    return held.get(key) ?? null;
  }
}

/** @param {string} key @param {string | null} value null forgets */
export function keep(key, value) {
  if (value === null) held.delete(key);
  else held.set(key, value);
  try {
    if (value === null) localStorage.removeItem(`vramscope.${key}`);
    else localStorage.setItem(`vramscope.${key}`, value);
  } catch {
    // denied: what is held serves
  }
}
