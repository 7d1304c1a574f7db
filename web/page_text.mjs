// What every page made by the build needs: text that is safe in HTML, and sentences with their holes filled.
export const escape = (text) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
export const fill = (text, holes) => text.replace(/\{(\w+)\}/g, (_, name) => holes[name]);
