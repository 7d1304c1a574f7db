// What the card allows, and where the job stands: both axes logarithmic. Geometry only; every figure and
// its text come from the core.
import { h } from './dom.js';

/** @typedef {import('./view.js').Context} Context */

const kWidth = 640;
const kHeight = 300;
const kLeft = 8;
const kFoot = 24;
const kLine = 13;

/** @param {string} tag @param {Record<string, any>} attributes @param {...(string | Node)} children */
function svg(tag, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** A place on a logarithmic axis. @param {number} low @param {number} high @param {number} from @param {number} to */
const scale = (low, high, from, to) => (/** @type {number} */ value) => from + ((to - from) * Math.log(value / low)) / Math.log(high / low);
const decade = (/** @type {number} */ value, /** @type {number} */ up) => 10 ** (Math.floor(Math.log10(value)) + up);

function picture(/** @type {any} */ line) {
  const { bandwidth, peak, peak_id: chosen, ridge, points } = line;
  const roofs = chosen ? line.roofs : [...line.roofs, { id: line.peak_text, flops: peak }];
  const placed = points.filter((/** @type {any} */ one) => one.intensity);
  const xs = [ridge, ...placed.map((/** @type {any} */ one) => one.intensity)];
  const rates = [...roofs.map((/** @type {any} */ one) => one.flops), ...points.flatMap((/** @type {any} */ one) => [one.low, one.high])];
  const top = Math.max(peak, ...roofs.map((/** @type {any} */ one) => one.flops));
  const [x0, x1] = [decade(Math.min(...xs) / 2, 0), decade(Math.max(top / bandwidth, ...xs) * 3, 1)];
  const [y0, y1] = [decade(Math.min(...rates) / 2, 0), decade(top * 1.2, 1)];
  const x = scale(x0, x1, kLeft, kWidth - 8);
  const y = scale(y0, y1, kHeight - kFoot, 8);
  const path = (/** @type {string} */ name, /** @type {number[][]} */ at) =>
    svg('polyline', { class: name, points: at.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(' ') });
  const words = (/** @type {number} */ a, /** @type {number} */ b, /** @type {string} */ anchor, /** @type {string} */ said, name = '') =>
    svg('text', { x: a.toFixed(1), y: b.toFixed(1), 'text-anchor': anchor, class: name }, said);
  const shapes = [];
  for (let value = x0; value <= x1; value *= 10) {
    shapes.push(path('grid', [[value, y0], [value, y1]]));
    if (value < x1) shapes.push(words(x(value), kHeight - 8, 'start', `${value}`));
  }
  /** @type {{ at: number, names: string[], own: boolean }[]} */
  const names = [];
  for (const roof of [...roofs].sort((a, b) => b.flops - a.flops)) {
    const own = roof.id === (chosen ?? line.peak_text);
    shapes.push(path(own ? 'roof own' : 'roof', [[roof.flops / bandwidth, roof.flops], [x1, roof.flops]]));
    const [last, at] = [names.at(-1), y(roof.flops) - 4];
    if (last && at - last.at < kLine) last.names.push(roof.id); // too close for words of its own
    else names.push({ at, names: [roof.id], own });
  }
  for (const { at, names: list, own } of names) shapes.push(words(kWidth - 12, at, 'end', list.join(', '), own ? 'own' : ''));
  const start = Math.max(x0, y0 / bandwidth);
  shapes.push(path('roof own', [[start, start * bandwidth], [top / bandwidth, top]]));
  for (const point of placed) {
    shapes.push(path('spread', [[point.intensity, point.low], [point.intensity, point.high]]));
    shapes.push(svg('circle', { cx: x(point.intensity).toFixed(1), cy: y(point.flops).toFixed(1), r: 5 }));
    const left = x(point.intensity) > kWidth * 0.75;
    shapes.push(words(x(point.intensity) + (left ? -9 : 9), y(point.flops) + 14, left ? 'end' : 'start', point.label, 'own'));
  }
  return svg('svg', { viewBox: `0 0 ${kWidth} ${kHeight}`, class: 'plot', 'aria-hidden': 'true' }, ...shapes);
}

/** @param {any} line @param {Context} context */
export function roofline(line, { say }) {
  if (!line?.peak || !line.points.length) return null;
  const item = (/** @type {any} */ one) => [
    one.label, one.intensity_text, one.flops_text, one.range_text, say('of_roof', { share: one.share_text }),
  ].filter(Boolean).join(' · ');
  return h('figure', { class: 'roofline', part: 'roofline' },
    h('h3', {}, say('roofline')),
    picture(line),
    h('figcaption', {}, h('ul', {}, line.points.map((/** @type {any} */ one) => h('li', {}, item(one)))),
      say('roofline_hint', { ridge: line.ridge_text })));
}
