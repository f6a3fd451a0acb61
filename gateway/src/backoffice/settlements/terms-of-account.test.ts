// Proves what an account is told about its settlements, and what those see who release the money.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import { fundAccount } from '../../payments/ledger/index.ts';
import { removeDestination } from './destinations.ts';
import { termsOf } from './http-settlement-terms.ts';
import { listPayees } from './payees.ts';
import { requestSettlement } from './request.ts';
import { setTerms } from './terms.ts';
import { accountId, franc, openFixture, users, whoIs } from './testing/fixture.ts';

const postgres = usePostgres();

test('an account is told the most that it can have settled, and the fee in percent, by currency', async () => {
  const { db } = await openFixture(postgres, 59_700n);
  await fundAccount(db.database, { accountId, currency: 'EUR', amountMinor: 10n, note: '' });
  await setTerms(db.database, whoIs(3), 'XOF', { fee: 100n * franc, feeShare: 50 });
  const { balances } = await termsOf(db.database, accountId, users.asker);
  assert.deepEqual(
    balances.map(({ currency, most, feePercent }) => [currency, most, feePercent]),
    [
      ['EUR', 0n, '0'],
      ['XOF', 59_303n * franc, '0.5'],
    ],
  );
  await db.close();
});

test('the audit log says which limits were changed, from what to what', async () => {
  const { db } = await openFixture(postgres, 1n);
  await setTerms(db.database, whoIs(3), 'XOF', { maximum: 20n * franc });
  await setTerms(db.database, whoIs(3), 'XOF', { maximum: null, minimum: 10n * franc });
  const changes = await db.database.query<{ old: object; new: object }>({
    name: 'changes_of_terms',
    text: `select body::json -> 'old' as old, body::json -> 'new' as new from audit_entry
      where action = 'settlement.terms' order by number`,
  });
  const free = { minimum: '0', maximum: null, fee: '0', feeShare: 0 };
  const limited = { ...free, maximum: '200000' };
  assert.deepEqual(changes, [
    { old: free, new: limited },
    { old: limited, new: { ...free, minimum: '100000' } },
  ]);
  await db.close();
});

test('who releases a settlement sees whose account it goes to, and that it was removed', async () => {
  const { db, destinationId } = await openFixture(postgres, 100n);
  const asked = await requestSettlement(db.database, whoIs(1), {
    accountId,
    key: 'k',
    destinationId,
    currency: 'XOF',
    amount: franc,
    askedBy: users.asker,
  });
  assert.ok(asked.ok);
  const payee = async () => {
    const found = (await listPayees(db.database, [asked.id])).get(asked.id)!;
    return [found.destination.holder, found.destination.removed, found.askedByName];
  };
  assert.deepEqual(await payee(), ['Teranga SARL', false, 'Person 1']);
  await removeDestination(db.database, whoIs(1), { id: destinationId, accountId });
  assert.deepEqual(await payee(), ['Teranga SARL', true, 'Person 1']);
  assert.equal((await listPayees(db.database, [])).size, 0);
  await db.close();
});
