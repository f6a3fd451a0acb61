// Searches for what we booked at the provider in the period and its file does not name. The ledger
// is read a few minutes per commit; at the end the classes are counted, and the provider's next
// file continues where this one stops.

import type { Session, Statement } from '../../platform/db/database.ts';
import { stretchesOf, type StretchRows } from '../../platform/db/stretches.ts';
import type { StatementFile } from './file.ts';
import { closeMendedDiscrepancies, findMissingFloatsIn, findMissingIn } from './missing.ts';
import { findMissingBankMovements, namesMovement } from './match-bank.ts';
import { environment } from '../../platform/environment.ts';

/** Movements that one statement looks for, each in three indexes: some 20 ms. */
const atOnceAtMost: StretchRows = { tables: ['transfer'], rowsMax: () => 500 };
/**
 * One step goes on for so long: most hours take no time, some hold a hundred thousand movements.
 */
const stepMs = 250;

const setSearched: Statement = {
  name: 'set_reconciliation_searched',
  text: 'update reconciliation_file set searched_until = $2, problem = null, slow_steps = 0 where id = $1',
};
const removeSums: Statement = {
  name: 'remove_reconciliation_sums',
  text: 'delete from reconciliation_sum where file_id = $1',
};
/** A row that states no fee, or whose fee is not checked, differs from nothing. */
const expected = (line: string): string =>
  `case when ${line}.fee is null then 0 else coalesce(${line}.fee_expected, ${line}.fee) end`;

// Each discrepancy asks for its own line (the limit lets no plan read all lines for each of them).
// What a line of this file names counts there.
const insertSums: Statement = {
  name: 'insert_reconciliation_sums',
  text: `insert into reconciliation_sum (file_id, currency, class, lines, theirs, ours, fees,
    fees_expected)
    select $1, currency, class, count(*), sum(moved), sum(moved), sum(case when class = 'matched'
      or moved <> 0 then coalesce(fee, 0) else 0 end),
        sum(case when class = 'matched' or moved <> 0 then ${expected('line')} else 0 end) from (
      select currency, class, fee, fee_expected, case when class = 'ignored'
        or status not in ('success', 'reversed') then 0
          when direction = 'in' then amount else -amount end as moved
        from reconciliation_line where file_id = $1 and class in ('matched', 'ignored', 'repeated'))
          as line group by currency, class
    union all
    select $1, coalesce(g.currency, ''), g.class, count(*), sum(g.theirs), sum(g.ours),
        sum(case when l.class <> 'unreadable' and l.status in ('success',
          'reversed') then coalesce(l.fee, 0) else 0 end),
        sum(case when l.class <> 'unreadable' and l.status in ('success',
          'reversed') then ${expected('l')} else 0 end)
      from reconciliation_discrepancy g
        left join lateral (select l.class, l.status, l.fee, l.fee_expected
          from reconciliation_line l where l.file_id = $1 and l.number = g.line limit 1) as l
          on true
      where g.file_id = $1 and case when g.line is not null then l.class = g.class else g.ours <> 0
        and not exists (
        select from reconciliation_line n where n.operation_id = g.operation_id
          and n.account_id = g.account_id and n.movement = g.movement
          and n.file_id = $1 and n.class in ('matched', 'late', 'amount', 'fee'))
        and not exists (select from reconciliation_line n
          where n.bank_movement_id = g.bank_movement_id
          and n.file_id = $1 and ${namesMovement('n')}) end
      group by coalesce(g.currency, ''), g.class`,
};
const finish: Statement = {
  name: 'finish_reconciliation_file',
  text: `update reconciliation_file set state = 'done', problem = null, done_at = jokko_now()
    where id = $1`,
};
// Files come in any order: the one that follows, and began at its own beginning since this one was
// not there, answers for the minutes between.
const reachBack: Statement = {
  name: 'reach_back_in_reconciliation',
  text: `update reconciliation_file n set state = 'searching', judged_from = f.judged_until,
    searched_until = f.judged_until
    from reconciliation_file f where f.id = $1 and n.party = f.party and n.id <> f.id
      and n.state = 'done'
      and n.period_from <= f.period_until and n.judged_from > f.judged_until
      and not exists (select from reconciliation_file e where e.party = f.party and e.state = 'done'
        and e.id not in (f.id, n.id)
        and e.judged_from <= f.judged_until and e.judged_until >= n.judged_from)`,
};

/** One step of a file in state `searching`; the last one counts, and the file is done. */
export async function searchStep(session: Session, file: StatementFile): Promise<void> {
  const { id } = file;
  const [since, end] = [file.searchedUntil!, file.judgedUntil!];
  if (file.bankAccount === null) {
    if (since < end) return searchFor(session, file, since, end);
    await findMissingFloatsIn(session, file, file.judgedFrom!, end);
  } else await findMissingBankMovements(session, file, file.bankAccount.id);
  await closeMendedDiscrepancies(session, file);
  await session.query(removeSums, [id]);
  await session.query(insertSums, [id]);
  await session.query(finish, [id]);
  await session.query(reachBack, [id]);
}

/** Goes on with the search for a while, and keeps how far it came. */
async function searchFor(
  session: Session,
  file: StatementFile,
  since: Date,
  end: Date,
): Promise<void> {
  const begun = environment.monotonic();
  let at = since.toISOString();
  const time = { from: at, until: end.toISOString() };
  for await (const { from, until, rows } of stretchesOf(session, time, atOnceAtMost)) {
    if (rows > 0) await findMissingIn(session, file, from, until);
    at = until;
    if (environment.monotonic() - begun >= stepMs) break;
  }
  await session.query(setSearched, [file.id, at]);
}
