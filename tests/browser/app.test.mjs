// The app page: canvas, its mirror in the DOM, the address, and what the page must leave alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { configFile, dropFile, kConfig, kGgufFile, kGgufParameters, kPlanText, native, openBrowser, textFile } from './site.mjs';

const kIdleMs = 3000;
const kSettleMs = 1500;

let browser;
let blind; // a browser without WebGL
before(async () => {
  browser = await openBrowser();
  blind = await openBrowser({ webgl: false });
});
after(() => Promise.all([browser.close(), blind.close()]));

async function openApp(path = '/', options = {}) {
  const page = await browser.open(path, options);
  await page.waitForSelector('body[data-mode=canvas]', { timeout: 30000 });
  await page.result();
  return page;
}
const frames = (page) => page.evaluate(() => globalThis.vramscope.app.module.frames());

test('the canvas starts, says its result, and loads one module only', async () => {
  const page = await openApp();
  const reply = await page.result();
  await page.waitForFunction(
    () => document.getElementById('canvas').getAttribute('aria-label') !== 'vramscope',
  );
  const label = await page.locator('#canvas').getAttribute('aria-label');
  assert.ok(label.includes(reply.results[0].summary_gib), label);
  assert.equal(page.loaded.filter((url) => /vramscope-app\..*\.wasm$/.test(url)).length, 1);
  assert.equal(
    page.loaded.filter((url) => /vramscope-core/.test(url)).length,
    0,
    "the element uses the app's module",
  );
  await page.waitForTimeout(kSettleMs);
  await page.save('app');
  assert.deepEqual(page.complaints, []);
});

test('an idle page draws nothing', async () => {
  const page = await openApp();
  await page.mouse.move(2, 2);
  await page.waitForTimeout(kSettleMs);
  const before = await frames(page);
  assert.ok(before > 0);
  await page.waitForTimeout(kIdleMs);
  assert.equal(await frames(page), before);
});

test('the page keeps its keys and its wheel while the canvas is not focused', async () => {
  const page = await openApp();
  await page.evaluate(() => {
    const input = Object.assign(document.createElement('input'), { id: 'page-input' });
    const next = Object.assign(document.createElement('button'), { id: 'page-next', textContent: 'next' });
    const tall = document.createElement('div');
    tall.style.height = '2000px';
    document.body.append(input, next, tall);
  });
  await page.locator('#page-input').click();
  await page.keyboard.type('ab模c');
  await page.keyboard.press('Backspace');
  assert.equal(await page.locator('#page-input').inputValue(), 'ab模');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'page-next');
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(700, 300);
  await page.mouse.wheel(0, 120);
  await page.waitForFunction(() => scrollY > 0, null, { timeout: 3000 });
});

test('the first Tab stop is the plain form, and it is the same answer', async () => {
  const page = await openApp();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'use-plain');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('body').getAttribute('data-mode'), 'plain');
  const box = page.locator('vram-scope').getByRole('spinbutton', { name: 'Context', exact: true });
  await box.fill('4096');
  const reply = native({ engine: 'llama.cpp', context: 4096 });
  assert.equal(await page.locator('vram-scope .total strong').innerText(), reply.results[0].device.text_gib);
  await page.waitForFunction(() => location.hash.includes('4096'));
  await page.locator('#use-canvas').click();
  assert.equal(await page.locator('body').getAttribute('data-mode'), 'canvas');
  await page.waitForTimeout(kSettleMs);
  assert.equal((await page.result()).request.context, 4096);
  await page.save('app-4096');
  assert.deepEqual(page.complaints, []);
});

test('a copied link opens the same reply in another page', async () => {
  const page = await openApp();
  await page.locator('#use-plain').focus();
  await page.keyboard.press('Enter');
  await page.locator('vram-scope').getByLabel('Weights', { exact: true }).selectOption('q4_k_m');
  await page.locator('vram-scope').getByRole('spinbutton', { name: 'Context', exact: true }).fill('16384');
  await page.locator('vram-scope').getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const first = await page.result();
  const other = await openApp(link.slice(browser.origin.length));
  const second = await other.result();
  assert.equal(second.request.context, 16384);
  assert.deepEqual(second.results, first.results);
  assert.deepEqual(second.request, first.request);
});

test('the address is honoured: a link, a change of it, back and forward', async () => {
  const page = await openApp('/#v=1&context=2048');
  assert.equal((await page.result()).request.context, 2048);
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    location.hash = '#v=1&context=4096';
  });
  await page.waitForFunction(() => document.querySelector('vram-scope').result.request.context === 4096);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('vram-scope').result.request.context === 2048);
  await page.goForward();
  await page.waitForFunction(() => document.querySelector('vram-scope').result.request.context === 4096);
  assert.deepEqual(page.complaints, []);
});

test('a config.json dropped on the canvas: the mirror shows what the command line says', async () => {
  const page = await openApp();
  await dropFile(page, 640, 400, configFile());
  await page.waitForFunction(() => typeof document.querySelector('vram-scope').state.requests[0].model === 'object');
  const reply = native({ engine: 'llama.cpp', model: { config: kConfig } });
  const mirror = await page.result();
  assert.equal(mirror.model.parameters, reply.model.parameters);
  assert.deepEqual(mirror.results, reply.results);
  await page.waitForFunction(() => location.hash.includes('m=')); // the whole model travels in the link
  await page.waitForTimeout(kSettleMs);
  await page.save('app-dropped');
  assert.deepEqual(page.complaints, []);
});

test('a topology dropped on the canvas is shown in the form, within its width', async () => {
  const page = await browser.open('/', { viewport: { width: 1366, height: 768 } });
  await page.waitForSelector('body[data-mode=canvas]', { timeout: 30000 });
  await page.result();
  const path = textFile('topo.txt', '\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tNV12\t0-31\nGPU1\tNV12\t X \t0-31\n');
  await dropFile(page, 700, 400, path);
  await page.waitForSelector('body[data-mode=plain]');
  const lab = page.locator('vram-scope [part=lab]');
  await lab.waitFor();
  assert.match(await lab.textContent(), /NV12/);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a GGUF file dropped on the canvas is read by its header', async () => {
  const page = await openApp();
  await dropFile(page, 640, 400, kGgufFile);
  await page.waitForFunction(() => typeof document.querySelector('vram-scope').state.requests[0].model === 'object');
  assert.equal((await page.result()).model.parameters, kGgufParameters);
  assert.deepEqual(page.complaints, []);
});

const kPlans = [
  ['default_config.yaml', kPlanText, 'fsdp'],
  ['ds_config.json', '{"zero_optimization": {"stage": 2}, "bf16": {"enabled": true}, "steps_per_print": 10}', 'deepspeed'],
  ['train.toml', '[training]\nlocal_batch_size = 1\nseq_len = 8192\n', 'torchtitan'],
];
for (const [name, text, engine] of kPlans) {
  test(`a training plan dropped on the canvas is laid over the question: ${name}`, async () => {
    const page = await openApp();
    await dropFile(page, 640, 400, textFile(name, text));
    await page.waitForFunction((wanted) => document.querySelector('vram-scope').result.request.engine === wanted, engine);
    const mirror = await page.result();
    const reply = native({ gpu: 'rtx-4090', plan: text });
    assert.equal(mirror.request.task, 'training');
    assert.deepEqual(mirror.results, reply.results);
    assert.match(await page.evaluate(() => location.hash), /task=training/);
    await page.waitForTimeout(kSettleMs);
    await page.save(`app-plan-${engine}`);
    assert.deepEqual(page.complaints, []);
  });
}

test('language: from the reader, and by the link', async () => {
  const page = await openApp('/', { locale: 'zh-CN' });
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-Hans');
  assert.match(await page.title(), /显存/);
  await page.waitForTimeout(kSettleMs);
  await page.save('app-zh');
  assert.deepEqual(page.complaints, []);
  const other = await browser.open('/?plain');
  await other.result();
  await other.locator('vram-scope summary', { hasText: 'Display' }).click();
  await other.locator('vram-scope').getByText('中文').click();
  await other.locator('vram-scope').getByText('权重', { exact: true }).first().waitFor();
  assert.equal(await other.evaluate(() => document.documentElement.lang), 'zh-Hans');
  await other.save('plain-zh');
});

/** How many pixels of the page have this colour, 0xRRGGBB. */
async function pixels(page, colour) {
  await page.waitForTimeout(kSettleMs);
  const png = (await page.screenshot()).toString('base64');
  return page.evaluate(
    async ([text, wanted]) => {
      const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
      pen.drawImage(image, 0, 0);
      const { data } = pen.getImageData(0, 0, image.width, image.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4)
        if ((data[i] << 16 | data[i + 1] << 8 | data[i + 2]) === wanted) ++count;
      return count;
    },
    [png, colour],
  );
}

test('the layers of the model: a map to go into, to come out of, and to search', async () => {
  const [attention, feedForward] = [0x2c5fa6, 0x146e66];
  const page = await openApp('/', { colorScheme: 'dark' });
  await page.mouse.click(439, 24);
  await page.waitForFunction(() => location.hash.includes('tab=layers'));
  await page.mouse.move(640, 24);
  const whole = await pixels(page, feedForward);
  assert.ok(whole > 20000, `${whole} pixels of the feed-forward blocks`);
  const blue = await pixels(page, attention);
  assert.ok(blue > 5000, `${blue} pixels of attention`);
  await page.save('app-layers');
  let covered = false;
  for (let nudge = 0; nudge < 5 && !covered; ++nudge) {
    await page.mouse.move(1040 + (nudge % 2), 260); // the rest of the pointer may fall between two frames
    covered = (await pixels(page, attention)) < blue - 3000;
  }
  assert.ok(covered, 'a tooltip lies over the map');
  await page.save('app-layers-hint');
  await page.mouse.click(450, 330, { delay: 100 });
  await page.mouse.move(640, 24);
  assert.ok((await pixels(page, feedForward)) > 1.2 * whole, 'the block fills the map');
  assert.ok((await pixels(page, attention)) < 2000);
  await page.save('app-layers-inside');
  for (let i = 0; i < 4; ++i) await page.keyboard.press('Backspace', { delay: 100 });
  const again = await pixels(page, feedForward);
  assert.ok(Math.abs(again - whole) < 0.1 * whole, `${whole} and then ${again}`);
  await page.mouse.click(1115, 86, { delay: 100 });
  await page.keyboard.type('query', { delay: 80 });
  await page.mouse.move(640, 24);
  assert.ok((await pixels(page, feedForward)) < 2000, 'the rest is dimmed');
  assert.ok((await pixels(page, attention)) > 5000);
  await page.save('app-layers-search');
  assert.deepEqual(page.complaints, []);
});

test('without WebGL the plain form is shown, and it works', async () => {
  const page = await blind.open('/');
  await page.result();
  assert.equal(await page.locator('body').getAttribute('data-mode'), 'plain');
  assert.ok(await page.locator('#no-webgl').isVisible());
  await page.locator('vram-scope').getByRole('spinbutton', { name: 'Context', exact: true }).fill('4096');
  assert.equal(
    await page.locator('vram-scope .total strong').innerText(),
    native({ engine: 'llama.cpp', context: 4096 }).results[0].device.text_gib,
  );
  await page.save('no-webgl');
  assert.deepEqual(page.complaints.filter((text) => !text.includes('was preloaded using link preload but not used')), []);
});

test('on paper the plain form stands in for the canvas', async () => {
  const page = await openApp();
  await page.emulateMedia({ media: 'print' });
  assert.ok(!(await page.locator('#canvas').isVisible()));
  assert.ok(await page.locator('vram-scope .terms').isVisible());
  assert.ok(!(await page.locator('vram-scope .controls').isVisible()));
  await page.save('print');
});

test('a phone, 360 px wide at three device pixels a pixel', async () => {
  const page = await openApp('/', {
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 3,
    hasTouch: true,
    isMobile: true,
  });
  const [width, backing] = await page.evaluate(() => [
    document.getElementById('canvas').clientWidth,
    /** @type {any} */ (document.getElementById('canvas')).width,
  ]);
  assert.equal(width, 360);
  assert.equal(backing, 1080);
  await page.waitForTimeout(kSettleMs);
  await page.save('app-360');
  assert.deepEqual(page.complaints, []);
});
