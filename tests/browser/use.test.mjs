// Using the app as a reader does: keys, pointer, clipboard, downloads; and what assistive technology gets.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { native, openBrowser } from './site.mjs';

const kSettleMs = 900;

let browser;
before(async () => { browser = await openBrowser(); });
after(() => browser.close());

async function openApp(path = '/', options = {}) {
  const page = await browser.open(path, options);
  await page.waitForSelector('body[data-mode=canvas]', { timeout: 30000 });
  await page.result();
  await page.locator('#canvas').focus();
  return page;
}
const request = async (page) => (await page.result()).request;
const until = (page, check, value) => page.waitForFunction(check, value, { timeout: 8000 });
const contextIs = (page, tokens) =>
  until(page, (wanted) => document.querySelector('vram-scope').result?.request.context === wanted, tokens);

test('the palette: Ctrl+K, a few letters, Enter', async () => {
  const page = await openApp();
  await page.keyboard.press('Control+k');
  await page.waitForTimeout(kSettleMs);
  await page.keyboard.type('qwen3 8b', { delay: 30 });
  await page.waitForTimeout(kSettleMs);
  await page.save('palette');
  await page.keyboard.press('Enter', { delay: 80 });
  await until(page, () => document.querySelector('vram-scope').result?.model.id === 'qwen3-8b');
  await page.waitForFunction(() => location.hash.includes('qwen3-8b'), null, { timeout: 8000 });
  await page.keyboard.press('Control+z', { delay: 80 });
  await until(page, () => document.querySelector('vram-scope').result?.model.id === 'llama-3.1-8b');
  await page.keyboard.press('Control+Shift+z', { delay: 80 });
  await until(page, () => document.querySelector('vram-scope').result?.model.id === 'qwen3-8b');
  assert.deepEqual(page.complaints, []);
});

test('the palette explains terms of art, and takes Chinese by an input method', async () => {
  const page = await openApp('/#v=1&lang=zh', { locale: 'zh-CN' });
  await page.waitForTimeout(kSettleMs);
  await page.keyboard.press('Control+k');
  await page.waitForTimeout(kSettleMs);
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Input.imeSetComposition', { text: 'fen', selectionStart: 3, selectionEnd: 3 });
  await protocol.send('Input.insertText', { text: '分组查询' });
  await page.waitForTimeout(kSettleMs);
  await page.save('palette-zh');
  await page.keyboard.press('Escape', { delay: 80 });
  assert.deepEqual(page.complaints, []);
});

test('the sweep: a drag on the plot changes the question, one step to undo', async () => {
  const page = await openApp('/#v=1&tab=sweep&engine=llama.cpp');
  await page.waitForTimeout(kSettleMs);
  await page.mouse.move(866, 450);
  await page.mouse.down();
  for (let x = 866; x <= 1100; x += 18) await page.mouse.move(x, 450);
  await page.mouse.up();
  await page.waitForTimeout(kSettleMs);
  const moved = await request(page);
  assert.ok(moved.context > 30000, `${moved.context}`);
  const reply = native({ engine: 'llama.cpp', context: moved.context });
  assert.deepEqual((await page.result()).results, reply.results);
  await page.mouse.move(700, 400);
  await page.waitForTimeout(kSettleMs);
  await page.save('sweep');
  await page.keyboard.press('Control+z', { delay: 80 });
  await contextIs(page, 8192);
  assert.deepEqual(page.complaints, []);
});

test('the plot is saved as SVG, the answer as CSV', async () => {
  const page = await openApp('/#v=1&tab=sweep&engine=llama.cpp');
  await page.waitForTimeout(kSettleMs);
  const svg = page.waitForEvent('download');
  await page.mouse.click(398, 726, { delay: 100 });
  const file = await svg;
  assert.equal(file.suggestedFilename(), 'vramscope-sweep.svg');
  const text = readFileSync(await file.path(), 'utf8');
  assert.ok(text.startsWith('<svg ') && text.includes('RTX 4090'));
  const png = page.waitForEvent('download');
  await page.mouse.click(510, 726, { delay: 100 });
  const points = await png;
  assert.equal(points.suggestedFilename(), 'vramscope-sweep.png');
  const picture = readFileSync(await points.path());
  assert.equal(picture.readUInt32BE(16), 2880); // three points for each of 960 units
  assert.ok(picture.length > 20000, `${picture.length} bytes: an empty picture is smaller`);
  await page.mouse.click(1228, 24, { delay: 100 });
  await page.waitForTimeout(kSettleMs);
  await page.save('share-menu');
  const csv = page.waitForEvent('download');
  await page.mouse.click(1180, 122, { delay: 100 });
  const table = readFileSync(await (await csv).path(), 'utf8');
  assert.ok(table.startsWith('term,place,bytes,low,high'), table);
  assert.deepEqual(page.complaints, []);
});

test('the view is saved as a picture', async () => {
  const page = await openApp();
  await page.mouse.click(1228, 24, { delay: 100 });
  await page.waitForTimeout(kSettleMs);
  const saved = page.waitForEvent('download');
  await page.mouse.click(1180, 178, { delay: 100 });
  const png = readFileSync(await (await saved).path());
  assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from('PNG')]);
  assert.ok(png.length > 10000, `${png.length} bytes: an empty picture is smaller`);
});

test('Markdown goes to the clipboard', async () => {
  const page = await openApp();
  await page.mouse.click(1228, 24, { delay: 100 });
  await page.waitForTimeout(kSettleMs);
  await page.mouse.click(1180, 94, { delay: 100 });
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith('**Llama 3.1 8B**'), null, { timeout: 8000 });
});

test('two questions side by side, and both in the link', async () => {
  const page = await openApp('/#v=1&engine=llama.cpp');
  await page.keyboard.press('b', { delay: 80 });
  await page.keyboard.press('Control+k');
  await page.waitForTimeout(kSettleMs);
  await page.keyboard.type('serve 100', { delay: 30 });
  await page.waitForTimeout(kSettleMs);
  await page.keyboard.press('Enter', { delay: 80 });
  await until(page, () => document.querySelector('vram-scope').result?.request.engine === 'vllm');
  await page.waitForFunction(() => location.hash.includes('b.engine=llama.cpp'), null, { timeout: 8000 });
  await page.waitForTimeout(kSettleMs);
  await page.save('scenarios');
  assert.deepEqual(page.complaints, []);
});

test('the whole job by the keyboard alone', async () => {
  const page = await browser.open('/');
  await page.waitForSelector('body[data-mode=canvas]', { timeout: 30000 });
  await page.result();
  await page.keyboard.press('Tab'); // the plain form
  await page.keyboard.press('Tab'); // the canvas
  assert.equal(await page.evaluate(() => document.activeElement.id), 'canvas');
  for (const words of ['gemma 2 9b', 'rtx 3090', 'chat on one']) {
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(kSettleMs);
    await page.keyboard.type(words, { delay: 30 });
    await page.waitForTimeout(kSettleMs);
    await page.keyboard.press('Enter', { delay: 80 });
    await page.waitForTimeout(kSettleMs);
  }
  const asked = await request(page);
  assert.equal(asked.devices[0].gpu, 'rtx-3090');
  assert.equal(asked.weights, 'q4_k_m');
  assert.match((await page.result()).model.id, /gemma-2-9b/);
  await page.keyboard.press('?');
  await page.waitForTimeout(kSettleMs);
  await page.save('shortcuts');
  await page.keyboard.press('Escape', { delay: 80 });
  await page.keyboard.press('Escape', { delay: 80 });
  await page.keyboard.press('Tab'); // out
  assert.notEqual(await page.evaluate(() => document.activeElement.id), 'canvas');
});

test('the theme follows the system until the reader chooses', async () => {
  const page = await openApp('/', { colorScheme: 'light' });
  const ground = async () => {
    await page.mouse.move(2, 400);
    await page.waitForTimeout(kSettleMs);
    const png = (await page.screenshot({ clip: { x: 332, y: 700, width: 1, height: 1 } })).toString('base64');
    return page.evaluate(async (text) => {
      const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const pen = new OffscreenCanvas(1, 1).getContext('2d');
      pen.drawImage(image, 0, 0);
      return pen.getImageData(0, 0, 1, 1).data[0];
    }, png);
  };
  assert.ok((await ground()) > 200, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.ok((await ground()) < 60, 'dark, as the system now');
  assert.ok(!(await page.evaluate(() => location.hash.includes('theme='))));
  await page.keyboard.press('t', { delay: 80 }); // light, by choice
  await page.waitForFunction(() => location.hash.includes('theme=light'), null, { timeout: 8000 });
  assert.ok((await ground()) > 200);
});

test('axe finds nothing, behind the canvas and in the plain form', async (t) => {
  let axe;
  try {
    axe = (await import('axe-core')).default;
  } catch {
    return t.skip('axe-core is not installed');
  }
  for (const [path, scheme] of [['/', 'light'], ['/?plain', 'light'], ['/?plain', 'dark']]) {
    const page = await browser.open(path, { colorScheme: scheme });
    await page.result();
    await page.waitForTimeout(1500);
    await page.evaluate(`${axe.source}; globalThis.axe = axe;`).catch(() => {});
    if (!(await page.evaluate(() => 'axe' in globalThis))) {
      const session = await page.context().newCDPSession(page); // the page's policy forbids eval
      await session.send('Runtime.evaluate', { expression: axe.source });
    }
    const { violations } = await page.evaluate(() => globalThis.axe.run(document));
    const said = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join('; ')}`);
    assert.deepEqual(said, [], `${path} ${scheme}`);
  }
});

test('one sentence for screen readers after each change', async () => {
  const page = await openApp('/#v=1&engine=llama.cpp');
  await page.keyboard.press('Control+k');
  await page.waitForTimeout(kSettleMs);
  await page.keyboard.type('rtx 3060 12', { delay: 30 });
  await page.waitForTimeout(kSettleMs);
  await page.keyboard.press('Enter', { delay: 80 });
  await page.waitForFunction(() => document.getElementById('said').textContent.includes('3060'), null, { timeout: 8000 });
  const said = await page.locator('#said').innerText();
  assert.match(said, /Llama 3\.1 8B/);
  assert.match(said, /not fit|GiB/);
});

for (const [width, height, ratio] of [[360, 740, 2], [1280, 800, 1.5], [3840, 2160, 1]]) {
  for (const [lang, scheme] of [['en', 'dark'], ['zh', 'light']]) {
    test(`picture: ${width} wide at ${ratio}, ${lang}, ${scheme}`, async () => {
      const page = await browser.open(`/#v=1&engine=llama.cpp&lang=${lang}&tab=sweep`, {
        viewport: { width, height }, deviceScaleFactor: ratio, colorScheme: scheme, locale: lang === 'zh' ? 'zh-CN' : 'en-GB',
      });
      await page.waitForSelector('body[data-mode=canvas]', { timeout: 30000 });
      await page.result();
      await page.waitForTimeout(1500);
      await page.save(`at-${width}-${ratio}-${lang}`);
      assert.deepEqual(page.complaints, []);
    });
  }
}

test('a finger drags the line of the plot', async () => {
  const page = await browser.open('/#v=1&engine=llama.cpp&tab=sweep', { hasTouch: true });
  await page.waitForSelector('body[data-mode=canvas]', { timeout: 30000 });
  await page.result();
  await page.waitForTimeout(kSettleMs);
  const protocol = await page.context().newCDPSession(page);
  const touch = (type, x, y) => protocol.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  await touch('touchStart', 866, 450);
  for (let x = 866; x <= 1100; x += 13) {
    await touch('touchMove', x, 450);
    await page.waitForTimeout(30);
  }
  await touch('touchEnd');
  await until(page, () => document.querySelector('vram-scope').result?.request.context > 30000);
  await page.save('touch');
  assert.deepEqual(page.complaints, []);
});

test('practice: an answer, its working, and the question in the calculator', async () => {
  const page = await openApp('/#v=1&tab=practice');
  await page.waitForTimeout(kSettleMs);
  await page.save('practice');
  await page.mouse.click(430, 249, { delay: 100 });
  await page.keyboard.type('7.145', { delay: 40 }); // GiB where GB were asked for
  await page.keyboard.press('Enter', { delay: 80 });
  await page.waitForTimeout(kSettleMs);
  await page.save('practice-answered');
  await page.mouse.click(710, 447, { delay: 100 }); // open it in the calculator
  await until(page, () => document.querySelector('vram-scope').result?.model.id === 'phi-4-mini');
  assert.equal((await request(page)).weights, 'bf16');
  assert.deepEqual(page.complaints, []);
});
