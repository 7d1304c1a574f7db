// The handbook adds no arithmetic of its own: what a request gives is taken from its reply. The expressions that
// remain are either the count by hand of something the core gives too, and then equal to it, or there for a
// reason that workings.json states.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { folder } from '../../web/handbook/generate/content.mjs';
import { nativeBook as book } from './book.mjs';

const { same, why, reasons } = JSON.parse(readFileSync(join(folder, 'workings.json'), 'utf8'));
const listed = Object.fromEntries(Object.entries(why).flatMap(([reason, ids]) => ids.split(' ').map((id) => [id, reason])));

test('every expression is the core\'s own figure counted by hand, or says why it is there', () => {
  for (const reason of Object.keys(why)) assert.ok(reasons[reason], reason);
  const all = Object.values(why).flatMap((ids) => ids.split(' '));
  assert.equal(new Set(all).size, all.length, 'a reason each');
  assert.deepEqual(Object.keys(book.workings).filter((id) => !(id in same) && !(id in listed)), []);
  assert.deepEqual([...Object.keys(same), ...all].filter((id) => !book.workings[id]), []);
  assert.deepEqual(Object.keys(same).filter((id) => id in listed), []);
});

/** A reference, or two with × or ÷ between. */
function figure(text) {
  const [left, sign, right] = text.split(' ');
  const value = book.values.get(left);
  if (!sign) return value;
  return sign === '*' ? value * book.values.get(right) : value / book.values.get(right);
}

for (const [id, from] of Object.entries(same)) {
  test(`${id} is ${from}`, () => {
    const [hand, core] = [book.values.get(`w.${id}`), figure(from)];
    assert.ok(Math.abs(hand / core - 1) < 1e-9, `${hand} by hand, ${core} by the core`);
  });
}

