// Proves what stands in the place of a removed number: it is found by the number, and tells no more
// of it than two digits.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '../../../platform/db/database.ts';
import { holdPersonKey, keyedHash } from '../../../platform/secrets/index.ts';
import { isRemovedPhone, removedPhone, shownPhone } from './removed-phone.ts';

const sessionWithKey = (key: string): Session => {
  const session: Session = { query: () => Promise.reject(new Error('nothing is asked')) } as never;
  holdPersonKey(session, { personHash: keyedHash(Buffer.from(key)) });
  return session;
};
const phone = '+221771234567';

test('a number leads to the same removed number each time, and under another key to another', () => {
  const session = sessionWithKey('a');
  const removed = removedPhone(session, phone);
  assert.equal(removedPhone(session, phone), removed);
  assert.equal(removedPhone(session, removed), removed, 'removed twice');
  assert.notEqual(removedPhone(sessionWithKey('b'), phone), removed);
  assert.notEqual(removedPhone(session, '+221771234568'), removed);
});

test('a removed number shows its last two digits', () => {
  const removed = removedPhone(sessionWithKey('a'), phone);
  assert.ok(isRemovedPhone(removed) && !isRemovedPhone(phone));
  assert.match(removed, /^\*67\.[\w-]{16}$/);
  assert.equal(shownPhone(removed), '*******67');
  assert.equal(shownPhone(phone), phone);
});
