// The stacked bar: one segment a term, the range as a lighter cap, capacity as a hard line.
import { h } from './dom.js';

/** @typedef {import('./view.js').Context} Context */

/** Terms that are on the card; host memory is not part of the bar. */
export const onCard = (/** @type {any} */ term) => term.place !== 'host';

/** Percent of the bar's width: geometry, no figure for people. */
const width = (/** @type {number} */ bytes, /** @type {number} */ whole) =>
  `${Math.max(0, bytes / whole) * 100}%`;

/**
 * @param {any} result one machine's result
 * @param {Context} context
 * @param {number} [scale] bytes that the full width stands for
 */
export function bar(result, context, scale) {
  const { say, text } = context;
  const whole = scale ?? Math.max(result.usable_bytes, result.device.high);
  const terms = result.terms.filter((/** @type {any} */ term) => onCard(term) && term.bytes > 0);
  const names = terms.map((/** @type {any} */ term) => `${term.label} ${text(term)}`);
  return h(
    'div',
    {
      class: 'bar',
      part: 'bar',
      role: 'img',
      style: { '--capacity': width(result.usable_bytes, whole) },
      'aria-label': `${names.join(', ')}; ${say('capacity')} ${text(result, 'usable')}`,
    },
    h(
      'div',
      { class: 'track' },
      terms.map((/** @type {any} */ term) =>
        h(
          'span',
          {
            class: 'segment',
            'data-term': term.id,
            title: `${term.label}: ${text(term)}`,
            style: { 'flex-basis': width(term.bytes, whole) },
          },
          scale ? null : h('span', { class: 'segment-name' }, term.label),
        ),
      ),
      result.device.high > result.device.low &&
        h('span', {
          class: 'cap',
          style: {
            left: width(result.device.low, whole),
            width: width(result.device.high - result.device.low, whole),
          },
        }),
    ),
    h('span', { class: 'capacity' }),
    scale ? null : h('span', { class: 'capacity-text', 'aria-hidden': 'true' }, text(result, 'usable')),
  );
}
