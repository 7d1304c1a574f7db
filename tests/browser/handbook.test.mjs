// The handbook as a reader meets it: from the front page to an answer, sliders, tools, a mock interview.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser } from './site.mjs';

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

/** Milliseconds, for people to read: nothing fails by them. */
const clock = () => {
  const begun = performance.now();
  return () => Math.round(performance.now() - begun);
};

for (const [form, path] of [['the canvas', '/'], ['the plain form', '/?plain']]) {
  test(`from ${form} to the memory of a full fine-tune of 7B: one click, no scrolling on a laptop`, async (t) => {
    for (const [lang, label] of [['en', 'Interview handbook'], ['zh', '面试手册']]) {
      const page = await browser.open('about:blank', { viewport: { width: 1366, height: 768 } });
      const passed = clock();
      await page.goto(browser.origin + path);
      const link = page.getByRole('link', { name: label });
      const place = await link.boundingBox();
      assert.ok(place.y >= 0 && place.y + place.height <= 768, `${label} is in sight`);
      await link.click();
      await page.waitForURL(`**/${lang}/handbook/`);
      const answer = page.locator('.most li').first();
      assert.match(await answer.textContent(), /7B.*1\d\d\.\d\d GiB/s);
      const box = await answer.boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= 768, JSON.stringify(box));
      t.diagnostic(`${lang}: ${passed()} ms from opening the site`);
      assert.equal(await page.evaluate(() => scrollY), 0);
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    }
  });
}

test('pages say everything without scripts', async () => {
  const page = await browser.open('/zh/handbook/training/#full-finetune-7b', { javaScriptEnabled: false });
  const question = page.locator('#full-finetune-7b');
  assert.match(await question.textContent(), /2 B × 6,738,415,616/);
  assert.ok(await question.locator('a.open').isVisible());
  assert.deepEqual(page.complaints.filter((one) => !/^failed: .*\.js$/.test(one)), []); // scripts that are not to run
  await page.context().close();
});

test('a slider asks the core again and takes the link with it', async () => {
  const page = await browser.open('/en/handbook/kv-cache/#kv-formula');
  await page.waitForSelector('body[data-live=yes]', { state: 'attached' });
  const work = page.locator('[data-request=l27]');
  assert.match(await work.locator('.value').first().textContent(), /2\.00 GiB/);
  await work.locator('input[type=range]').first().focus();
  await page.keyboard.press('ArrowRight'); // 4,096 -> 8,192
  await page.waitForFunction(() => /4\.00 GiB/.test(document.querySelector('[data-request=l27] .value').textContent));
  assert.match(await work.locator('a.open').getAttribute('href'), /model=llama-2-7b/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('figures of speed and traffic follow their sliders too', async () => {
  const page = await browser.open('/zh/handbook/parallel/#pipeline-bubble');
  await page.waitForSelector('body[data-live=yes]', { state: 'attached' });
  const work = page.locator('[data-request=pp8]');
  assert.match(await work.locator('.value').first().textContent(), /21\.9 %/);
  await work.locator('input[type=range]').first().focus();
  await page.keyboard.press('End'); // 16 stages
  await page.waitForFunction(() => /46\.9 %/.test(document.querySelector('[data-request=pp8] .value').textContent));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a working of an expression follows its slider without the core', async () => {
  const page = await browser.open('/zh/handbook/finetuning/#lora-parameters');
  await page.waitForSelector('body[data-live=yes]', { state: 'attached' });
  const work = page.locator('[data-working=lora_qv]');
  assert.match(await work.locator('.value').textContent(), /4,194,304/);
  await work.locator('input[type=range]').first().focus();
  await page.keyboard.press('ArrowRight'); // rank 16
  assert.match(await work.locator('.value').textContent(), /8,388,608/);
  assert.ok(!page.loaded.some((address) => address.endsWith('.wasm')));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('the contents page searches answers, mistakes and terms, marks what it found and keeps it in the address', async () => {
  const page = await browser.open('/zh/handbook/');
  assert.ok(!page.loaded.some((address) => address.endsWith('search.json')), 'the index comes when it is wanted');
  await page.fill('#find', 'KV缓存公式');
  await page.waitForSelector('#hits li');
  assert.match(await page.locator('#hits li').first().textContent(), /KV 缓存公式/);
  assert.equal(await page.locator('#hits li').first().locator('mark').first().textContent(), 'KV 缓存公式');
  assert.ok(await page.locator('#all-chapters').isHidden());
  await page.fill('#find', '利特尔法则'); // a term, and a follow-up
  await page.waitForFunction(() => document.querySelectorAll('#hits li').length === 2);
  assert.match(page.url(), /\?q=/);
  await page.reload();
  await page.waitForSelector('#hits mark');
  await page.locator('#hits a').last().click();
  await page.waitForURL('**/zh/handbook/cards/#decode-throughput');
  await page.goto(`${browser.origin}/en/handbook/`);
  await page.fill('#find', 'little law');
  await page.waitForSelector('#hits mark');
  await page.fill('#find', 'no such words');
  await page.waitForFunction(() => /Nothing has all/.test(document.querySelector('#found').textContent));
  await page.fill('#find', '');
  assert.ok(await page.locator('#all-chapters').isVisible());
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('units, bits and ZeRO picture', async () => {
  const page = await browser.open('/en/handbook/tools/');
  await page.fill('#quantity', '13.476831232 GB');
  assert.match(await page.locator('.converted').textContent(), /GiB12\.5512/);
  await page.fill('#bit-value', '65504');
  const row = (name) => page.locator('.bit-row', { has: page.locator(`[aria-label=${name}]`) });
  assert.match(await row('fp16').locator('output').textContent(), /^65,504$/);
  assert.match(await row('e4m3').locator('output').textContent(), /^448 /);
  await row('fp16').locator('.bit').first().click(); // the sign
  assert.match(await row('bf16').locator('output').textContent(), /^−65,536 /);
  assert.equal(await page.inputValue('#bit-value'), '-65504');
  await page.waitForSelector('#zero-view select');
  await page.locator('#zero-view select').selectOption('llama-3-70b');
  await page.waitForFunction(() => /70,553,706,496/.test(document.querySelector('#zero-view .caption').textContent));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a mock interview in Chinese: ten questions, explanations, a score sheet, the same again by its link', async () => {
  const page = await browser.open('/zh/handbook/practice/#mock=7', { locale: 'zh-CN' });
  const keys = [];
  let right = 0;
  for (let i = 0; i < 10; i += 1) {
    const card = page.locator('.card');
    await page.waitForFunction((at) => document.querySelector('.progress')?.textContent.includes(`第 ${at} 题`), i + 1);
    keys.push(await card.getAttribute('data-key'));
    if (await page.locator('#answer').count()) {
      await page.fill('#answer', 'x');
      await page.click('.card button.main');
      assert.match(await page.locator('[role=alert]').textContent(), /请输入数字/);
      await page.fill('#answer', '1');
    } else {
      await page.locator('input[type=radio]').first().check();
    }
    await page.click('.card button.main');
    const verdict = await page.locator('.card .verdict').first().textContent();
    assert.match(verdict, /正确|不对/);
    if (verdict.includes('正确')) right += 1;
    assert.ok((await page.locator('.card [aria-live] p').count()) >= 2, 'an explanation');
    await page.click('#go-on');
  }
  assert.match(await page.locator('#score').textContent(), new RegExp(`得分：${right} / 10`));
  assert.equal(await page.locator('.sheet tbody tr').count(), 10);
  await page.save('handbook-mock-zh');
  const again = await browser.open(new URL(await page.locator('#share').evaluate((a) => a.href)).pathname + '#mock=7');
  await again.waitForSelector('.card');
  assert.equal(await again.locator('.card').getAttribute('data-key'), keys[0]);
  assert.deepEqual([...page.complaints, ...again.complaints], []);
  await page.context().close();
  await again.context().close();
});

test('GB for GiB is recognised and named; progress is kept, also where storage is denied', async () => {
  const page = await browser.open('/en/handbook/practice/#mock=7');
  for (let i = 0; i < 10; i += 1) {
    await page.waitForSelector('.card');
    const key = await page.locator('.card').getAttribute('data-key');
    if (/^(weights|kv-cache|training-states|zero) (GiB|GB) /.test(key)) {
      const unit = key.split(' ')[1];
      await page.fill('#answer', '1');
      await page.click('.card button.main');
      const text = await page.locator('.card [aria-live]').textContent();
      const answer = Number(text.match(/Answer: ([\d.,]+)/)[1].replaceAll(',', ''));
      await page.reload();
      for (let j = 0; j < i; j += 1) await pass(page);
      await page.fill('#answer', String(unit === 'GiB' ? (answer * 2 ** 30) / 1e9 : (answer * 1e9) / 2 ** 30));
      await page.click('.card button.main');
      assert.match(await page.locator('.card [aria-live]').textContent(), unit === 'GiB' ? /figure in GB/ : /figure in GiB/);
      break;
    }
    await pass(page);
  }
  assert.ok(Object.keys(JSON.parse(await page.evaluate(() => localStorage.getItem('vramscope.practice')))).length > 0);
  await page.context().close();

  const denied = await browser.open('/en/handbook/');
  await denied.addInitScript(() => Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } }));
  await denied.goto(`${browser.origin}/en/handbook/practice/`);
  await denied.click('#start-practice');
  await denied.waitForSelector('.card');
  assert.deepEqual(denied.complaints, []);
  await denied.context().close();
});

/** Answers whatever stands there, and goes on. */
async function pass(page) {
  await page.waitForSelector('.card form');
  if (await page.locator('#answer').count()) await page.fill('#answer', '1');
  else await page.locator('input[type=radio]').first().check();
  await page.click('.card button.main');
  await page.click('#go-on');
}

test('a number may be chosen instead of typed; the wrong ones say which mistake leads to them', async () => {
  const page = await browser.open('/zh/handbook/practice/#mock=7');
  while (!(await page.locator('#answer').count())) await pass(page);
  await page.click('#easier');
  const choices = page.locator('.choices label');
  assert.ok((await choices.count()) >= 2);
  await choices.first().click();
  await page.click('.card button.main');
  assert.match(await page.locator('.card .verdict').textContent(), /正确|不对/);
  assert.equal(await page.locator('.choices label.right').count(), 1);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('nothing is wider than a phone, in both languages and schemes; pictures are kept', async () => {
  const places = ['', 'size/', 'formats/', 'inference/', 'kv-cache/', 'training/', 'activations/', 'parallel/', 'cards/', 'utilisation/', 'finetuning/', 'glossary/', 'tools/', 'practice/'];
  for (const lang of ['en', 'zh']) {
    for (const width of [360, 1280]) {
      const page = await browser.open(`/${lang}/handbook/`, { viewport: { width, height: 800 }, colorScheme: lang === 'zh' ? 'dark' : 'light' });
      await page.waitForLoadState('networkidle');
      for (const place of places) {
        await page.goto(`${browser.origin}/${lang}/handbook/${place}`);
        await page.waitForLoadState('networkidle');
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${lang}/${place} at ${width}`);
        if (['', 'training/', 'tools/'].includes(place)) await page.save(`handbook-${lang}-${place.slice(0, -1) || 'contents'}-${width}`);
      }
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    }
  }
});

test('every field has a label, every button a name, targets are large enough on a phone', async () => {
  const page = await browser.open('/zh/handbook/training/', { viewport: { width: 360, height: 740 }, hasTouch: true });
  await page.waitForSelector('body[data-live=yes]', { state: 'attached' });
  const faults = await page.evaluate(() => {
    const wrong = [];
    for (const field of document.querySelectorAll('input, select')) if (!field.labels?.length && !field.getAttribute('aria-label')) wrong.push(field.outerHTML);
    for (const button of document.querySelectorAll('button')) if (!(button.textContent.trim() || button.getAttribute('aria-label'))) wrong.push(button.outerHTML);
    for (const field of document.querySelectorAll('input[type=range], select, button')) if (field.offsetParent && field.getBoundingClientRect().height < 24) wrong.push(`small: ${field.outerHTML.slice(0, 80)}`);
    return wrong;
  });
  assert.deepEqual(faults, []);
  await page.context().close();
});
