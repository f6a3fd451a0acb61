// Compares journal entries with the attempts that the database knows.

import type { Session, Statement } from '../../platform/db/database.ts';
import { isArchived } from '../../platform/db/partitions.ts';
import type { SentKey } from './entry.ts';

// By its reference too: after a restore another attempt may have been given the same number. The
// request of an old operation, which may have been refunded lately, is in the archive: its attempt
// tells that it is known.
const missing = `
    select k.place from unnest($1::integer[], $2::bigint[], $3::integer[], $4::text[])
      with ordinality as k(account_id, operation_id, number, ours, place)
    where not exists (
      select from attempt_request a where a.operation_id = k.operation_id
        and a.account_id = k.account_id and a.number = k.number
        and a.prepared->'refs'->>'ours' = k.ours)
      and not (${isArchived('k.operation_id')} and exists (
        select from attempt a where a.operation_id = k.operation_id and a.account_id = k.account_id
          and a.number = k.number))`;
const selectMissing: Statement = {
  name: 'select_missing_attempts',
  text: `${missing} order by k.place`,
};
const selectUnnoted: Statement = {
  name: 'select_unnoted_attempts',
  text: `${missing} and not exists (
      select from forgotten_attempt f where f.operation_id = k.operation_id and f.account_id = k.account_id and f.number = k.number
        and f.entry->'attempt'->'prepared'->'refs'->>'ours' = k.ours and f.resolution is distinct from 'restored')
    order by k.place`,
};

/** Those of the entries that are no attempts in the database, in their order. */
export const findMissing = <Entry extends SentKey>(
  session: Session,
  entries: readonly Entry[],
): Promise<Entry[]> => select(session, selectMissing, entries);

/**
 * The same without those that a recovery has noted, which wait or were given up: the database knows
 * of them.
 */
export const findForgottenEntries = <Entry extends SentKey>(
  session: Session,
  entries: readonly Entry[],
): Promise<Entry[]> => select(session, selectUnnoted, entries);

async function select<Entry extends SentKey>(
  session: Session,
  statement: Statement,
  entries: readonly Entry[],
): Promise<Entry[]> {
  if (entries.length === 0) return [];
  const rows = await session.query<{ place: bigint }>(statement, [
    entries.map(({ terms }) => terms.accountId),
    entries.map(({ terms }) => terms.id),
    entries.map(({ attempt }) => attempt.number),
    entries.map(({ attempt }) => attempt.prepared.refs.ours),
  ]);
  return rows.map(({ place }) => entries[Number(place) - 1]!);
}

export const describeMissing = ({ terms, attempt }: SentKey): string =>
  `attempt ${attempt.number} of transaction ${terms.id} was sent and is not in the database`;
