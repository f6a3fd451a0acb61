// Proves that a reference leads back to its attempt, never comes again, and cannot be guessed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { attemptReference, isReferenceOf, parseAttemptReference } from './reference.ts';

const keys = fc.record(
  {
    transactionId: fc.bigInt({ min: 1_000_000_000_000n, max: 2n ** 53n - 1n }).map(String),
    number: fc.integer({ min: 1, max: 65_535 }),
  },
  { noNullPrototype: true },
);
type Key = { transactionId: string; number: number };
const referenceOf = ({ transactionId, number }: Key) => attemptReference(transactionId, number);
const attemptWith = (ours: string) => ({ prepared: { refs: { ours } } });

test('a reference is a UUID of version 4 and leads back to its attempt, in either case of letters', () => {
  fc.assert(
    fc.property(keys, (key) => {
      const reference = referenceOf(key);
      assert.match(
        reference,
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
      assert.deepEqual(parseAttemptReference(reference), key);
      assert.deepEqual(parseAttemptReference(reference.toUpperCase()), key);
    }),
  );
});

test('F53 the same attempt of the same operation never gets the same reference again', () => {
  const references = new Set<string>();
  for (let time = 0; time < 20_000; time++) references.add(attemptReference('1000000000001', 2));
  assert.equal(references.size, 20_000);
  // Each of the 53 bits beside the key changes.
  const values = [...references].map((text) => BigInt(`0x${text.replaceAll('-', '')}`));
  for (let bit = 0n; bit < 53n; bit++) {
    const set = values.filter((value) => ((value >> bit) & 1n) === 1n).length;
    assert.ok(set > 9_500 && set < 10_500, `bit ${bit} is set in ${set} of 20,000`);
  }
});

test('F53 a reference has room for more than 256 attempts and refuses what it cannot carry', () => {
  for (const number of [255, 256, 257, 65_535])
    assert.equal(parseAttemptReference(attemptReference('1000000000001', number))?.number, number);
  assert.throws(() => attemptReference('1000000000001', 65_536), RangeError);
});

test('a reference is believed only when it is the one stored with the attempt', () => {
  const reference = attemptReference('1000000000001', 1);
  assert.ok(isReferenceOf(reference, attemptWith(reference)));
  assert.ok(isReferenceOf(reference.toUpperCase(), attemptWith(reference)));
  fc.assert(
    fc.property(fc.nat(35), fc.integer({ min: 1, max: 15 }), (place, by) => {
      if (reference[place] === '-') return;
      const digit = ((Number.parseInt(reference[place]!, 16) + by) % 16).toString(16);
      const other = reference.slice(0, place) + digit + reference.slice(place + 1);
      assert.equal(isReferenceOf(other, attemptWith(reference)), false);
    }),
  );
  assert.equal(isReferenceOf(attemptReference('1000000000001', 1), attemptWith(reference)), false);
});

test('text of another form is none of ours', () => {
  const reference = attemptReference('1000000000001', 1);
  for (const text of [
    '',
    reference.replaceAll('-', ''),
    `${reference} `,
    `{${reference}}`,
    reference.slice(1),
    // Version 8, and no attempt has the number 0.
    `${reference.slice(0, 14)}8${reference.slice(15)}`,
    '00000000-0000-4000-8000-000000000000',
  ])
    assert.equal(parseAttemptReference(text), null, text);
});
