// Reads the newest operations of all accounts, exactly and at the same cost however old they are:
// one visit to the index operation_of_account for each account, then the pages of those accounts
// alone whose newest operations can be among them.

import type { Session, Statement } from '../../../platform/db/database.ts';
import {
  listedColumns,
  newestFirst,
  periodOf,
  periodValues,
  type ListedOperation,
  type ListFilter,
  type ListPlace,
} from './list-store.ts';

// Whoever is not among the first $6 accounts, by their newest operation, has $6 newer ones before
// its own; and what is older than the newest operations of all of these is not needed either.
const selectNewest: Statement = {
  name: 'list_newest_operations',
  text: `
    with heads as materialized (
      select head.* from account a cross join lateral (
        select a.id as account_id, x.created_at, x.id from operation x
        where x.account_id + 0 = a.id and ${periodOf('x')}
        ${newestFirst('x')} limit 1) head
      where ($1::integer is null or a.id = $1) and ($7::integer[] is null or a.id = any ($7))
      order by head.created_at desc, head.id desc limit $6),
    oldest as materialized (
      select case when count(*) < $6 then '-infinity' else min(created_at) end as at from heads),
    found as materialized (
      select h.account_id, entry.id from heads h cross join lateral (
        select x.created_at, x.id from operation x
        where x.account_id + 0 = h.account_id and x.created_at >= (select at from oldest)
          and ${periodOf('x')}
        ${newestFirst('x')} limit $6) entry
      order by entry.created_at desc, entry.id desc limit $6)
    select ${listedColumns} from found f
      join operation o on o.id = f.id and o.account_id = f.account_id
      join account a on a.id = o.account_id
    ${newestFirst('o')}`,
};

/**
 * Lists those of all accounts, or of the filter's, within its period; its other members must be
 * null.
 */
export function listNewest(
  session: Session,
  filter: ListFilter,
  after: ListPlace | null,
  limit: number,
): Promise<ListedOperation[]> {
  return session.query(selectNewest, [...periodValues(filter, after), limit, filter.accounts]);
}
