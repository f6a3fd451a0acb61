// Proves what a booking refuses, at the bound and beside it, and that a refused one moves nothing.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { bookIn, type Booked, type BookingOrder } from './book.ts';
import { adjustPosting, fundPosting } from './fund.ts';
import { readStatement } from './index.ts';
import { balanceMax, type Transfer } from './postings.ts';
import { loadBalances } from './store.ts';

let postgres: TestPostgres;
let db: TestDatabase;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
});
after(async () => {
  await db.close();
  await postgres.close();
});

let accountId = 0;
beforeEach(async () => {
  accountId += 1;
  await db.sql(`insert into account (id, name, webhook_secret_sealed) overriding system value
    values (${accountId}, 'a', '\\x00')`);
});

const book = (transfers: Transfer[], order: Partial<BookingOrder> = {}): Promise<Booked> =>
  inTransaction(db.database, (session) =>
    bookIn(session, { accountId, currency: 'XOF', note: 'n', ...order }, transfers),
  );
const take = (amount: bigint): Transfer => adjustPosting(-amount);
const refused = (refusal: string) => ({ ok: false, refusal });
const available = (amount: bigint) => ({ ok: true, available: amount });

test('I-04 a balance is spent to its last ten-thousandth, and not one below', async () => {
  assert.deepEqual(await book([fundPosting(5n)]), available(5n));
  assert.deepEqual(await book([take(6n)]), refused('not covered'));
  assert.deepEqual(await book([take(5n)]), available(0n));
  assert.deepEqual(await book([take(1n)]), refused('not covered'));
});

test('the first transfer of an account has the number one, and a new balance holds nothing', async () => {
  await db.sql(`insert into balance (account_id, currency) values (${accountId}, 'XOF')`);
  await book([fundPosting(5n)]);
  await book([fundPosting(5n)], { currency: 'EUR' });
  const period = { accountId, currency: 'XOF', from: null, until: null };
  const lines = await readStatement(db.database, period, null, 5);
  assert.deepEqual(
    lines.map(({ id }) => id),
    [1n],
  );
  const balances = await loadBalances(db.database, [accountId]);
  assert.deepEqual(
    balances.map(({ held }) => held),
    [0n, 0n],
  );
});

test('a balance is filled to its maximum, and not one above; what leaves is not judged by it', async () => {
  assert.deepEqual(await book([fundPosting(balanceMax - 5n)]), available(balanceMax - 5n));
  assert.deepEqual(await book([fundPosting(6n)]), refused('above the maximum'));
  assert.deepEqual(await book([fundPosting(5n)]), available(balanceMax));
  assert.deepEqual(await book([take(balanceMax)]), available(0n));
});

test('a transfer counts for the next one of a booking, and a refused one takes the others along', async () => {
  assert.deepEqual(await book([fundPosting(5n), take(5n)]), available(0n));
  assert.deepEqual(await book([fundPosting(5n), take(6n)]), refused('not covered'));
  const [balance] = await loadBalances(db.database, [accountId]);
  assert.equal(balance!.available, 0n);
});

test('currencies of an account have a balance each, and an unknown account none', async () => {
  await book([fundPosting(5n)]);
  assert.deepEqual(await book([take(5n)], { currency: 'XAF' }), refused('not covered'));
  assert.deepEqual(await book([fundPosting(7n)], { currency: 'XAF' }), available(7n));
  assert.deepEqual(
    await book([fundPosting(7n)], { accountId: 1_000_000 }),
    refused('unknown account'),
  );
});

test('a transfer says what it was for and what was available after it', async () => {
  await book([fundPosting(5n), take(2n)], { operationId: '77' });
  await book([fundPosting(1n)], { settlementId: 9 });
  const period = { accountId, currency: 'XOF', from: null, until: null };
  assert.deepEqual(
    (await readStatement(db.database, period, null, 10)).map(
      ({ verb, amount, availableAfter, operationId, settlementId }) => [
        verb,
        amount,
        availableAfter,
        operationId,
        settlementId,
      ],
    ),
    [
      ['fund', 1n, 4n, null, 9],
      ['adjust', 2n, 3n, '77', null],
      ['fund', 5n, 5n, '77', null],
    ],
  );
});
