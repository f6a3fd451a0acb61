// Removes personal data when its time is over: a few hundred operations in a round, oldest first,
// each round one transaction. What something is open about is noted and looked at again.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { isRemovedPhone } from '../../payments/operations/index.ts';
import { personColumns, type PersonRow } from './held.ts';
import { removeBeside } from './remove-beside.ts';
import { removePersons } from './remove.ts';

const stepMax = 200;
/**
 * One window of time is read by the blocks that its index names: it grows while it holds little.
 */
const firstWindowMs = 60_000;
const growth = 4;
const windowMaxMs = 7 * 86_400_000;
const keptAgainMs = 3_600_000;

// One node at a time. Before the first round nothing is older than the installation.
const lockProgress: Statement = {
  name: 'lock_personal_data_progress',
  text: `
    select greatest(p.done_at, i.created_at - interval '1 second') as "doneAt",
      p.done_id::text as "doneId",
      jokko_now() - $1::integer * interval '1 day' as "until"
    from personal_data_progress p cross join installation i for update of p skip locked`,
};
const selectOld: Statement = {
  name: 'select_old_personal_data',
  text: `
    select ${personColumns} from operation o
    where o.created_at >= $1 and o.created_at < $2 and (o.created_at > $1 or o.id > $3::bigint)
    order by o.created_at, o.id limit ${stepMax} for update of o`,
};
const selectKept: Statement = {
  name: 'select_kept_personal_data',
  text: `
    with again as materialized (
      select account_id, operation_id from personal_data_kept
        where looked_at < now() - $1::integer * interval '1 ms'
      order by looked_at limit ${stepMax}
    ), noted as (
      update personal_data_kept k set looked_at = now() from again a
        where k.account_id = a.account_id and k.operation_id = a.operation_id
    )
    select ${personColumns} from again a join operation o on o.account_id = a.account_id
      and o.id = a.operation_id for update of o`,
};
const keep: Statement = {
  name: 'keep_personal_data',
  text: `insert into personal_data_kept (account_id, operation_id)
    select * from unnest($1::integer[], $2::bigint[]) on conflict do nothing`,
};
const stopKeeping: Statement = {
  name: 'stop_keeping_personal_data',
  text: `
    delete from personal_data_kept k using unnest($1::integer[], $2::bigint[]) as g(account_id, id)
    where k.account_id = g.account_id and k.operation_id = g.id`,
};
const noteProgress: Statement = {
  name: 'note_personal_data_progress',
  text: `update personal_data_progress set done_at = $1, done_id = $2::bigint`,
};

const keysOf = (rows: readonly PersonRow[]): [number[], string[]] => [
  rows.map(({ accountId }) => accountId),
  rows.map(({ id }) => id),
];

/** One round. Returns whether there may be more. `days` 0: everything is kept. */
export function createRemovalRounds(database: Database, days: number): () => Promise<boolean> {
  let windowMs = firstWindowMs;
  return async () => {
    if (days === 0) return false;
    return inTransaction(database, async (session) => {
      const [progress] = await session.query<{ doneAt: Date; doneId: string; until: Date }>(
        lockProgress,
        [days],
      );
      if (progress === undefined) return false;
      await lookAgain(session);
      const { doneAt, doneId, until } = progress;
      await removeBeside(session, until);
      if (doneAt >= until) return false;
      const end = new Date(Math.min(until.getTime(), doneAt.getTime() + windowMs));
      const rows = await session.query<PersonRow>(selectOld, [doneAt, end, doneId]);
      const isFull = rows.length === stepMax;
      await removeOrKeep(session, rows);
      const last = isFull ? rows.at(-1)! : { createdAt: end, id: '0' };
      await session.query(noteProgress, [last.createdAt, last.id]);
      windowMs = isFull
        ? Math.max(firstWindowMs, windowMs / growth)
        : Math.min(windowMaxMs, windowMs * growth);
      return isFull || end < until;
    });
  };
}

async function removeOrKeep(session: Session, rows: readonly PersonRow[]): Promise<void> {
  const wanted = rows.filter(({ phone }) => !isRemovedPhone(phone));
  const held = wanted.filter(({ held }) => held !== null);
  await removePersons(
    session,
    wanted.filter(({ held }) => held === null),
  );
  if (held.length > 0) await session.query(keep, keysOf(held));
}

async function lookAgain(session: Session): Promise<void> {
  const rows = await session.query<PersonRow>(selectKept, [keptAgainMs]);
  const free = rows.filter(({ held }) => held === null);
  await removePersons(
    session,
    free.filter(({ phone }) => !isRemovedPhone(phone)),
  );
  if (free.length > 0) await session.query(stopKeeping, keysOf(free));
}
