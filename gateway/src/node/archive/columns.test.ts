// Columns of the archive come back as they were, whatever is in them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeColumn, encodeColumn, type ColumnKind, type Value } from './columns.ts';

const seed = Number(process.env['JOKKO_TEST_SEED'] ?? 1);
/** A linear congruential generator: the same numbers for the same seed. */
function numbers(from: number): () => number {
  let state = from;
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32;
}

function valueOf(kind: ColumnKind, random: () => number): Value {
  if (random() < 0.1) return null;
  if (kind === 'boolean') return random() < 0.5;
  if (kind === 'text')
    return ['', 'é', '{"a":1}', '\u{1f4b6}', 'x'.repeat(300)][Math.floor(random() * 5)]!;
  return BigInt(Math.floor((random() - 0.5) * 2 ** 53)) * (random() < 0.1 ? 1_024n : 1n);
}

test('a column is read as it was written', (t) => {
  t.diagnostic(`seed ${seed}`);
  const random = numbers(seed);
  for (const kind of ['integer', 'time', 'boolean', 'text'] as const)
    for (let round = 0; round < 50; round++) {
      const values = Array.from({ length: Math.floor(random() * 40) }, () => valueOf(kind, random));
      const bytes = encodeColumn(kind, values);
      assert.deepEqual(decodeColumn(kind, bytes, values.length), values, `${kind}, seed ${seed}`);
      if (values.length > 0)
        assert.throws(() => decodeColumn(kind, bytes.subarray(0, -1), values.length));
    }
});

test('the ends of the numbers of 64 bits are kept', () => {
  const values = [2n ** 63n - 1n, -(2n ** 63n), 0n, null, -1n];
  assert.deepEqual(decodeColumn('integer', encodeColumn('integer', values), 5), values);
});
