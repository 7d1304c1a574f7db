// <vram-scope> in a documentation page, used by real input.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { configFile, dropFile, kConfig, kGgufFile, kGgufParameters, kPlanText, native, openBrowser, textFile } from './site.mjs';

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const file = configFile();

const shownTotal = (page, selector = 'vram-scope') =>
  page.locator(`${selector} .total strong`).first().innerText();

/** The terms that a person sees: name and figure. */
const shownTerms = (page) =>
  page
    .locator('vram-scope')
    .first()
    .locator('.terms tbody:not(.sum, .host) tr.term')
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector('.chip').dataset.term, row.querySelector('td').innerText]),
    );

function nativeTerms(reply, units = 'gib') {
  const onCard = (term) => term.place !== 'host' && term.bytes > 0;
  return reply.results[0].terms.filter(onCard).map((term) => [term.id, term[`text_${units}`]]);
}

test('the demo page shows what the command line says', async () => {
  const page = await browser.open('/embed-demo.html');
  const reply = native({ model: 'llama-3.1-8b', context: 8192, gpu: 'rtx-4090' });
  assert.deepEqual((await page.result()).results, reply.results);
  assert.deepEqual(await shownTerms(page), nativeTerms(reply));
  assert.equal(await shownTotal(page), reply.results[0].device.text_gib);
  assert.ok((await page.locator('vram-scope').nth(1).locator('.compare li').count()) === 3);
  assert.equal(await page.locator('vram-scope').nth(1).locator('input, select').count(), 0, 'locked');
  await page.save('embed-demo');
  assert.deepEqual(page.complaints, []);
});

test('nothing moves while the demo page loads', async () => {
  const page = await browser.open('/embed-demo.html');
  await page.result('vram-scope[locked]');
  const shift = await page.evaluate(
    () =>
      new Promise((done) => {
        new PerformanceObserver((list) =>
          done(list.getEntries().reduce((sum, entry) => sum + entry.value, 0)),
        ).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(0), 500);
      }),
  );
  assert.ok(shift < 0.1, `layout shift ${shift}`);
});

test('a row opens its working by keyboard', async () => {
  const page = await browser.open('/embed-demo.html');
  await page.result();
  const row = page.locator('vram-scope').first().locator('[data-key=term-kv_cache]');
  await row.focus();
  await page.keyboard.press('Enter');
  assert.equal(await row.getAttribute('aria-expanded'), 'true');
  const reply = native({ model: 'llama-3.1-8b', context: 8192, gpu: 'rtx-4090' });
  const working = await page.locator('vram-scope').first().locator('.working').innerText();
  assert.ok(working.includes(reply.results[0].terms.find((term) => term.id === 'kv_cache').working), working);
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('vram-scope').first().locator('.working').count(), 0);
});

test('typing a context asks again and tells the page', async () => {
  const page = await browser.open('/embed-demo.html');
  await page.result();
  await page.evaluate(() => {
    globalThis.told = [];
    addEventListener('vramscope-change', ({ detail }) =>
      told.push([detail.source, detail.result.results[0].device.bytes]),
    );
  });
  const box = page.locator('vram-scope').first().getByRole('spinbutton', { name: 'Context', exact: true });
  await box.fill('');
  await box.pressSequentially('32768');
  const reply = native({ model: 'llama-3.1-8b', context: 32768, gpu: 'rtx-4090' });
  assert.equal(await shownTotal(page), reply.results[0].device.text_gib);
  assert.deepEqual((await page.evaluate(() => told)).at(-1), ['user', reply.results[0].device.bytes]);
  assert.equal(await box.inputValue(), '32768');
});

test('an impossible input is told in a sentence and keeps the last answer', async () => {
  const page = await browser.open('/embed-demo.html');
  await page.result();
  const before = await shownTotal(page);
  const box = page.locator('vram-scope').first().getByRole('spinbutton', { name: 'Context', exact: true });
  await box.fill('0');
  assert.match(await page.locator('vram-scope').first().getByRole('alert').innerText(), /context/);
  assert.equal(await box.getAttribute('aria-invalid'), 'true');
  assert.equal(await shownTotal(page), before);
  await box.fill('8192');
  assert.equal(await page.locator('vram-scope').first().getByRole('alert').count(), 0);
});

test('attributes are properties, and the script may set the state', async () => {
  const page = await browser.open('/embed-demo.html');
  await page.result();
  const got = await page.evaluate(async () => {
    const element = document.querySelector('vram-scope');
    const changed = () =>
      new Promise((done) =>
        element.addEventListener('vramscope-change', ({ detail }) => done(detail.source), { once: true }),
      );
    let told = changed();
    element.weights = 'q4_k_m';
    const sources = [await told];
    const first = element.result.results[0].device.bytes;
    told = changed();
    element.state = {
      v: 1,
      requests: [{ model: 'llama-3.1-8b', weights: 'q8_0', gpu: 'rtx-4090' }],
      view: { units: 'gb' },
    };
    sources.push(await told);
    return {
      sources,
      first,
      second: element.result.results[0].device.bytes,
      units: element.units,
      state: element.state,
    };
  });
  assert.deepEqual(got.sources, ['api', 'api']);
  assert.equal(
    got.first,
    native({ model: 'llama-3.1-8b', weights: 'q4_k_m', context: 8192, gpu: 'rtx-4090' }).results[0].device
      .bytes,
  );
  assert.equal(
    got.second,
    native({ model: 'llama-3.1-8b', weights: 'q8_0', gpu: 'rtx-4090' }).results[0].device.bytes,
  );
  assert.equal(got.units, 'gb');
  assert.equal(got.state.v, 1);
});

test('theme and language follow the page', async () => {
  const page = await browser.open('/embed-demo.html', { colorScheme: 'dark' });
  await page.result();
  const theme = () => page.locator('vram-scope .root').first().getAttribute('data-theme');
  assert.equal(await theme(), 'dark');
  await page.save('embed-demo-dark');
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light';
  });
  assert.equal(await theme(), 'light');
  await page.evaluate(() => {
    document.documentElement.lang = 'zh';
  });
  await page.locator('vram-scope').first().getByText('权重', { exact: true }).first().waitFor();
  await page.save('embed-demo-zh');
});

for (const way of ['file chooser', 'drop']) {
  test(`a config.json by ${way}: the same reply as the command line's`, async () => {
    const page = await browser.open('/?plain');
    await page.result();
    if (way === 'drop') {
      const box = await page.locator('vram-scope .file-picker').boundingBox();
      await dropFile(page, box.x + 20, box.y + 8, file);
    } else {
      const choosing = page.waitForEvent('filechooser');
      await page.locator('vram-scope .file-picker').click();
      await (await choosing).setFiles(file);
    }
    await page.waitForFunction(
      () => typeof document.querySelector('vram-scope').state.requests[0].model === 'object',
    );
    const mirror = await page.result();
    const reply = native({ model: { config: kConfig }, engine: 'llama.cpp' });
    assert.deepEqual(mirror.results, reply.results);
    assert.deepEqual(mirror.model, reply.model);
    assert.deepEqual(await shownTerms(page), nativeTerms(reply));
    assert.deepEqual(page.complaints, []);
  });
}

test('a file that is no config.json is told so', async () => {
  const page = await browser.open('/?plain');
  await page.result();
  const other = join(dirname(file), 'notes.json');
  writeFileSync(other, 'not json');
  await page.locator('vram-scope input[type=file]').setInputFiles(other);
  assert.match(
    await page.locator('vram-scope').getByRole('alert').innerText(),
    /notes\.json: This is no config\.json/,
  );
});

test('a GGUF file is read by its header, and its cut end is said', async () => {
  const page = await browser.open('/?plain');
  await page.result();
  await page.locator('vram-scope input[type=file]').setInputFiles(kGgufFile);
  await page.waitForFunction(
    () => typeof document.querySelector('vram-scope').state.requests[0].model === 'object',
  );
  assert.equal((await page.result()).model.parameters, kGgufParameters);
  assert.match(await page.locator('vram-scope').locator('[part=warnings]').innerText(), /cut off/);
  assert.deepEqual(page.complaints, []);
});

test('a training plan is laid over the request, and what it does not use is said once', async () => {
  const page = await browser.open('/?plain');
  await page.result();
  await page.locator('vram-scope input[type=file]').setInputFiles(textFile('default_config.yaml', kPlanText));
  await page.waitForFunction(() => document.querySelector('vram-scope').result.request.engine === 'fsdp');
  const mirror = await page.result();
  const reply = native({ gpu: 'rtx-4090', engine: 'llama.cpp', plan: kPlanText });
  assert.deepEqual(mirror.results, reply.results);
  assert.equal(mirror.request.training.recompute, 'full');
  const kept = await page.evaluate(() => document.querySelector('vram-scope').state.requests[0]);
  assert.deepEqual([kept.ask, kept.explain], [undefined, undefined]);
  const said = await page.locator('vram-scope [part=warnings]').innerText();
  assert.equal(said.match(/compute_environment, debug/g)?.length, 1, said);
  assert.equal(await page.locator('vram-scope').getByRole('alert').count(), 0);
  await page.save('plain-plan');
  assert.deepEqual(page.complaints, []);
});

test('a faulty training plan changes nothing and names its line', async () => {
  const page = await browser.open('/?plain');
  const before = (await page.result()).request;
  await page.locator('vram-scope input[type=file]').setInputFiles(textFile('plan.yaml', 'num_processes: 8\n- one\n'));
  assert.match(await page.locator('vram-scope').getByRole('alert').innerText(), /Line 2/);
  assert.deepEqual((await page.result()).request, before);
});

test('every further setting has a control, and goes with the engine it belongs to', async () => {
  const page = await browser.open('/?plain');
  await page.result();
  const form = page.locator('vram-scope .controls');
  await form.getByText('Train', { exact: true }).click();
  await form.getByLabel('Method').selectOption('qlora');
  await form.locator('summary', { hasText: 'More settings' }).click();
  await form.getByLabel('lora.rank').fill('64');
  await form.getByLabel('expandable_segments').selectOption('true');
  const reply = native({ gpu: 'rtx-4090', task: 'training', training: { method: 'qlora', lora: { rank: 64 }, expandable_segments: true } });
  await page.waitForFunction(() => document.querySelector('vram-scope').result.request.training.expandable_segments === true);
  assert.deepEqual((await page.result()).results[0].terms, reply.results[0].terms);
  await page.save('plain-further');
  await form.getByLabel('Method').selectOption('full');
  assert.equal(await form.getByLabel('lora.rank').count(), 0);
  const { state, result } = await page.evaluate(() => {
    const { state, result } = document.querySelector('vram-scope');
    return { state, result };
  });
  assert.equal(state.requests[0].training?.lora, undefined);
  assert.deepEqual(result.warnings.filter(({ code }) => code === 'option_ignored'), []);
  assert.deepEqual(page.complaints, []);
});

test('what does not fit comes with what would help, and a click does it', async () => {
  const page = await browser.open('/?plain#v=1&model=llama-3.1-70b&engine=llama.cpp&gpu=rtx-4090');
  const { advice } = (await page.result()).results[0];
  const list = page.locator('vram-scope [part=advice]');
  await page.save('plain-advice');
  await list.getByRole('button', { name: /-ngl/ }).click();
  await page.waitForFunction(() => document.querySelector('vram-scope').result.results[0].verdict === 'fits');
  const mirror = await page.result();
  assert.equal(mirror.request.options.gpu_layers, advice[0].patch.options.gpu_layers);
  assert.equal(mirror.results[0].device.bytes, advice[0].device.bytes);
  assert.equal(await list.count(), 0);
  assert.deepEqual(page.complaints, []);
});

test('unlike cards have a row each, and the activations are a list of tensors', async () => {
  const page = await browser.open('/?plain#v=1&model=llama-3.1-8b&engine=llama.cpp&gpu=rtx-4090,rtx-3060-12gb*2');
  const { results, model } = await page.result();
  const rows = page.locator('vram-scope [part=ranks] tr');
  assert.equal(await rows.count(), results[0].per_rank.length);
  assert.match(await rows.first().innerText(), new RegExp(`RTX 4090.*${results[0].per_rank[0].layers} layers`, 's'));
  assert.match(await page.locator('vram-scope [part=facts]').innerText(), new RegExp(model.kv_text_gib));
  await page.save('plain-ranks');
  const other = await browser.open('/?plain#v=1&task=training&engine=torch&model=llama-3.1-8b');
  const saved = (await other.result()).results[0].saved_tensors;
  await other.locator('vram-scope [data-key=term-activations]').click();
  const list = await other.locator('vram-scope [part=working]').innerText();
  for (const line of saved) assert.ok(list.includes(line.text_gib), line.id);
  await other.save('plain-saved');
  assert.deepEqual([...page.complaints, ...other.complaints], []);
});

test('a pasted config.json is read', async () => {
  const page = await browser.open('/?plain');
  await page.result();
  await page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(kConfig));
  await page.locator('vram-scope select').first().focus();
  await page.keyboard.press('Control+V');
  await page.waitForFunction(
    () => typeof document.querySelector('vram-scope').state.requests[0].model === 'object',
  );
  assert.equal((await page.result()).model.parameters, 8030261248);
});

for (const width of [360, 1280]) {
  test(`at ${width} px nothing is cut off sideways`, async () => {
    for (const [path, name] of [
      ['/embed-demo.html', 'embed-demo'],
      ['/?plain', 'plain'],
    ]) {
      const page = await browser.open(path, { viewport: { width, height: 760 }, hasTouch: width < 500 });
      await page.result();
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(over <= 0, `${path} is ${over} px too wide`);
      await page.save(`${name}-${width}`);
      await page.context().close();
    }
  });
}

test('the full form shows the tree of the model as the command line counts it', async () => {
  const page = await browser.open('/?plain');
  await page.result();
  const request = { ask: 'inspect', explain: 'none', engine: 'llama.cpp' };
  const reply = native(request);
  const layers = page.locator('vram-scope details.layers');
  assert.equal(await layers.locator('.module').count(), 0, 'nothing is asked before it is wanted');
  await layers.locator('> summary').click();
  await layers.locator('.module').first().waitFor();
  const rows = await layers.locator('.module').evaluateAll((all) =>
    all.map((row) => [row.title, row.querySelector('.number').innerText || row.querySelector('.number').textContent]),
  );
  assert.deepEqual(rows, reply.inspect.map((row) => [row.path, row.text_gib]));
  const query = layers.locator('[title="layers.full.attention.query"]');
  assert.ok(!(await query.isVisible()));
  await layers.locator('summary:has([title="layers.full"])').click();
  await layers.locator('summary:has([title="layers.full.attention"])').click();
  assert.ok(await query.isVisible());
  await page.save('plain-layers');
  assert.deepEqual(page.complaints, []);
});
