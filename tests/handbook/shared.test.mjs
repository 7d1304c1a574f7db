// The small parts: expressions, formats, number formats, units.
import assert from 'node:assert/strict';
import test from 'node:test';
import { evaluate, line, names, parse } from '../../web/handbook/shared/expression.js';
import { FORMATS, write } from '../../web/handbook/shared/format.js';
import { NUMBER_FORMATS, decode, encode, find, largest, smallestNormal, smallestSubnormal, width } from '../../web/handbook/shared/number_formats.js';
import { inAll, read } from '../../web/handbook/shared/units.js';
import { WORDS } from '../../web/handbook/shared/words.js';

test('expressions', () => {
  const value = (text, values = {}) => evaluate(parse(text), values);
  assert.equal(value('1 + 2 * 3'), 7);
  assert.equal(value('(1 + 2) * 3'), 9);
  assert.equal(value('2^3^2'), 512);
  assert.equal(value('10 - 4 - 3'), 3);
  assert.equal(value('24 / 4 / 2'), 3);
  assert.equal(value('-2 + 5'), 3);
  assert.equal(value('ceil(7 / 2) + floor(7 / 2) + min(1, 2) + max(1, 2) + sqrt(16)'), 14);
  assert.equal(value('x_0 * 1e3', { x_0: 2 }), 2000);
  assert.deepEqual(names(parse('a * b + a')), ['a', 'b']);
  assert.equal(line(parse('2 * (a - 1) / b^2'), (n) => n), '2 × (a − 1) ÷ b^2');
  for (const wrong of ['', '1 +', '(1', '1)', '2 3', 'pow(1)', 'a $ b']) assert.throws(() => value(wrong, { a: 1, b: 1 }), wrong);
  assert.throws(() => value('missing'));
});

test('formats', () => {
  const cases = [[13476831232, 'gib', '12.55 GiB'], [13476831232, 'gb', '13.48 GB'], [989855744, 'gib', '944.0 MiB'], [512, 'gib', '512 B'], [327680, 'b', '327,680 B'], [0.19904, 'pct', '19.9 %'],
    [6738415616, 'short', '6.74 B'], [6738415616, 'yi', '67.38 亿'], [7e9, 'yi', '70 亿'], [4.156, 'bit', '4.156 bit'], [0.1179, 'time', '118 ms'], [4501440, 'time', '52.1 days'], [7.23e23, 'sci', '7.23 × 10²³'], [-1.5, 'n', '−1.50'], [3.35e12, 'gbs', '3.35 TB/s'], [2e-9, 'sci', '2.00 × 10⁻⁹']];
  for (const [value, format, text] of cases) assert.equal(write(value, format, 'en'), text);
  assert.equal(write(24, 'cards', 'zh'), '24 张卡');
  assert.throws(() => write(NaN, 'gib', 'en'));
  assert.throws(() => write(1, 'no-such', 'en'));
  for (const format of Object.keys(FORMATS)) for (const lang of ['en', 'zh']) assert.ok(write(1.5, format, lang));
});

test('number formats: limits', () => {
  assert.equal(largest(find('fp16')), 65504);
  assert.equal(largest(find('bf16')), 3.3895313892515355e38);
  assert.equal(largest(find('fp32')), 3.4028234663852886e38);
  assert.equal(largest(find('e4m3')), 448);
  assert.equal(largest(find('e5m2')), 57344);
  assert.equal(largest(find('fp4')), 6);
  assert.equal(largest(find('int8')), 127);
  assert.equal(smallestNormal(find('fp16')), 2 ** -14);
  assert.equal(smallestSubnormal(find('fp16')), 2 ** -24);
  assert.equal(width(find('tf32')), 19);
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7].map((code) => decode(find('fp4'), code)), [0, 0.5, 1, 1.5, 2, 3, 4, 6]);
});

test('number formats: every code comes back', () => {
  for (const format of NUMBER_FORMATS) {
    const bits = width(format);
    const codes = bits <= 16 ? Array.from({ length: 2 ** bits }, (_, i) => i) : Array.from({ length: 5000 }, (_, i) => Math.floor((i / 5000) * 2 ** bits));
    for (const code of codes) {
      const value = decode(format, code);
      if (Number.isNaN(value)) continue;
      assert.ok(Object.is(decode(format, encode(format, value)), value), `${format.id} ${code} ${value}`);
    }
  }
});

test('number formats: rounding agrees with the processor for fp32', () => {
  const view = new DataView(new ArrayBuffer(4));
  for (const value of [0.1, -3.14159, 1e-40, 3.5e38, 1 + 2 ** -24, 1 + 3 * 2 ** -24, 16777217, 1e-46, -0, 65504.5, Infinity]) {
    view.setFloat32(0, value);
    assert.equal(encode(find('fp32'), value), view.getUint32(0), String(value));
  }
  assert.equal(decode(find('fp16'), encode(find('fp16'), 65520)), Infinity); // half way to the next
  assert.equal(decode(find('fp16'), encode(find('fp16'), 65519)), 65504);
  assert.equal(decode(find('e4m3'), encode(find('e4m3'), 1e6)), 448); // no infinity to go to
  assert.equal(decode(find('int8'), encode(find('int8'), -200)), -128);
  assert.equal(decode(find('nf4'), encode(find('nf4'), 0.1)), 0.07958029955625534);
  assert.equal(decode(find('bf16'), encode(find('bf16'), 1.001)), 1); // half a step is 0.0039
});

test('units', () => {
  const of = (text, unit) => Object.fromEntries(inAll(read(text)))[unit];
  assert.equal(of('7B', '亿'), 70);
  assert.equal(of('70亿', 'B'), 7);
  assert.equal(of('70 亿', 'M'), 7000);
  assert.ok(Math.abs(of('1.1亿', 'M') - 110) < 1e-9);
  assert.equal(of('671B', '亿'), 6710);
  assert.equal(of('2万亿', 'T'), 2);
  assert.equal(of('13.476831232 GB', 'byte'), 13476831232);
  assert.ok(Math.abs(of('13.476831232 GB', 'GiB') - 12.5513) < 1e-3);
  assert.equal(of('1 GiB', 'MiB'), 1024);
  assert.equal(of('400 Gbps', 'GB/s'), 50);
  assert.equal(of('400 Gb/s', 'GB/s'), 50);
  assert.equal(of('50 GB/s', 'Gbps'), 400);
  assert.equal(of('8 bit', 'byte'), 1);
  assert.equal(of('1,500', 'K'), 1.5);
  for (const text of ['', 'seven', '7 apples', '--1']) assert.equal(read(text), null, text);
});

test('words are there in both languages with the same holes', () => {
  const holes = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();
  for (const [id, row] of Object.entries(WORDS)) {
    assert.ok(row.en && row.zh, id);
    assert.deepEqual(holes(row.en), holes(row.zh), id);
  }
});
