// Matches statement lines to our attempts and compares both sides. Set-based, some hundreds of
// lines in one commit. Matched lines may be matched again: later provider events change how a line
// is classified.

import type { Session, Statement } from '../../platform/db/database.ts';
import { bookStatedFees, joinRequest, type StatedFee } from '../../payments/operations/index.ts';
import { environment } from '../../platform/environment.ts';
import { accountsOf, counts, netOf } from './booked.ts';
import { closeCompleted } from './complete-step.ts';
import { assignBankMovements, bankServiceOf } from './match-bank.ts';
import type { StatementFile } from './file.ts';
import { closedByItself } from './missing.ts';
import { applyRules } from './rule-step.ts';

const linesPerStep = 1_000;
/**
 * After a step that took too long the next one takes so many times fewer rows, and more again after
 * one that did not.
 */
const fewerTimes = 4;
const quickStepMs = 800;

const selectEnd: Statement = {
  name: 'select_reconciliation_match_end',
  text: `select max(number) as number from (
    select number from reconciliation_line where file_id = $1 and number > $2 order by number
      limit $3) as step`,
};

/** What was booked earlier than this has been committed. */
const commitSeconds = 30;

/** Money that came to us is above zero. */
const signed = (amount: string, isIn: string): string =>
  `case when ${isIn} then ${amount} else -${amount} end`;

/**
 * One reference of a provider may stand for thousands of payments: which of them a row is about
 * that names it alone, nobody can tell.
 */
const candidatesMax = 100;

// By our reference (of an archived operation the request is gone, and its attempt has it, too),
// else by the number of the transaction, else by the provider's own reference.
const assign: Statement = {
  name: 'assign_reconciliation_lines',
  text: `with line as (
      select number, direction, status, lower(our_reference) as ours, said_operation, said_attempt,
        provider_reference from reconciliation_line
      where file_id = $1 and number > $2 and number <= $3 and problem is null),
    found as (
      select l.number, c.account_id, c.operation_id, c.attempt,
          case when c.purpose = 'refund' or l.status = 'reversed' then 'refund'
            else 'execution' end as movement
        from line l left join lateral (
          select * from (
            select 1 as rank, a.account_id, a.operation_id, a.number as attempt, a.purpose
              from attempt a
              left ${joinRequest}
              where a.operation_id = l.said_operation and a.number = l.said_attempt
                and coalesce(r.prepared->'refs'->>'ours', a.refs->>'ours') = l.ours
                and a.route = any($4::text[])
            union all
            select 2, a.account_id, a.operation_id, a.number, a.purpose from operation o
              join attempt a on a.operation_id = o.id and a.account_id = o.account_id
              where o.id = l.said_operation and l.said_attempt is null and a.route = any($4::text[])
                and a.purpose = case when l.status = 'reversed'
                  or (o.direction = 'CREDIT') = (l.direction = 'in') then 'execute'
                  else 'refund' end
            union all
            (select 3, a.account_id, a.operation_id, a.number, a.purpose from operation o
              join attempt a on a.operation_id = o.id and a.account_id = o.account_id
              where o.provider_reference = l.provider_reference and a.route = any($4::text[])
                and a.purpose = case when l.status = 'reversed'
                  or (o.direction = 'CREDIT') = (l.direction = 'in') then 'execute'
                  else 'refund' end
              limit ${candidatesMax})
          ) as candidate order by rank, attempt desc limit 1) as c on true)
    update reconciliation_line l set account_id = f.account_id, operation_id = f.operation_id,
      attempt = f.attempt,
      movement = case when f.operation_id is null then null else f.movement end
    from found f where l.file_id = $1 and l.number = f.number`,
};

// What is no payment may be our own money: by the bank's reference, rather with the same amount.
const assignFloats: Statement = {
  name: 'assign_reconciliation_floats',
  text: `update reconciliation_line l set float_move_id = case when l.operation_id is null then (
      select m.id from float_move m where m.reference in (l.provider_reference, l.our_reference)
        and m.route = any($4::text[]) and m.currency = l.currency
        order by abs(m.amount) = l.amount and (m.amount > 0) = (l.direction = 'in') desc, m.id
          limit 1) end
    where l.file_id = $1 and l.number > $2 and l.number <= $3 and l.problem is null`,
};

const moves = `status in ('success', 'reversed')`;
const countsElsewhere = `e.class in ('matched', 'late', 'amount', 'fee', 'status', 'missing_here')
  and exists (select from reconciliation_file other where other.id = e.file_id
    and ${counts('other')})`;
const sameMoney = `e.problem is null and e.amount = l.amount and e.currency = l.currency and e.direction = l.direction and e.status = l.status`;
const sameMovement = `e.operation_id = l.operation_id and e.account_id = l.account_id and e.movement = l.movement`;
/**
 * Rows `e` that say the same as row `l`, each case by a range of an index. One reference of a
 * provider may stand for many payments: rows about different ones are different. A statement that
 * gives no reference tells its rows apart by the attempts that they name.
 */
const sameEntries = (...places: readonly string[]): string =>
  [
    `e.provider_reference = l.provider_reference and ${sameMovement}`,
    `e.provider_reference = l.provider_reference and e.operation_id is null`,
    `l.operation_id is null and e.provider_reference = l.provider_reference and e.operation_id is not null`,
    `l.provider_reference is null and e.provider_reference is null and ${sameMovement} and e.attempt = l.attempt`,
  ]
    .flatMap((same) =>
      places.map(
        (place) => `select from reconciliation_line e where ${same} and ${sameMoney} and ${place}`,
      ),
    )
    .join(' union all ');
const overlaps = (one: string, other: string): string =>
  `${one}.period_from < ${other}.period_until and ${other}.period_from < ${one}.period_until`;
const isOfDaysOf = (row: string, statement: string): string =>
  `coalesce(${row}.at >= ${statement}.period_from and ${row}.at < ${statement}.period_until, true)`;
const isEarlierHere = `e.file_id = l.file_id and e.number < l.number`;
const isTold = `(${countsElsewhere} or (e.file_id < l.file_id and e.class = 'duplicate'))
          and (select ${counts('other')} and other.party = $4 and (coalesce(e.at = l.at, false)
              or (${overlaps('mine', 'other')} and ${isOfDaysOf('e', 'mine')}
                and ${isOfDaysOf('l', 'other')}))
            from reconciliation_file other, reconciliation_file mine where other.id = e.file_id
              and mine.id = l.file_id)`;
// Apart, so that the rows of the file itself, which may be thousands, are left out by the index.
const toldElsewhere = sameEntries(
  `e.file_id < l.file_id and ${isTold}`,
  `e.file_id > l.file_id and ${isTold}`,
);
/**
 * No more rows that say the same are counted: what comes behind them in one file is a second
 * execution.
 */
const sameRowsCounted = 100;
const countOf = (rows: string): string =>
  `(select count(*) from (${rows} limit ${sameRowsCounted}) as counted)`;
/**
 * Other statements have told the row: the very same one; or, of days that both are of, one that is
 * the same but for its time. Each row that they tell stands for one of this file: another one may
 * be a second execution. (A file that is asked for within a value makes no plan begin with files.)
 */
const reportedElsewhere = `(exists (${toldElsewhere})
      and ${countOf(toldElsewhere)} > ${countOf(sameEntries(isEarlierHere))})`;
/**
 * Another line says the same once more: earlier in this file, or in another file that was matched.
 */
const isNamedBefore = (which: string, elsewhere = countsElsewhere): string => {
  const rows = `select from reconciliation_line e where ${which} and e.${moves}
    and e.problem is null`;
  return `(exists (${rows} and ${isEarlierHere}) or exists (${rows} and e.file_id <> l.file_id
    and ${elsewhere}))`;
};
const namedBefore = `(${isNamedBefore(`${sameMovement} and e.attempt = l.attempt`)} or ${isNamedBefore('e.float_move_id = l.float_move_id')}
  or ${isNamedBefore('e.bank_movement_id = l.bank_movement_id')})`;
const unknownNamedBefore = `l.provider_reference is not null and ${isNamedBefore(
  `e.provider_reference = l.provider_reference and e.operation_id is null and e.float_move_id is null and e.bank_movement_id is null and e.direction = l.direction`,
  `${countsElsewhere} and exists (select from reconciliation_file other where other.id = e.file_id and other.party = $4)`,
)}`;
/** A statement of the same days that lists what the other one did not yet have is in time. */
const inOtherFile = `g.line is null and g.file_id <> l.file_id
    and exists (select from reconciliation_file other, reconciliation_file mine
      where other.id = g.file_id and other.state <> 'withdrawn'
      and mine.id = l.file_id and not (${overlaps('mine', 'other')}))`;
const calledMissing = `(exists (select from reconciliation_discrepancy g
  where g.operation_id = l.operation_id and g.account_id = l.account_id
    and g.movement = l.movement and g.ours <> 0 and ${inOtherFile})
  or exists (select from reconciliation_discrepancy g where g.float_move_id = l.float_move_id
    and ${inOtherFile}))`;
const day = (at: string): string => `(${at} at time zone $5)::date`;

/**
 * The attempt that moved what the ledger holds: the one that succeeded, else the last one, for
 * which users corrected it.
 */
const isTheOne = `(a.state = 'SUCCEEDED' or not exists (select from attempt s
  where s.operation_id = a.operation_id and s.account_id = a.account_id
    and s.purpose = a.purpose and (s.state = 'SUCCEEDED' or s.number > a.number)))`;

const lineColumns = `l.file_id, l.number, l.our_reference, l.provider_reference, l.direction, l.amount, l.fee, l.fee_agreed, l.currency, l.at,
          l.status, l.problem, l.account_id, l.operation_id, l.attempt, l.movement, l.float_move_id, l.bank_movement_id`;
const classify: Statement = {
  name: 'classify_reconciliation_lines',
  text: `with line as (
      select ${lineColumns}, a.state as attempt_state, a.purpose, a.sent_at,
        greatest(a.updated_at, b.booked_at) as known_at,
          coalesce(a.route, m.route) as our_route, 
          coalesce(case when (a.purpose = 'refund') = (l.movement = 'refund') then a.fee end,
            l.fee_agreed) as fee_expected, coalesce(o.external_id, m.reference, k.our_reference,
            k.reference, '') as external_id,
          coalesce(abs(b.net), abs(m.amount), abs(k.amount), o.amount) as our_amount,
            coalesce(o.currency, m.currency, k.currency) as our_currency,
          coalesce(o.state, 'SUCCESS') as our_state, coalesce(o.provider_reference, m.reference,
            k.reference) as our_theirs,
          coalesce(o.code_service, ${bankServiceOf('k')}, 'float') as code_service,
          coalesce(b.net > 0, m.amount > 0, k.amount > 0,
            (o.direction = 'CREDIT') = (l.movement = 'execution')) as our_in,
          m.id is not null or k.id is not null or coalesce((b.net is not null or o.amount = 0)
            and ${isTheOne} and (o.amount > 0 or a.state = 'SUCCEEDED'), false) as we_moved,
          coalesce(l.problem is null and l.${moves}, false) as they_moved
        from reconciliation_line l
        left join attempt a on a.operation_id = l.operation_id and a.account_id = l.account_id
          and a.number = l.attempt
        left join operation o on o.id = l.operation_id and o.account_id = l.account_id
        left join float_move m on m.id = l.float_move_id
        left join bank_movement k on k.id = l.bank_movement_id
        left join lateral (${netOf('l', '$7')}) as b on true
        where l.file_id = $1 and l.number > $2 and l.number <= $3),
    classed as (
      select l.*, case
          when l.problem is not null then 'unreadable'
          when ${reportedElsewhere} then 'repeated'
          when not l.they_moved then case when l.we_moved then 'status' else 'ignored' end
          when l.operation_id is null and l.float_move_id is null
            and l.bank_movement_id is null then case when ${unknownNamedBefore} then 'duplicate'
            else 'missing_here' end
          when ${namedBefore} then 'duplicate'
          when not l.we_moved then case when l.attempt_state in ('FAILED',
            'NOT_SENT') then 'missing_here' else 'status' end
          when l.amount <> l.our_amount or l.currency <> l.our_currency
            or (l.direction = 'in') <> l.our_in then 'amount'
          -- What the provider told with the payment is booked already, and is not booked again: a
          -- difference is shown.
          when l.float_move_id is null and l.fee is not null and l.fee <> l.fee_expected then 'fee'
          when ${calledMissing} then 'late'
          when ${day('l.at')} not between ${day('l.sent_at')} and ${day('l.known_at')}
            and l.at not between l.sent_at - $6 * interval '1 minute'
              and l.known_at + $6 * interval '1 minute' then 'late'
          else 'matched' end as found
        from line l),
    weighed as (
      select c.*, case when they_moved then ${signed('amount', `direction = 'in'`)}
        else 0 end as theirs,
          case when we_moved and found not in ('duplicate', 'missing_here', 'unreadable')
            and our_currency = currency
            then ${signed('our_amount', 'our_in')} else 0 end as ours
        from classed c),
    marked as (
      update reconciliation_line l set class = w.found, fee_expected = w.fee_expected from weighed w
        where l.file_id = $1 and l.number = w.number),
    mended as (
      update reconciliation_discrepancy g set state = 'resolved', changed_at = jokko_now()
        from weighed w where g.file_id = $1 and g.line = w.number
          and w.found in ('matched', 'ignored', 'repeated') and g.state <> 'resolved'
          returning g.id),
    noted as (
      insert into reconciliation_note (discrepancy_id, to_state, note) select id, 'resolved',
        'matches_now' from mended),
    reopened as (
      insert into reconciliation_note (discrepancy_id, to_state, note)
      select g.id, 'open', 'differs_again' from weighed w join reconciliation_discrepancy g
        on g.file_id = $1 and g.line = w.number
        where w.found not in ('matched', 'ignored', 'repeated') and ${closedByItself('g')}),
    discrepancies as (
      insert into reconciliation_discrepancy (file_id, class, line, account_id, operation_id,
        attempt, movement, float_move_id, bank_movement_id, currency, theirs, ours, evidence)
      select $1, found, number, account_id, operation_id, attempt, movement, float_move_id,
        bank_movement_id, currency, theirs, ours, json_build_object(
          'theirs', json_build_object('ourReference', our_reference, 'providerReference',
            provider_reference, 'direction', direction,
            'amount', amount::text, 'fee', fee::text, 'feeAgreed', fee_expected::text, 'currency',
              currency, 'at', at, 'status', status, 'problem', problem),
          'ours', case when operation_id is null and float_move_id is null
            and bank_movement_id is null then null else json_build_object('externalId', external_id,
            'service', code_service,
            'route', our_route, 'providerReference', our_theirs, 'direction', case
              when our_in then 'in' else 'out' end, 'amount', our_amount::text,
            'currency', our_currency, 'state', our_state, 'attemptState', attempt_state, 'sentAt',
              sent_at, 'knownAt', known_at) end)
        from weighed where found not in ('matched', 'ignored', 'repeated') order by number
      on conflict (file_id, line) where line is not null do update
        set class = excluded.class, account_id = excluded.account_id,
          operation_id = excluded.operation_id, attempt = excluded.attempt,
          movement = excluded.movement, float_move_id = excluded.float_move_id,
            bank_movement_id = excluded.bank_movement_id, currency = excluded.currency,
            theirs = excluded.theirs, ours = excluded.ours, evidence = excluded.evidence,
          state = case when reconciliation_discrepancy.class = excluded.class
            and not (${closedByItself('reconciliation_discrepancy')})
            then reconciliation_discrepancy.state else 'open' end
      returning id)
    select (select count(*) from discrepancies)::integer as discrepancies`,
};

// What an earlier file of the provider did not name is named now.
const closeMissing: Statement = {
  name: 'close_missing_reconciliation_gaps',
  text: `with found as (
      select g.id, l.number from reconciliation_line l
        cross join lateral (
          (select g.id from reconciliation_discrepancy g where g.operation_id = l.operation_id
            and g.account_id = l.account_id
            and g.movement = l.movement and g.line is null and g.state <> 'resolved' limit 100)
          union all
          (select g.id from reconciliation_discrepancy g where g.float_move_id = l.float_move_id
            and g.line is null and g.state <> 'resolved' limit 100)
          union all
          (select g.id from reconciliation_discrepancy g
            where g.bank_movement_id = l.bank_movement_id and g.line is null
            and g.state <> 'resolved' limit 100)) as g
        where l.file_id = $1 and l.number > $2 and l.number <= $3
          and l.class in ('matched', 'late', 'amount', 'fee')),
    closed as (update reconciliation_discrepancy g set state = 'resolved', changed_at = jokko_now()
      from found where g.id = found.id)
    insert into reconciliation_note (discrepancy_id, to_state, note)
    select id, 'resolved', concat('named_by:', $1::integer, ':', min(number)) from found
      group by id`,
};
// A user's file may have told the row before: what it says of the fee is no proof, and this one's
// is booked once.
const matchedElsewhere = `exists (select from reconciliation_line e where ${sameMovement}
  and e.attempt = l.attempt and e.file_id <> l.file_id and ${sameMoney}
    and e.class in ('matched', 'late', 'fee') and exists (select from reconciliation_file other
      where other.id = e.file_id and ${counts('other')}))`;
const selectStatedFees: Statement = {
  name: 'select_stated_fees',
  text: `select l.account_id as "accountId", l.operation_id as "operationId", l.attempt, l.movement,
    l.currency, l.fee from reconciliation_line l
    where l.file_id = $1 and l.number > $2 and l.number <= $3 and l.operation_id is not null
      and l.fee is not null and l.status = 'success'
      and (l.class in ('matched', 'late') or (l.class = 'repeated'
        and l.fee = coalesce(l.fee_expected, l.fee) and ${matchedElsewhere}))`,
};
const setPosition: Statement = {
  name: 'set_reconciliation_matched',
  text: `update reconciliation_file set position = $2, problem = null,
      slow_steps = case when $3::boolean then greatest(0, slow_steps - 1) else slow_steps end
        where id = $1`,
};
// The minutes before the end may stand in the next file, which looks for them from there on. What
// is not over yet cannot be missing.
const beginSearch: Statement = {
  name: 'begin_reconciliation_search',
  text: `with judged as (
      select f.id, coalesce((select max(e.judged_until) from reconciliation_file e
        where e.party = f.party and e.id <> f.id and e.state = 'done'
          and e.judged_until <= f.period_from and e.period_until >= f.period_from),
            f.period_from) as since,
        least(f.period_until - $2 * interval '1 minute',
          jokko_now() - interval '${commitSeconds} seconds') as until
      from reconciliation_file f where f.id = $1)
    update reconciliation_file f set state = 'searching', problem = null, slow_steps = 0,
      judged_from = j.since, judged_until = greatest(j.since, j.until),
      searched_until = j.since, position = 0 from judged j where f.id = j.id`,
};

/** One step of a file in state `matching`; the last one moves it on to `searching`. */
export async function matchStep(session: Session, file: StatementFile): Promise<void> {
  const { id, position, routes, party } = file;
  const { timeZone, graceMinutes } = file.mapping!;
  const begun = environment.monotonic();
  const lines = Math.max(1, Math.floor(linesPerStep / fewerTimes ** file.slowSteps));
  const [end] = await session.query<{ number: number | null }>(selectEnd, [id, position, lines]);
  const until = end?.number ?? null;
  if (until === null) return void (await session.query(beginSearch, [id, graceMinutes]));
  if (file.bankAccount === null) {
    await session.query(assign, [id, position, until, routes]);
    await session.query(assignFloats, [id, position, until, routes]);
  } else if (position === 0) await assignBankMovements(session, file, file.bankAccount.id);
  await session.query(classify, [
    id,
    position,
    until,
    party,
    timeZone,
    graceMinutes,
    accountsOf(routes),
  ]);
  if (file.mapping!.isFetched)
    await bookStatedFees(
      session,
      await session.query<StatedFee>(selectStatedFees, [id, position, until]),
    );
  await session.query(closeMissing, [id, position, until]);
  await closeCompleted(session, id, position, until);
  await applyRules(session, file, position, until);
  const isQuick = environment.monotonic() - begun < quickStepMs;
  await session.query(setPosition, [id, until, isQuick]);
}
