// Which of our attempts does each line mean, and do both sides say the same? Set-based, some hundreds of lines in one commit. What was matched
// before may be matched again: later news change what a line is found to be.

import type { Session, Statement } from '../../db/database.ts';
import { accountsOf, counts, netOf } from './booked.ts';
import type { StatementFile } from './file.ts';

const linesPerStep = 1_000;

const selectEnd: Statement = {
  name: 'select_reconciliation_match_end',
  text: `select max(number) as number from (
    select number from reconciliation_line where file_id = $1 and number > $2 order by number limit ${linesPerStep}) as step`,
};

/** What was booked earlier than this has been committed. */
const commitSeconds = 30;

/** Money that came to us is above zero. */
const signed = (amount: string, isIn: string): string => `case when ${isIn} then ${amount} else -${amount} end`;

// By our reference, else by the number of the transaction, else by the provider's own reference.
const assign: Statement = {
  name: 'assign_reconciliation_lines',
  text: `with line as (
      select number, direction, status, said_account, said_operation, said_attempt, provider_reference from reconciliation_line
      where file_id = $1 and number > $2 and number <= $3 and problem is null),
    found as (
      select l.number, c.account_id, c.operation_id, c.attempt,
          case when c.purpose = 'refund' or l.status = 'reversed' then 'refund' else 'execution' end as movement
        from line l left join lateral (
          select * from (
            select 1 as rank, a.account_id, a.operation_id, a.number as attempt, a.purpose from attempt a
              where a.operation_id = l.said_operation and a.account_id = l.said_account and a.number = l.said_attempt and a.route = any($4::text[])
            union all
            select 2, a.account_id, a.operation_id, a.number, a.purpose from operation o
              join attempt a on a.operation_id = o.id and a.account_id = o.account_id
              where o.id = l.said_operation and l.said_attempt is null and a.route = any($4::text[])
                and a.purpose = case when l.status = 'reversed' or (o.direction = 'CREDIT') = (l.direction = 'in') then 'execute' else 'refund' end
            union all
            select 3, a.account_id, a.operation_id, a.number, a.purpose from operation o
              join attempt a on a.operation_id = o.id and a.account_id = o.account_id
              where o.provider_reference = l.provider_reference and a.route = any($4::text[])
                and a.purpose = case when l.status = 'reversed' or (o.direction = 'CREDIT') = (l.direction = 'in') then 'execute' else 'refund' end
          ) as candidate order by rank, attempt desc limit 1) as c on true)
    update reconciliation_line l set account_id = f.account_id, operation_id = f.operation_id, attempt = f.attempt,
      movement = case when f.operation_id is null then null else f.movement end
    from found f where l.file_id = $1 and l.number = f.number`,
};

// What is no payment may be our own money: by the bank's reference, rather with the same amount.
const assignFloats: Statement = {
  name: 'assign_reconciliation_floats',
  text: `update reconciliation_line l set float_move_id = case when l.operation_id is null then (
      select m.id from float_move m where m.reference in (l.provider_reference, l.our_reference) and m.route = any($4::text[]) and m.currency = l.currency
        order by abs(m.amount) = l.amount and (m.amount > 0) = (l.direction = 'in') desc, m.id limit 1) end
    where l.file_id = $1 and l.number > $2 and l.number <= $3 and l.problem is null`,
};

const moves = `status in ('success', 'reversed')`;
const countsElsewhere = `e.class in ('matched', 'late', 'amount', 'fee', 'status', 'missing_here')
  and exists (select from reconciliation_file other where other.id = e.file_id and ${counts('other')})`;
/** Statements that overlap have the very same row: the other one has told it. (A file that is asked for within a value makes no plan begin with files.) */
const toldElsewhere = `l.provider_reference is not null and exists (select from reconciliation_line e
    where e.provider_reference = l.provider_reference and e.file_id <> l.file_id and e.problem is null and e.amount = l.amount
      and e.currency = l.currency and e.direction = l.direction and e.status = l.status and e.at is not distinct from l.at
      and (${countsElsewhere} or (e.file_id < l.file_id and e.class = 'duplicate'))
      and (select ${counts('other')} and other.route = $4 from reconciliation_file other where other.id = e.file_id))`;
/** Another line says the same once more: earlier in this file, or in another file that was matched. */
const before = `e.${moves} and e.problem is null
    and ((e.file_id = l.file_id and e.number < l.number) or (e.file_id <> l.file_id and ${countsElsewhere}))`;
const namedBefore = `(exists (select from reconciliation_line e where e.operation_id = l.operation_id and e.account_id = l.account_id
    and e.attempt = l.attempt and e.movement = l.movement and ${before})
  or exists (select from reconciliation_line e where e.float_move_id = l.float_move_id and ${before}))`;
const unknownNamedBefore = `l.provider_reference is not null and exists (select from reconciliation_line e where e.provider_reference = l.provider_reference
    and e.operation_id is null and e.float_move_id is null and e.${moves} and e.problem is null and e.direction = l.direction
    and ((e.file_id = l.file_id and e.number < l.number) or (e.file_id <> l.file_id and ${countsElsewhere}
      and exists (select from reconciliation_file other where other.id = e.file_id and other.route = $4))))`;
const inOtherFile = `g.line is null and g.file_id <> l.file_id
    and exists (select from reconciliation_file other where other.id = g.file_id and other.state <> 'withdrawn')`;
const calledMissing = `(exists (select from reconciliation_gap g where g.operation_id = l.operation_id and g.account_id = l.account_id
    and g.movement = l.movement and g.ours <> 0 and ${inOtherFile})
  or exists (select from reconciliation_gap g where g.float_move_id = l.float_move_id and ${inOtherFile}))`;
const day = (at: string): string => `(${at} at time zone $5)::date`;

/** The attempt that moved what the ledger holds: the one that succeeded, else the last one, for which persons corrected it. */
const isTheOne = `(a.state = 'SUCCEEDED' or not exists (select from attempt s where s.operation_id = a.operation_id and s.account_id = a.account_id
    and s.purpose = a.purpose and (s.state = 'SUCCEEDED' or s.number > a.number)))`;

const classify: Statement = {
  name: 'classify_reconciliation_lines',
  text: `with line as (
      select l.*, a.state as attempt_state, a.purpose, a.sent_at, greatest(a.updated_at, b.booked_at) as known_at,
          coalesce(a.route, m.route) as our_route, coalesce(o.external_id, m.reference) as external_id,
          coalesce(abs(b.net), abs(m.amount), o.amount) as our_amount, coalesce(o.currency, m.currency) as our_currency,
          coalesce(o.state, 'SUCCESS') as our_state, coalesce(o.provider_reference, m.reference) as our_theirs,
          coalesce(o.code_service, 'float') as code_service,
          coalesce(b.net > 0, m.amount > 0, (o.direction = 'CREDIT') = (l.movement = 'execution')) as our_in,
          m.id is not null or coalesce((b.net is not null or o.amount = 0) and ${isTheOne} and (o.amount > 0 or a.state = 'SUCCEEDED'), false) as we_moved,
          coalesce(l.problem is null and l.${moves}, false) as they_moved
        from reconciliation_line l
        left join attempt a on a.operation_id = l.operation_id and a.account_id = l.account_id and a.number = l.attempt
        left join operation o on o.id = l.operation_id and o.account_id = l.account_id
        left join float_move m on m.id = l.float_move_id
        left join lateral (${netOf('l', '$7')}) as b on true
        where l.file_id = $1 and l.number > $2 and l.number <= $3),
    classed as (
      select l.*, case
          when l.problem is not null then 'unreadable'
          when ${toldElsewhere} then 'repeated'
          when not l.they_moved then case when l.we_moved then 'status' else 'ignored' end
          when l.operation_id is null and l.float_move_id is null then case when ${unknownNamedBefore} then 'duplicate' else 'missing_here' end
          when ${namedBefore} then 'duplicate'
          when not l.we_moved then case when l.attempt_state in ('FAILED', 'NOT_SENT') then 'missing_here' else 'status' end
          when l.amount <> l.our_amount or l.currency <> l.our_currency or (l.direction = 'in') <> l.our_in then 'amount'
          when l.float_move_id is null and l.fee_agreed is not null and l.fee is distinct from l.fee_agreed then 'fee'
          when ${calledMissing} then 'late'
          when ${day('l.at')} not between ${day('l.sent_at')} and ${day('l.known_at')}
            and l.at not between l.sent_at - $6 * interval '1 minute' and l.known_at + $6 * interval '1 minute' then 'late'
          else 'matched' end as found
        from line l),
    weighed as (
      select c.*, case when they_moved then ${signed('amount', `direction = 'in'`)} else 0 end as theirs,
          case when we_moved and found not in ('duplicate', 'missing_here', 'unreadable') and our_currency = currency
            then ${signed('our_amount', 'our_in')} else 0 end as ours
        from classed c),
    marked as (
      update reconciliation_line l set class = w.found from weighed w where l.file_id = $1 and l.number = w.number),
    mended as (
      update reconciliation_gap g set state = 'resolved', changed_at = jokko_now()
        from weighed w where g.file_id = $1 and g.line = w.number and w.found in ('matched', 'ignored', 'repeated') and g.state <> 'resolved' returning g.id),
    noted as (
      insert into reconciliation_note (gap_id, to_state, note) select id, 'resolved', 'matches_now' from mended),
    gaps as (
      insert into reconciliation_gap (file_id, class, line, account_id, operation_id, attempt, movement, float_move_id, currency, theirs, ours, evidence)
      select $1, found, number, account_id, operation_id, attempt, movement, float_move_id, currency, theirs, ours, json_build_object(
          'theirs', json_build_object('ourReference', our_reference, 'providerReference', provider_reference, 'direction', direction,
            'amount', amount::text, 'fee', fee::text, 'feeAgreed', fee_agreed::text, 'currency', currency, 'at', at, 'status', status, 'problem', problem),
          'ours', case when operation_id is null and float_move_id is null then null else json_build_object('externalId', external_id, 'service', code_service,
            'route', our_route, 'providerReference', our_theirs, 'direction', case when our_in then 'in' else 'out' end, 'amount', our_amount::text,
            'currency', our_currency, 'state', our_state, 'attemptState', attempt_state, 'sentAt', sent_at, 'knownAt', known_at) end)
        from weighed where found not in ('matched', 'ignored', 'repeated') order by number
      on conflict (file_id, line) where line is not null do update
        set class = excluded.class, account_id = excluded.account_id, operation_id = excluded.operation_id, attempt = excluded.attempt,
          movement = excluded.movement, float_move_id = excluded.float_move_id, currency = excluded.currency, theirs = excluded.theirs, ours = excluded.ours, evidence = excluded.evidence,
          state = case when reconciliation_gap.class = excluded.class then reconciliation_gap.state else 'open' end
      returning id)
    select (select count(*) from gaps)::integer as gaps`,
};

// What an earlier file of the provider did not name is named now.
const closeMissing: Statement = {
  name: 'close_missing_reconciliation_gaps',
  text: `with found as (
      select g.id, l.number from reconciliation_line l
        cross join lateral (
          (select g.id from reconciliation_gap g where g.operation_id = l.operation_id and g.account_id = l.account_id
            and g.movement = l.movement and g.line is null and g.state <> 'resolved' limit 100)
          union all
          (select g.id from reconciliation_gap g where g.float_move_id = l.float_move_id and g.line is null and g.state <> 'resolved' limit 100)) as g
        where l.file_id = $1 and l.number > $2 and l.number <= $3 and l.class in ('matched', 'late', 'amount', 'fee')),
    closed as (update reconciliation_gap g set state = 'resolved', changed_at = jokko_now() from found where g.id = found.id)
    insert into reconciliation_note (gap_id, to_state, note)
    select id, 'resolved', concat('named_by:', $1::integer, ':', min(number)) from found group by id`,
};
const setPosition: Statement = {
  name: 'set_reconciliation_matched',
  text: 'update reconciliation_file set position = $2, problem = null where id = $1',
};
// The minutes before the end may stand in the next file, which looks for them from there on. What is not over yet cannot be missing.
const beginSearch: Statement = {
  name: 'begin_reconciliation_search',
  text: `with judged as (
      select f.id, coalesce((select max(e.judged_until) from reconciliation_file e where e.route = f.route and e.id <> f.id and e.state = 'done'
          and e.judged_until <= f.period_from and e.period_until >= f.period_from), f.period_from) as since,
        least(f.period_until - $2 * interval '1 minute', jokko_now() - interval '${commitSeconds} seconds') as until
      from reconciliation_file f where f.id = $1)
    update reconciliation_file f set state = 'searching', problem = null, judged_from = j.since, judged_until = greatest(j.since, j.until),
      searched_until = j.since, position = 0 from judged j where f.id = j.id`,
};

/** One step of a file in state `matching`; the last one moves it on to `searching`. */
export async function matchStep(session: Session, file: StatementFile): Promise<void> {
  const { id, position, routes, route } = file;
  const { timeZone, graceMinutes } = file.mapping!;
  const [end] = await session.query<{ number: number | null }>(selectEnd, [id, position]);
  const until = end?.number ?? null;
  if (until === null) return void (await session.query(beginSearch, [id, graceMinutes]));
  await session.query(assign, [id, position, until, routes]);
  await session.query(assignFloats, [id, position, until, routes]);
  await session.query(classify, [id, position, until, route, timeZone, graceMinutes, accountsOf(routes)]);
  await session.query(closeMissing, [id, position, until]);
  await session.query(setPosition, [id, until]);
}
