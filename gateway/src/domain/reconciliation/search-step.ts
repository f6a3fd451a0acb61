// What did we book at the provider in the period that its file does not name? The ledger is asked, a few minutes of it in one commit; at the
// end the classes are counted.

import type { Session, Statement } from '../../db/database.ts';
import type { StatementFile } from './file.ts';

const minutesPerQuery = 15;
/** One step goes on for so long: most quarters of an hour take no time, some hold a hundred thousand movements. */
const stepMs = 250;

// Each movement asks the index for its lines (the limit keeps a plan made while there were none from reading them all). The last attempt that moved the money: for evidence, and to find the transaction's exchange.
const findMissing: Statement = {
  name: 'find_missing_in_reconciliation',
  text: `with booked as (
      select t.account_id, t.operation_id, t.currency, t.created_at, case when t.verb = 'reverse' then 'refund' else 'execution' end as movement,
          case when t.debit = any($3::text[]) then t.amount else -t.amount end as ours
        from transfer t where t.created_at >= $2 and t.created_at < $4 and t.operation_id is not null
          and (t.debit = any($3::text[]) or t.credit = any($3::text[]))),
    missing as (
      select b.* from booked b left join lateral (
        select true as named from reconciliation_line l
          where l.operation_id = b.operation_id and l.account_id = b.account_id and l.movement = b.movement
            and exists (select from reconciliation_file f where f.id = l.file_id and f.state not in ('failed', 'withdrawn')) limit 1) as l on true
        where l.named is null)
    insert into reconciliation_gap (file_id, class, account_id, operation_id, attempt, movement, currency, theirs, ours, evidence)
    select $1, 'missing_there', m.account_id, m.operation_id, a.number, m.movement, m.currency, 0, m.ours,
        json_build_object('theirs', null, 'ours', json_build_object('externalId', o.external_id, 'service', o.code_service, 'route', a.route,
          'providerReference', o.provider_reference, 'direction', case when m.ours > 0 then 'in' else 'out' end, 'amount', o.amount::text,
          'currency', o.currency, 'state', o.state, 'attemptState', a.state, 'sentAt', a.sent_at, 'knownAt', m.created_at))
      from missing m join operation o on o.id = m.operation_id and o.account_id = m.account_id
      left join lateral (
        select a.number, a.route, a.state, a.sent_at from attempt a where a.operation_id = m.operation_id and a.account_id = m.account_id
          and a.purpose = case when m.movement = 'refund' then 'refund' else 'execute' end and a.state = 'SUCCEEDED'
        order by a.number desc limit 1) as a on true
    on conflict (operation_id, account_id, movement, file_id) where line is null do nothing`,
};
const setSearched: Statement = {
  name: 'set_reconciliation_searched',
  text: 'update reconciliation_file set searched_until = $2, problem = null where id = $1',
};
const removeSums: Statement = { name: 'remove_reconciliation_sums', text: 'delete from reconciliation_sum where file_id = $1' };
const insertSums: Statement = {
  name: 'insert_reconciliation_sums',
  text: `insert into reconciliation_sum (file_id, currency, class, lines, theirs, ours, fees)
    select $1, currency, class, count(*), sum(moved), sum(moved), sum(case when class = 'matched' then coalesce(fee, 0) else 0 end) from (
      select currency, class, fee, case when class = 'ignored' then 0 when direction = 'in' then amount else -amount end as moved
        from reconciliation_line where file_id = $1 and class in ('matched', 'ignored')) as line group by currency, class
    union all
    select $1, coalesce(g.currency, ''), g.class, count(*), sum(g.theirs), sum(g.ours),
        sum(case when l.class <> 'unreadable' and l.status in ('success', 'reversed') then coalesce(l.fee, 0) else 0 end)
      from reconciliation_gap g left join reconciliation_line l on l.file_id = g.file_id and l.number = g.line
      where g.file_id = $1 and (g.line is null or l.class = g.class) group by coalesce(g.currency, ''), g.class`,
};
const finish: Statement = {
  name: 'finish_reconciliation_file',
  text: `update reconciliation_file set state = 'done', problem = null, done_at = jokko_now() where id = $1`,
};

/** One step of a file in state `searching`; the last one counts, and the file is done. */
export async function searchStep(session: Session, file: StatementFile): Promise<void> {
  const { id, routes } = file;
  const [since, end] = [file.searchedUntil!, file.judgedUntil!];
  const accounts = routes.map((route) => `provider:${route}`);
  let at = since;
  for (const begun = performance.now(); at < end && performance.now() - begun < stepMs;) {
    const until = new Date(Math.min(at.getTime() + minutesPerQuery * 60_000, end.getTime()));
    await session.query(findMissing, [id, at, accounts, until]);
    at = until;
  }
  if (at > since) return void (await session.query(setSearched, [id, at]));
  await session.query(removeSums, [id]);
  await session.query(insertSums, [id]);
  await session.query(finish, [id]);
}
