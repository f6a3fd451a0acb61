// O8: ceilings and duplicate window of a service, to the edges.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Rules } from '../model/commands.ts';
import { ruleBroken, type Usage } from './rules.ts';
import { testTerms, testNow, units } from '../testing.ts';

const off: Rules = {
  duplicateWindowSeconds: 0,
  dailyMaximum: null,
  weeklyMaximum: null,
  monthlyMaximum: null,
};
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What was moved before, as amount and age. */
function usageOf(past: [amount: bigint, ageMs: number][]): Usage {
  return {
    of: () => past.map(([amount, ageMs]) => ({ amount, at: new Date(testNow.getTime() - ageMs) })),
    add: () => {},
  };
}
const errorOf = (rules: Partial<Rules>, past: [bigint, number][], amount = units(100)) =>
  ruleBroken(testTerms({ amount }), { ...off, ...rules }, usageOf(past), testNow)?.errorId ?? null;

test('O8 the same amount to the same recipient within the window is refused with 6, another amount is not', () => {
  const rules = { duplicateWindowSeconds: 300 };
  assert.equal(errorOf(rules, [[units(100), 299_999]]), 6);
  assert.equal(errorOf(rules, [[units(100), 0]]), 6, 'two in one commit');
  assert.equal(errorOf(rules, [[units(100), 300_000]]), null);
  assert.equal(errorOf(rules, [[units(101), 1_000]]), null);
});

const ceilings: [keyof Rules, errorId: number, spanMs: number][] = [
  ['dailyMaximum', 51, dayMs],
  ['weeklyMaximum', 50, 7 * dayMs],
  ['monthlyMaximum', 18, 30 * dayMs],
];
for (const [name, errorId, spanMs] of ceilings) {
  test(`O8 ${name} may be reached but not passed, with what is younger than its span`, () => {
    const rules = { [name]: units(1_000) };
    assert.equal(errorOf(rules, [], units(1_000)), null);
    assert.equal(errorOf(rules, [], units(1_000) + 1n), errorId);
    assert.equal(errorOf(rules, [[units(900), spanMs - 1]]), null);
    assert.equal(errorOf(rules, [[units(901), spanMs - 1]]), errorId);
    assert.equal(errorOf(rules, [[units(901), spanMs]]), null);
    assert.equal(
      errorOf(rules, [
        [units(450), 1],
        [units(451), 2],
      ]),
      errorId,
      'the sum counts',
    );
  });
}

test('O8 of several broken rules the first of duplicate, day, week and month is told', () => {
  const all = { dailyMaximum: 1n, weeklyMaximum: 1n, monthlyMaximum: 1n };
  assert.equal(errorOf({ ...all, duplicateWindowSeconds: 60 }, [[units(100), 1]]), 6);
  assert.equal(errorOf(all, []), 51);
  assert.equal(errorOf({ ...all, dailyMaximum: null }, []), 50);
  assert.equal(errorOf({ ...all, dailyMaximum: null, weeklyMaximum: null }, []), 18);
});

test('O8 rules that are off refuse nothing', () => {
  const past = fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.nat(40 * dayMs)), {
    maxLength: 10,
  });
  fc.assert(
    fc.property(
      past,
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      (moved, amount) => errorOf({}, moved, amount) === null,
    ),
  );
});
