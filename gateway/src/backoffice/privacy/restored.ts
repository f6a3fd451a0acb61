// Removes persons again from what comes back out of the archive: its files were written before
// their data was removed.

import type { Session, Statement } from '../../platform/db/database.ts';
import { shownPhone } from '../../payments/operations/index.ts';
import { removeFromHistory } from './remove.ts';

const stepMax = 200;

// Rounds pass while it is locked, and `erasePerson` waits: whoever was removed before is seen by
// what follows, whoever comes later sees the rows.
const lockRemovals: Statement = {
  name: 'lock_removals_of_persons',
  text: 'select from personal_data_progress for update',
};

// By its first sign alone, as `isRemovedPhone` tells it.
const selectRemoved: Statement = {
  name: 'select_operations_without_person',
  text: `
    select account_id as "accountId", id::text as id, phone from operation
    where id >= $1::bigint and id < $2::bigint and phone like '*%' order by id limit ${stepMax}`,
};
// The text of an inbound message goes with its callback.
const deleteOrphans = ['callback_body', 'callback_attempt'].map((table): Statement => ({
  name: `delete_${table}_without_callback`,
  text: `
    delete from ${table} r where r.operation_id >= $1::bigint and r.operation_id < $2::bigint
      and not exists (
      select from callback c where c.operation_id = r.operation_id and c.account_id = r.account_id
        and c.second = r.second)`,
}));

/**
 * Does so for all operations with ids from `firstId` to below `endId`, in the transaction that
 * brings their history back. Until that ends nobody else removes a person. Answers how many.
 */
export async function removePersonsAgain(
  session: Session,
  { firstId, endId }: { firstId: bigint; endId: bigint },
): Promise<number> {
  await session.query(lockRemovals);
  let count = 0;
  for (let from: bigint | null = firstId; from !== null;) {
    const rows: { accountId: number; id: string; phone: string }[] = await session.query(
      selectRemoved,
      [from, endId],
    );
    await removeFromHistory(
      session,
      rows.map(({ accountId, id, phone }) => ({
        account_id: accountId,
        id,
        shown: shownPhone(phone),
      })),
    );
    count += rows.length;
    from = rows.length === stepMax ? BigInt(rows.at(-1)!.id) + 1n : null;
  }
  for (const statement of deleteOrphans) await session.query(statement, [firstId, endId]);
  return count;
}
