// Finds operations that ended without success but may have been executed: those that await a
// decision by users, and those that users found executed. Nothing is paid in their place.

import { plainArray } from '../../platform/db/array-text.ts';
import type { Session, Statement } from '../../platform/db/database.ts';

/** `open`: two users have yet to decide. `executed`: they found that the provider had paid. */
export type Contested = 'open' | 'executed';

// Few rows: one for each thing that a human had to see.
const selectContested: Statement = {
  name: 'select_contested_operations',
  text: `select operation_id::text as id, bool_or(resolved_at is null) as open from operation_case
    where account_id = $1 and operation_id = any($2::bigint[])
      and (resolved_at is null or resolution = 'executed'
        or (resolution = 'booked' and kind = 'late_success'))
    group by operation_id`,
};

/** By id, of those that are. @param ids of operations of the account. */
export async function findContested(
  session: Session,
  accountId: number,
  ids: readonly string[],
): Promise<Map<string, Contested>> {
  if (ids.length === 0) return new Map();
  const rows = await session.query<{ id: string; open: boolean }>(selectContested, [
    accountId,
    plainArray(ids),
  ]);
  return new Map(rows.map(({ id, open }) => [id, open ? 'open' : 'executed']));
}
