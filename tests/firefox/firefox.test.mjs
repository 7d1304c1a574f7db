// The main job in Firefox: the canvas, its keys, pointer and text, the address, the plain form. Firefox draws
// WebGL only on a display, so this runs under Xvfb; without a Firefox or its driver it is skipped.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { native, serve } from '../browser/site.mjs';

const kStartMs = 120000; // software GL on a busy machine
const kSettleMs = 1200;
const kFirefox = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => path && existsSync(path));
const driver = kFirefox && (await import('puppeteer-core').catch(() => null));
const skip = !driver && 'no Firefox, or no puppeteer-core';

/** @type {any} */
let browser;
/** @type {any} */
let server;
before(async () => {
  if (!driver) return;
  server = await serve();
  browser = await driver.default.launch({
    browser: 'firefox', executablePath: kFirefox, headless: false, timeout: kStartMs, protocolTimeout: kStartMs,
    extraPrefsFirefox: { 'webgl.force-enabled': true },
  });
});
after(async () => {
  await browser?.close();
  server?.close();
});

const pause = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));
const until = (/** @type {any} */ page, /** @type {any} */ check, /** @type {any[]} */ ...values) => page.waitForFunction(check, { timeout: 30000, polling: 200 }, ...values);
const request = (/** @type {any} */ page) => page.evaluate(() => document.querySelector('vram-scope').result.request);

/** Waits until nothing is drawn any more: all that was done has been answered. */
async function settle(/** @type {any} */ page) {
  const frames = () => page.evaluate(() => globalThis.vramscope.app.module.frames());
  for (let drawn = -1; drawn !== (drawn = await frames());) await pause(kSettleMs);
}

async function openApp(path = '/') {
  const page = await browser.newPage();
  page.complaints = [];
  page.on('console', (/** @type {any} */ message) => { if (message.type() === 'error') page.complaints.push(message.text()); });
  page.on('pageerror', (/** @type {any} */ error) => page.complaints.push(error.message));
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(`http://127.0.0.1:${server.address().port}${path}`);
  await page.waitForSelector('body[data-mode=canvas]', { timeout: kStartMs });
  await until(page, () => document.querySelector('vram-scope')?.result);
  await until(page, () => globalThis.vramscope?.app?.module.frames() > 0);
  await settle(page);
  return page;
}

test('the first question is answered, drawn, and said', { skip }, async () => {
  const page = await openApp();
  const reply = native({ engine: 'llama.cpp' });
  assert.deepEqual(await page.evaluate(() => document.querySelector('vram-scope').result.results), reply.results);
  await until(page, (/** @type {string} */ said) => document.getElementById('canvas').getAttribute('aria-label').includes(said), reply.results[0].summary_gib);
  const frames = await page.evaluate(() => globalThis.vramscope.app.module.frames());
  await pause(2000);
  assert.equal(await page.evaluate(() => globalThis.vramscope.app.module.frames()), frames, 'an idle page draws nothing');
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('the whole job by the keyboard alone', { skip }, async () => {
  const page = await openApp();
  await page.keyboard.press('Tab'); // the plain form
  await page.keyboard.press('Tab'); // the canvas
  assert.equal(await page.evaluate(() => document.activeElement.id), 'canvas');
  for (const words of ['gemma 2 9b', 'rtx 3090', 'chat on one']) {
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    await pause(kSettleMs);
    await page.keyboard.type(words, { delay: 40 });
    await pause(kSettleMs);
    await page.keyboard.press('Enter', { delay: 80 });
    await pause(kSettleMs);
  }
  const asked = await request(page);
  assert.equal(asked.devices[0].gpu, 'rtx-3090');
  assert.equal(asked.weights, 'q4_k_m');
  assert.match(await page.evaluate(() => document.querySelector('vram-scope').result.model.id), /gemma-2-9b/);
  await page.keyboard.press('Escape', { delay: 80 });
  await page.keyboard.press('Tab');
  assert.notEqual(await page.evaluate(() => document.activeElement.id), 'canvas');
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('a drag on the sweep changes the question, and the address follows', { skip }, async () => {
  const page = await openApp('/#v=1&tab=sweep&engine=llama.cpp');
  await page.mouse.move(866, 450);
  await page.mouse.down();
  for (let x = 866; x <= 1100; x += 26) await page.mouse.move(x, 450);
  await page.mouse.up();
  await settle(page);
  const { context } = await request(page);
  assert.ok(context > 30000, `${context}`);
  await until(page, (/** @type {number} */ wanted) => location.hash.includes(String(wanted)), context);
  assert.deepEqual(await page.evaluate(() => document.querySelector('vram-scope').result.results), native({ engine: 'llama.cpp', context }).results);
  await page.goBack().catch(() => {});
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('the page keeps its keys and its wheel, and the plain form works', { skip }, async () => {
  const page = await openApp();
  await page.evaluate(() => {
    const input = Object.assign(document.createElement('input'), { id: 'page-input' });
    const tall = document.createElement('div');
    tall.style.height = '2000px';
    document.body.append(input, tall);
  });
  await page.click('#page-input');
  await page.keyboard.type('abc');
  await page.keyboard.press('Backspace');
  assert.equal(await page.evaluate(() => document.getElementById('page-input').value), 'ab');
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(700, 300);
  await page.mouse.wheel({ deltaY: 120 });
  await until(page, () => scrollY > 0);
  await page.evaluate(() => scrollTo(0, 0));
  await page.focus('#use-plain');
  await page.keyboard.press('Enter');
  await until(page, () => document.body.dataset.mode === 'plain');
  assert.deepEqual(page.complaints, []);
  await page.close();
});
