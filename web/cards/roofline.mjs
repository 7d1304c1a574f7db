// A card's roofline as a drawing: attainable operations a second over operations a byte, both axes
// logarithmic and the same for every card, so that two cards can be laid side by side.
const WIDTH = 420;
const HEIGHT = 240;
const LEFT = 44;
const RIGHT = 66;
const TOP = 12;
const BOTTOM = 34;
const X = [0.25, 4096]; // operations a byte
const Y = [0.05, 20000]; // TFLOP/s

const across = (v) => LEFT + ((WIDTH - LEFT - RIGHT) * Math.log(v / X[0])) / Math.log(X[1] / X[0]);
const up = (v) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * Math.log(v / Y[0])) / Math.log(Y[1] / Y[0]);
const place = (v) => v.toFixed(1);

/** `peaks`: [{ id, tflops }]; `words.plot` names the drawing for those who cannot see it. */
export function roofline(card, peaks, words) {
  const bandwidth = card.bandwidth_gb_s / 1000; // TB/s: TFLOP/s for each operation a byte
  if (!bandwidth || !peaks.length) return '';
  const grid = [1, 4, 16, 64, 256, 1024].map((v) => `<line class="grid" x1="${place(across(v))}" x2="${place(across(v))}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/><text class="x" x="${place(across(v))}" y="${HEIGHT - BOTTOM + 12}">${v}</text>`)
    .concat([0.1, 1, 10, 100, 1000, 10000].map((v) => `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${place(up(v))}" y2="${place(up(v))}"/><text x="${LEFT - 6}" y="${place(up(v))}">${v.toLocaleString('en-US')}</text>`));
  const most = Math.max(...peaks.map((p) => p.tflops));
  const knee = (tflops) => Math.min(X[1], Math.max(X[0], tflops / bandwidth));
  const slope = `<path class="roof" d="M${place(across(X[0]))} ${place(up(Math.max(Y[0], bandwidth * X[0])))} L${place(across(knee(most)))} ${place(up(bandwidth * knee(most)))}"/>`;
  let last = -Infinity;
  const flats = [...peaks].sort((a, b) => a.tflops - b.tflops).map((p) => {
    const y = up(p.tflops);
    const label = Math.min(y, (last === -Infinity ? HEIGHT : last) - 12); // names do not lie on one another
    last = label;
    return `<path class="roof" d="M${place(across(knee(p.tflops)))} ${place(y)} H${WIDTH - RIGHT}"/><text class="name" x="${WIDTH - RIGHT + 5}" y="${place(label)}">${p.id}</text>`;
  });
  const title = words.plot.replace('{name}', card.name).replace('{bandwidth}', card.bandwidth_gb_s).replace('{peaks}', peaks.map((p) => `${p.id} ${p.tflops} TFLOP/s`).join(', '));
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title.replaceAll('"', '&quot;')}">${grid.join('')}${slope}${flats.join('')}<text class="x" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 6}">${words.axis}</text><text class="y" x="${LEFT}" y="6">${words.rate}</text></svg>`;
}
