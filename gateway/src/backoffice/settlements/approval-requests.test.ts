// Proves what can be asked of two users about our own money, and what they are shown before it
// moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import { moveFloatIn } from '../../payments/ledger/index.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { settlementApprovalRequestKinds } from './approval-requests.ts';
import { previewFloatMove } from './preview.ts';
import { accountId, franc, openFixture } from './testing/fixture.ts';

const postgres = usePostgres();

const move = {
  route: 'wave-sn',
  currency: 'XOF',
  amount: '250',
  reference: 'VIR 1',
  valueDate: '2026-11-20',
};

test('a move of our own money names a route, a currency of three letters, an amount, and the bank’s paper', () => {
  const { check } = settlementApprovalRequestKinds.float;
  for (const fits of [{}, { amount: '0.0001' }, { amount: '-0.0001' }, { amount: '1' }])
    assert.equal(check({ ...move, ...fits }), null, JSON.stringify(fits));
  for (const [member, values] of Object.entries({
    route: ['', null],
    currency: ['XO', 'XOFF', null],
    amount: ['0', '-0', '0.00001', 'x', null],
    reference: ['', null],
    valueDate: ['2026-02-30', null],
  }))
    for (const value of values)
      assert.match(String(check({ ...move, [member]: value })), new RegExp(`^${member} must be`));
});

test('before our own money moves, two users see the float as it is and as it will be', async () => {
  const fixture = await openFixture(postgres, 1n);
  const { database } = fixture.db;
  const shown = async (more: Partial<typeof move>) => {
    const { lines } = await previewFloatMove(database, { parameters: { ...move, ...more } });
    const [line] = lines as { before: { amount: string }; after: { amount: string } }[];
    return [line!.before.amount, line!.after.amount];
  };
  assert.deepEqual(await shown({}), ['0', '250']);
  await fixture.db
    .sql(`insert into approval_request (kind, account_id, parameters, reason, asked_by, expires_at)
    values ('float', ${accountId}, '{}', 'r', 3, jokko_now() + interval '1 day')`);
  await inTransaction(database, (session) =>
    moveFloatIn(session, { ...move, approvalRequestId: 1, amount: 250n * franc }),
  );
  assert.deepEqual(await shown({ amount: '50.5' }), ['250', '300.5']);
  assert.deepEqual(await shown({ amount: '-50' }), ['250', '200']);
  assert.deepEqual(await shown({ route: 'other' }), ['0', '250'], 'the float of another route');
  assert.deepEqual(await shown({ currency: 'EUR' }), ['0', '250'], 'of another currency');
  await fixture.db.close();
});
