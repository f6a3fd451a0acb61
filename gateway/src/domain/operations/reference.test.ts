// Does a reference lead back to its attempt, and does nothing else?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { attemptReference, parseAttemptReference } from './reference.ts';

const keys = fc.record(
  {
    accountId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    transactionId: fc.bigInt({ min: 1_000_000_000_000n, max: 2n ** 53n - 1n }).map(String),
    number: fc.integer({ min: 1, max: 255 }),
  },
  { noNullPrototype: true },
);
type Key = { accountId: number; transactionId: string; number: number };
const referenceOf = ({ accountId, transactionId, number }: Key) => attemptReference(accountId, transactionId, number);

test('a reference is a UUID of version 8 and leads back to its attempt, in either case of letters', () => {
  fc.assert(
    fc.property(keys, (key) => {
      const reference = referenceOf(key);
      assert.match(reference, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.deepEqual(parseAttemptReference(reference), key);
      assert.deepEqual(parseAttemptReference(reference.toUpperCase()), key);
    }),
  );
});

test('two attempts never have one reference', () => {
  fc.assert(
    fc.property(keys, keys, (one, other) => (referenceOf(one) === referenceOf(other)) === (JSON.stringify(one) === JSON.stringify(other))),
  );
});

test('a reference with one wrong digit is none of ours', () => {
  fc.assert(
    fc.property(keys, fc.nat(35), fc.integer({ min: 1, max: 15 }), (key, place, by) => {
      const reference = referenceOf(key);
      if (reference[place] === '-') return;
      const digit = ((Number.parseInt(reference[place]!, 16) + by) % 16).toString(16);
      assert.equal(parseAttemptReference(reference.slice(0, place) + digit + reference.slice(place + 1)), null);
    }),
    { numRuns: 500 },
  );
});

test('any other UUID or text is none of ours', () => {
  fc.assert(fc.property(fc.uuid(), (uuid) => parseAttemptReference(uuid) === null));
  const reference = attemptReference(1, '1000000000001', 1);
  for (const text of ['', reference.replaceAll('-', ''), `${reference} `, `{${reference}}`, reference.slice(1)]) {
    assert.equal(parseAttemptReference(text), null, text);
  }
});
