// Proves that amounts are read and written exactly.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  amountLabel,
  amountMax,
  parseAmount,
  toDecimalString,
  toJsonNumber,
} from '../src/index.ts';

/** Beyond 2^39 units a double cannot tell four decimals apart. */
const exactFractionMax = 2n ** 39n * 10_000n;

describe('parseAmount', () => {
  it('O2 reads numbers and numeric strings', () => {
    const cases: [unknown, number, bigint][] = [
      [1350, 0, 13_500_000n],
      ['1350', 0, 13_500_000n],
      ['1350.00', 0, 13_500_000n],
      [12.5, 2, 125_000n],
      ['12.5', 2, 125_000n],
      [2332.0625, 4, 23_320_625n],
      [0, 0, 0n],
      [-0, 0, 0n],
      [-5, 0, -50_000n],
      ['007', 0, 70_000n],
      [900_719_925_474, 0, 9_007_199_254_740_000n],
    ];
    for (const [value, decimals, amount] of cases)
      assert.equal(parseAmount(value, decimals), amount, String(value));
  });

  it('O2 refuses what is no amount of the currency', () => {
    const hostile = [
      '',
      ' ',
      '1 000',
      ' 1',
      '1 ',
      '+1',
      '1e3',
      '0x10',
      '1,5',
      '.5',
      '5.',
      '--1',
      '1_000',
      '١٢',
      'NaN',
      'Infinity',
      '1\n',
      '9'.repeat(400),
    ];
    const others = [
      Number.NaN,
      Infinity,
      1e21,
      1e-7,
      2 ** 53,
      900_719_925_475,
      null,
      undefined,
      true,
      [],
      {},
      5n,
    ];
    for (const value of [...hostile, ...others])
      assert.equal(parseAmount(value, 4), null, String(value));
    assert.equal(parseAmount(12.5, 0), null);
    assert.equal(parseAmount('12.55', 1), null);
    assert.equal(parseAmount('0.00001', 20), null);
  });

  it('reads back what toDecimalString and toJsonNumber wrote', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -amountMax, max: amountMax }), (amount) => {
        assert.equal(parseAmount(toDecimalString(amount), 4), amount);
      }),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: -exactFractionMax, max: exactFractionMax }), (amount) => {
        const number = toJsonNumber(amount);
        assert.equal(parseAmount(number, 4), amount);
        assert.equal(JSON.stringify(number), toDecimalString(amount));
      }),
    );
  });
});

describe('toJsonNumber', () => {
  it('writes documented balances', () => {
    assert.equal(JSON.stringify(toJsonNumber(23_320_625n)), '2332.0625');
    assert.equal(JSON.stringify(toJsonNumber(99_380_000n)), '9938');
    assert.equal(Object.is(toJsonNumber(0n), 0), true);
  });

  it('is exact for whole units up to 2^53', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: BigInt(Number.MAX_SAFE_INTEGER) }), (units) => {
        assert.equal(BigInt(toJsonNumber(units * 10_000n)), units);
      }),
    );
  });
});

describe('text', () => {
  it('has no trailing zeros and names CFA francs', () => {
    assert.equal(toDecimalString(13_500_000n), '1350');
    assert.equal(toDecimalString(125_000n), '12.5');
    assert.equal(toDecimalString(-1n), '-0.0001');
    assert.equal(amountLabel(500_000n, 'XOF'), '50 CFA');
    assert.equal(amountLabel(500_000n, 'XAF'), '50 CFA');
    assert.equal(amountLabel(125_000n, 'EUR'), '12.5 EUR');
  });
});
