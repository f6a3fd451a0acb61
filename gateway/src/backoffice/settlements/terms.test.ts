// Proves what a settlement costs, and how much of a balance can be settled.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { feeOf, mostOf, type Terms } from './terms.ts';

/** One franc in ten-thousandths. */
const franc = 10_000n;
const free: Terms = { minimum: 0n, maximum: null, fee: 0n, feeShare: 0 };

test('the fee is a fixed amount and a share, and a part of a franc or of a cent counts whole', () => {
  const both = { ...free, fee: 100n * franc, feeShare: 50 };
  const cases: [Terms, bigint, string, bigint][] = [
    [free, 40_000n * franc, 'XOF', 0n],
    [both, 40_000n * franc, 'XOF', 300n * franc],
    [both, 40_200n * franc, 'XOF', 301n * franc],
    [both, 40_201n * franc, 'XOF', 302n * franc],
    [{ ...free, fee: 100n * franc }, 1n * franc, 'XOF', 100n * franc],
    [{ ...free, fee: 100n * franc + 1n }, 1n * franc, 'XOF', 101n * franc],
    // A ten-thousandth of it.
    [{ ...free, feeShare: 1 }, 10_000n * franc, 'XOF', 1n * franc],
    [{ ...free, feeShare: 1 }, 10_001n * franc, 'XOF', 2n * franc],
    [{ ...free, feeShare: 1 }, 1n, 'XOF', 1n * franc],
    [{ ...free, feeShare: 1 }, 100_0000n, 'EUR', 100n],
    [{ ...free, feeShare: 1 }, 100_0100n, 'EUR', 200n],
  ];
  for (const [terms, amount, currency, fee] of cases)
    assert.equal(feeOf(terms, amount, currency), fee, `${amount} ${currency}`);
});

test('the most that can be settled is the last amount that the balance covers with its fee', () => {
  const terms = { ...free, fee: 100n * franc, feeShare: 50 };
  // 59,303 and 397; of 59,304 the fee is 397 too, one franc too much.
  assert.equal(mostOf(terms, 59_700n * franc, 'XOF'), 59_303n * franc);
  assert.equal(mostOf(terms, 59_699n * franc, 'XOF'), 59_302n * franc);
  assert.equal(mostOf(terms, 59_700n * franc + 9_999n, 'XOF'), 59_303n * franc);
  assert.equal(
    mostOf({ ...terms, maximum: 59_303n * franc }, 59_700n * franc, 'XOF'),
    59_303n * franc,
  );
  assert.equal(
    mostOf({ ...terms, maximum: 59_302n * franc }, 59_700n * franc, 'XOF'),
    59_302n * franc,
  );
  assert.equal(
    mostOf({ ...terms, maximum: 5_000n * franc + 1n }, 59_700n * franc, 'XOF'),
    5_000n * franc,
  );
  for (const available of [100n * franc, 101n * franc, 0n, -500n * franc])
    assert.equal(mostOf(terms, available, 'XOF'), 0n, 'nothing is left beside the fee');
  assert.equal(mostOf(terms, 102n * franc, 'XOF'), 1n * franc);
});

test('the fee is rounded up to what the currency has, and the most that fits leaves nothing uncovered', () => {
  const terms: fc.Arbitrary<Terms> = fc.record({
    minimum: fc.constant(0n),
    maximum: fc.option(fc.bigInt({ min: 1n, max: 10n ** 14n })),
    fee: fc.bigInt({ min: 0n, max: 10n ** 8n }),
    feeShare: fc.nat(1_000),
  });
  fc.assert(
    fc.property(
      terms,
      fc.bigInt({ min: 0n, max: 10n ** 14n }),
      fc.constantFrom('XOF', 'EUR'),
      (given, available, of) => {
        const unit = of === 'XOF' ? franc : 100n;
        const most = mostOf(given, available, of);
        const fee = feeOf(given, most, of);
        assert.ok(fee % unit === 0n && most % unit === 0n && most >= 0n);
        if (most > 0n)
          assert.ok(most + fee <= available && (given.maximum === null || most <= given.maximum));
        const next = most + unit;
        assert.ok(
          next + feeOf(given, next, of) > available ||
            (given.maximum !== null && next > given.maximum),
          'no more would fit',
        );
      },
    ),
  );
});
