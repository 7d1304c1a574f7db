// What one slider drag costs with 24 cards compared, and what an idle page costs:
//   node tests/bench/drag.mjs        prints medians; no pass or fail
// A frame's cost is the CPU time of the page's own thread between two animation frames, as the browser counts
// it (TaskDuration), so that a busy machine or a slow graphics driver does not change it.
import { openBrowser } from '../browser/site.mjs';

const kCards = 24;
const kSteps = 120;
const kBatch = 8; // steps from one look at the counters to the next: a look runs on the page's thread too
const kIdleMs = 5000;
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const browser = await openBrowser();
const page = await browser.open('/');
await page.waitForSelector('body[data-mode=canvas]', { timeout: 60000 });
await page.waitForFunction(() => globalThis.vramscope?.app);
const cards = await page.evaluate((count) => JSON.parse(globalThis.vramscope.app.module.catalogue('gpus'))
  .filter((card) => card.category === 'datacenter').slice(0, count).map((card) => card.id), kCards);
await page.context().close();

async function cost(path) {
  const one = await browser.open(path);
  await one.waitForSelector('body[data-mode=canvas]', { timeout: 60000 });
  await one.result();
  await pause(2500);
  const protocol = await one.context().newCDPSession(one);
  await protocol.send('Performance.enable');
  const seconds = async (name) => (await protocol.send('Performance.getMetrics')).metrics.find((row) => row.name === name).value;
  const frames = () => one.evaluate(() => globalThis.vramscope.app.module.frames());
  await one.mouse.move(175, 490); // the context's slider
  await one.mouse.down();
  const each = [];
  const script = []; // the app's own part; the rest is the browser's: input, composition, the canvas on screen
  for (let step = 0; step < kSteps; step += kBatch) {
    const [before, ours, drawn] = [await seconds('TaskDuration'), await seconds('ScriptDuration'), await frames()];
    for (let i = 0; i < kBatch; ++i) {
      await one.mouse.move(100 + step + i, 490);
      await pause(60);
    }
    const count = (await frames()) - drawn;
    if (count === 0) continue;
    each.push((1000 * ((await seconds('TaskDuration')) - before)) / count);
    script.push((1000 * ((await seconds('ScriptDuration')) - ours)) / count);
  }
  await one.mouse.up();
  await one.mouse.move(2, 2);
  await pause(2500);
  const [idle, still] = [await seconds('TaskDuration'), await frames()];
  await pause(kIdleMs);
  const result = {
    frame: median(each),
    script: median(script),
    frames: (await frames()) - still,
    share: (100000 * ((await seconds('TaskDuration')) - idle)) / kIdleMs,
  };
  await one.context().close();
  return result;
}

for (const tab of ['', 'compare', 'sweep']) {
  const { frame, script, frames, share } = await cost(`/#v=1&engine=llama.cpp&gpu=rtx-4090&compare=${cards.join(';')}${tab && `&tab=${tab}`}`);
  console.log(`${tab || 'breakdown'}: ${frame.toFixed(1)} ms of CPU a frame while dragging (median), ${script.toFixed(1)} ms of it in the app, idle ${frames} frames, ${share.toFixed(2)} % CPU over ${kIdleMs / 1000} s`);
}
await browser.close();
