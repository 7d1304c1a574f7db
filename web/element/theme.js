// Light or dark: what the page says, else what the reader's system says. And when that changes.

const kWatched = ['lang', 'data-theme', 'data-md-color-scheme', 'data-bs-theme', 'class'];
const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

/** The theme of the page around the element: "light" or "dark". */
export function pageTheme() {
  for (const node of [document.documentElement, document.body]) {
    if (!node) continue;
    const said = node.dataset.theme ?? node.dataset.mdColorScheme ?? node.dataset.bsTheme;
    if (said === 'dark' || said === 'slate' || node.classList.contains('dark')) return 'dark';
    if (said === 'light' || said === 'default' || node.classList.contains('light')) return 'light';
  }
  return system?.matches ? 'dark' : 'light';
}

/** Calls `changed` when theme or language of the page may have changed; gives a function that ends it. */
export function watchPage(/** @type {() => void} */ changed) {
  const observer = new MutationObserver(changed);
  for (const node of [document.documentElement, document.body]) {
    if (node) observer.observe(node, { attributeFilter: kWatched });
  }
  system?.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system?.removeEventListener('change', changed);
  };
}
