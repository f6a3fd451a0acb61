// Statements of the same days complete each other: what one lists as not executed yet and another
// lists as executed is no difference any more.

import type { Session, Statement } from '../../platform/db/database.ts';
import { counts } from './booked.ts';

const named = `('matched', 'late', 'amount', 'fee')`;
/**
 * We booked it, and the row says that it is not executed yet. One that says that it failed may take
 * back what another statement lists.
 */
const isPending = (discrepancy: string): string =>
  `${discrepancy}.class = 'status' and ${discrepancy}.evidence->'theirs'->>'status' = 'pending' and ${discrepancy}.ours <> 0
      and ${discrepancy}.state <> 'resolved'`;

const closeInOthers: Statement = {
  name: 'close_completed_gaps_of_others',
  text: `with found as (
      select g.id, l.number from reconciliation_line l
        cross join lateral (select g.id from reconciliation_discrepancy g
          where g.operation_id = l.operation_id and g.account_id = l.account_id
          and g.movement = l.movement and g.line is not null and g.file_id <> $1
            and ${isPending('g')} limit 100) as g
        where l.file_id = $1 and l.number > $2 and l.number <= $3 and l.class in ${named}),
    closed as (update reconciliation_discrepancy g set state = 'resolved', changed_at = jokko_now()
      from found where g.id = found.id)
    insert into reconciliation_note (discrepancy_id, to_state, note)
    select id, 'resolved', concat('named_by:', $1::integer, ':', min(number)) from found
      group by id`,
};
const closeOwn: Statement = {
  name: 'close_own_completed_gaps',
  text: `with found as (
      select g.id, n.file_id, n.number from reconciliation_discrepancy g
        cross join lateral (select l.file_id, l.number from reconciliation_line l
          where l.operation_id = g.operation_id and l.account_id = g.account_id
          and l.movement = g.movement and l.file_id <> $1 and l.class in ${named}
          and exists (select from reconciliation_file f where f.id = l.file_id and ${counts('f')})
            limit 1) as n
        where g.file_id = $1 and g.line > $2 and g.line <= $3 and ${isPending('g')}),
    closed as (update reconciliation_discrepancy g set state = 'resolved', changed_at = jokko_now()
      from found where g.id = found.id)
    insert into reconciliation_note (discrepancy_id, to_state, note)
    select id, 'resolved', concat('named_by:', file_id, ':', number) from found`,
};

/**
 * The rows of a file that were matched in this step, and their differences in other files; in
 * whatever order the files came.
 */
export async function closeCompleted(
  session: Session,
  fileId: number,
  after: number,
  until: number,
): Promise<void> {
  await session.query(closeInOthers, [fileId, after, until]);
  await session.query(closeOwn, [fileId, after, until]);
}
