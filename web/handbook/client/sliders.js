// Sliders and lists for a working's inputs.
import { h } from '../../element/dom.js';

/**
 * A slider over a list of values, or a list to choose from.
 * @param {{label: any, values: any[], value: any, select?: boolean, text: (value: any) => string, changed: (value: any) => void}} input
 */
export function control({ label, values, value, select, text, changed }) {
  if (select) {
    const list = h('select', { onchange: () => changed(values[list.selectedIndex]) }, values.map((one) => h('option', { value: String(one), selected: one === value }, text(one))));
    return h('label', {}, label, list);
  }
  const out = h('b', { class: 'now' }, text(value)); // an <output> would take the label for itself
  const slider = h('input', {
    type: 'range', min: 0, max: values.length - 1, step: 1, value: Math.max(0, values.indexOf(value)), 'aria-valuetext': text(value),
    oninput: () => {
      const now = values[Number(slider.value)];
      out.textContent = text(now);
      slider.setAttribute('aria-valuetext', text(now));
      changed(now);
    },
  });
  return h('label', {}, h('span', {}, h('span', {}, label), out), slider);
}
