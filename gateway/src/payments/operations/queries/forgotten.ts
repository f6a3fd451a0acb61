// Reads payments that were sent, that a restored database has forgotten and that cannot be made
// again yet (decision 0040): their clients must not hear that they are unknown.

import type { Session, Statement } from '../../../platform/db/database.ts';
import type { StatusView } from './status-view.ts';

const selectStatuses: Statement = {
  name: 'select_forgotten_statuses',
  text: `
    select distinct on (k.n) k.n::integer as n, f.operation_id as id, 'UNKNOWN' as state,
      null as stage, null as "errorId", null as voucher,
      f.entry->'terms'->>'direction' as direction, (f.entry->'terms'->>'amount')::bigint as amount,
        (f.entry->'attempt'->>'sentAt')::timestamptz as "createdAt", f.noted_at as "updatedAt"
    from unnest($1::integer[], $2::text[]) with ordinality as k(account_id, external_id, n)
    join forgotten_attempt f on f.account_id = k.account_id and f.external_id = k.external_id
      and f.resolved_at is null
    order by k.n, f.number`,
};

/** What becomes of each is being found out: the state is UNKNOWN. Null where nothing waits. */
export async function findForgottenStatuses(
  session: Session,
  keys: readonly { accountId: number; externalId: string }[],
): Promise<(StatusView | null)[]> {
  const rows = await session.query<StatusView & { n: number }>(selectStatuses, [
    keys.map(({ accountId }) => accountId),
    keys.map(({ externalId }) => externalId),
  ]);
  const found = new Map(rows.map(({ n, ...row }) => [n, row]));
  return keys.map((_, index) => found.get(index + 1) ?? null);
}

const selectById: Statement = {
  name: 'select_forgotten_transaction',
  text: `select from forgotten_attempt where operation_id = $2 and account_id = $1
    and resolved_at is null limit 1`,
};

/** By our id. */
export async function isForgottenTransaction(
  session: Session,
  { accountId, id }: { accountId: number; id: string },
): Promise<boolean> {
  return (await session.query(selectById, [accountId, id])).length > 0;
}
