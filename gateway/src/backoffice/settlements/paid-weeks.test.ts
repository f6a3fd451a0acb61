// What was paid out by week: of what the bank has paid, in the currency of most settlements,
// without a gap.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopClock } from '../../node/doctor/testing/postgres.ts';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { readPaidWeeks } from './paid-weeks.ts';

const db = useDatabase(() => stopClock(db));

const monday = `date_trunc('week', jokko_now(), 'UTC')`;
/** As the bank paid them; `weeks` ago. */
const paid = (weeks: number, amount: number, currency = 'XOF', count = 1): string => `
  insert into settlement (account_id, key, destination_id, currency, amount, fee, state,
    approved_approval_request, approved_at, reference, value_date, paid_at)
    select 1, '${weeks} ${amount} ${currency} ' || n, 1, '${currency}', ${amount}, 0, 'PAID',
      (select coalesce(max(approved_approval_request), 0) from settlement) + n,
      now(), 'VIR', now()::date, ${monday} - interval '${weeks * 168} hours' + interval '1 hour'
        from generate_series(1, ${count}) n;`;
const weeks = async () => (await readPaidWeeks(db.database)).map(({ amount }) => amount);

test('weeks without a settlement are weeks of zero, other currencies and what is not paid do not count', async () => {
  assert.deepEqual(await readPaidWeeks(db.database), []);
  await db.sql(`set session_replication_role = replica;
    ${paid(3, 700)} ${paid(3, 50)} ${paid(1, 200)} ${paid(0, 1)} ${paid(1, 9_999, 'XAF')}
    insert into settlement (account_id, key, destination_id, currency, amount, fee)
      values (1, 'open', 1, 'XOF', 5, 0);`);
  assert.deepEqual(await weeks(), [750n, 0n, 200n, 1n]);
  const [first] = await readPaidWeeks(db.database);
  assert.deepEqual([first!.currency, new Date(first!.at).getUTCDay()], ['XOF', 1]);
});

test('no more than twelve weeks are shown, and none of which not all is read', async () => {
  await db.sql(`set session_replication_role = replica; delete from settlement;
    ${paid(30, 4)} ${paid(2, 3)} ${paid(0, 2)}`);
  assert.deepEqual(await weeks(), [...Array<bigint>(9).fill(0n), 3n, 0n, 2n]);
  await db.sql(`set session_replication_role = replica; delete from settlement;
    ${paid(3, 1, 'XOF', 1_500)} ${paid(2, 1, 'XOF', 800)} ${paid(1, 1, 'XOF', 800)}`);
  assert.deepEqual(await weeks(), [800n, 800n, 0n]);
});
