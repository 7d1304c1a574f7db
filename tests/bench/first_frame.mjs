// How long the first frame takes: the app against the least that WebGL and WebAssembly cost here.
//   node tests/bench/first_frame.mjs        prints both medians and their ratio; no pass or fail
// The two alternate in one run, so that a busy machine slows both. Each page marks the moment itself:
// the browser's driver looks less and less often, at last every half second, which would be added to
// the slower page only.
import { openBrowser } from '../browser/site.mjs';

const kRuns = 15;
const kMinimalWasm = Buffer.from(
  '0061736d010000000105016000017d03020100070901057368616465' + '00000a0901070043' + '0000003f0b',
  'hex',
);
const kMinimalPage = `<!doctype html><meta charset="utf-8"><body><canvas id="canvas"></canvas>
<script type="module">
const { instance } = await WebAssembly.instantiateStreaming(fetch('/minimal.wasm'));
const gl = document.getElementById('canvas').getContext('webgl2');
gl.clearColor(instance.exports.shade(), 0, 0, 1);
gl.clear(gl.COLOR_BUFFER_BIT);
requestAnimationFrame(() => {
  document.body.dataset.mode = 'canvas';
  performance.mark('picture');
});
</script>`;

const browser = await openBrowser({
  pages: { '/minimal.html': kMinimalPage, '/minimal.wasm': kMinimalWasm },
});

async function firstFrameMs(path) {
  const page = await browser.open(path);
  await page.waitForSelector('body[data-mode=canvas]', { timeout: 60000 });
  const ms = await page.evaluate(() => performance.getEntriesByName('picture')[0].startTime);
  await page.context().close();
  return ms;
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const times = { '/minimal.html': [], '/': [] };
for (let run = 0; run < kRuns; ++run) for (const path in times) times[path].push(await firstFrameMs(path));
await browser.close();
const [least, app] = [median(times['/minimal.html']), median(times['/'])];
console.log(
  `first frame, median of ${kRuns}: minimal page ${least.toFixed(0)} ms, app ${app.toFixed(0)} ms, ratio ${(app / least).toFixed(2)}`,
);
