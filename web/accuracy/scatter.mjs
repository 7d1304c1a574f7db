// A set's rows as a plot: what was measured across (logarithmic), how far our figure and its range lie
// from that up, in per cent.
const WIDTH = 460;
const HEIGHT = 260;
const LEFT = 48;
const EDGE = 10;
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Rows with positive figures only. Rows farther off than the axis reaches are drawn at its end. */
export function scatter(rows, words) {
  const points = rows.filter((row) => row.measured > 0 && row.value > 0);
  if (points.length < 2) return '';
  const logs = points.map((row) => Math.log(row.measured * row.scale));
  const from = Math.min(...logs);
  const span = Math.max(...logs) - from || 1;
  const percent = (row, figure) => 100 * (figure / (row.measured * row.scale) - 1);
  const far = points.map((row) => Math.max(Math.abs(row.error), Math.min(Math.abs(percent(row, row.low)), Math.abs(percent(row, row.high))))).sort((a, b) => a - b);
  const reach = far[Math.floor(0.97 * (far.length - 1))] * 1.3;
  const step = STEPS.find((s) => reach <= 2 * s) ?? 1000;
  const top = 2 * step;
  const x = (log) => (LEFT + 16 + ((WIDTH - LEFT - EDGE - 32) * (log - from)) / span).toFixed(1);
  const y = (p) => (EDGE + ((HEIGHT - 2 * EDGE) * (top - Math.max(-top, Math.min(top, p)))) / (2 * top)).toFixed(1);
  const grid = [-2, -1, 0, 1, 2].map((n) => {
    const label = `${n < 0 ? '−' : n > 0 ? '+' : ''}${Number((Math.abs(n) * step).toFixed(1))} %`;
    return `<line class="${n === 0 ? 'equal' : 'grid'}" x1="${LEFT}" x2="${WIDTH - EDGE}" y1="${y(n * step)}" y2="${y(n * step)}"/><text x="${LEFT - 6}" y="${y(n * step)}">${label}</text>`;
  });
  const marks = points.map((row, i) => {
    const at = x(logs[i]);
    const title = `${row.id}: ${row.error < 0 ? '−' : '+'}${Math.abs(row.error).toFixed(2)} %`.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return `<g class="${row.covered ? 'in' : 'out'}"><title>${title}</title><line x1="${at}" x2="${at}" y1="${y(percent(row, row.low))}" y2="${y(percent(row, row.high))}"/><circle cx="${at}" cy="${y(row.error)}" r="3"/></g>`;
  });
  return `<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${words.plot}">${grid.join('')}${marks.join('')}</svg><figcaption>${words.plot}</figcaption></figure>`;
}
