// I-08: checks that the providers' own files agree with our ledger, for the periods of the files
// that were imported.

import type { Check, CheckPart } from '../../platform/doctor/check.ts';

/**
 * Long ago nothing changes any more: each movement of so many days is looked at, older ones were
 * when their file was young.
 */
const days = 10;
/**
 * The files of a party after this one, by the ends of their judgements: what follows it at once is
 * among them, of a statement a day for a month.
 */
const nextFiles = 30;
const done = (file: string): string => `${file}.state = 'done'`;
const counts = (file: string): string => `${file}.state not in ('failed', 'withdrawn')`;
/**
 * Each look-up is a subquery of its own, by a key: what it looks for is of all rows, and its own
 * rows may be a part.
 */
const fileOf = (line: string): string =>
  `cross join lateral (select * from public.reconciliation_file f where f.id = ${line}.file_id
    and ${done('f')} offset 0) f`;
/** That a row of a statement that counts tells: SQL condition on the line `l`. */
const isToldBy = (line: string, condition: string): string => `exists (
          select from public.reconciliation_line ${line} where ${condition}
            and (select ${counts('o')} from public.reconciliation_file o
              where o.id = ${line}.file_id) offset 0)`;
/** Files of the last days, of each party by an index. */
const youngFiles = `(with recursive party (party) as (
            select min(party) from public.reconciliation_file
            union all
            select (select min(n.party) from public.reconciliation_file n where n.party > p.party)
              from party p where p.party is not null
          )
          select y.* from party p cross join lateral (
            select * from public.reconciliation_file f
              where f.party = p.party and f.judged_until > jokko_now() - interval '${days} days'
                and ${done('f')} offset 0) y)`;
/**
 * The movement of a transfer `t`: a correction makes up for the execution, or is the refund of what
 * the provider took back.
 */
const movement = `(case when t.verb = 'reverse' then 'refund' when t.verb = 'adjust' then (
    select case when bool_or(d.kind = 'reversal_without_cover')
      and not bool_or(d.kind = 'late_failure' and d.resolution = 'booked')
        then 'refund' else 'execution' end
      from public.operation_case d where d.account_id = t.account_id
        and d.operation_id = t.operation_id and d.resolution is distinct from 'explained')
  else 'execution' end)`;
const moved = (transfer: string): string =>
  `case when ${transfer}.debit like 'provider:%' then ${transfer}.amount
    else -${transfer}.amount end`;
const told = (line: string): string =>
  `case ${line}.direction when 'in' then ${line}.amount else -${line}.amount end`;

const rowsOfFiles: CheckPart = {
  reach: { reconciliation_line: 'file_id, number' },
  sql: `
    select format('row %s of file %s is called %s, and the ledger has no such movement of operation %s', l.number, f.id, l.class, l.operation_id) as example
      from reconciliation_line l ${fileOf('l')}
      -- What persons correct later is another matter until the file is matched again.
      cross join lateral (
        select sum(${moved('t')}) as now, sum(${moved('t')}) filter (where t.verb <> 'adjust')
          as before
          from (select * from public.transfer t where t.operation_id = l.operation_id
            and t.account_id = l.account_id offset 0) t
          where t.currency = l.currency and (t.debit like 'provider:%'
            or t.credit like 'provider:%') and ${movement} = l.movement) as b
      where l.class in ('matched', 'late', 'fee') and l.amount > 0 and l.float_move_id is null
        and l.bank_movement_id is null
        and ${told('l')} not in (coalesce(b.now, 0), coalesce(b.before, 0))
    union all
    select format('row %s of file %s is called %s, and float move %s is another one', l.number,
      f.id, l.class, l.float_move_id)
      from reconciliation_line l ${fileOf('l')}
      cross join lateral (select amount from public.float_move m
        where m.id = l.float_move_id offset 0) m
      where l.class in ('matched', 'late') and m.amount <> ${told('l')}
    union all
    select format('row %s of file %s is called matched, and bank movement %s is another one',
      l.number, f.id, l.bank_movement_id)
      from reconciliation_line l ${fileOf('l')}
      cross join lateral (select * from public.bank_movement k
        where k.id = l.bank_movement_id offset 0) k
      where l.class = 'matched' and (k.bank_account_id is distinct from f.bank_account_id
        or k.currency <> l.currency or k.amount <> ${told('l')})
    union all
    select format('row %s of file %s is said to be told by another file, and none that counts tells it', l.number, f.id)
      from reconciliation_line l ${fileOf('l')}
      where l.class = 'repeated'
        and not ${isToldBy('e', `e.provider_reference = l.provider_reference and e.file_id <> l.file_id and e.amount = l.amount and e.class <> 'repeated'`)}
        and not ${isToldBy(
          'e',
          `l.provider_reference is null and e.provider_reference is null and e.operation_id = l.operation_id and e.account_id = l.account_id
            and e.movement = l.movement and e.file_id <> l.file_id and e.amount = l.amount and e.class <> 'repeated'`,
        )}
    union all
    select format('row %s of file %s is called %s, and there is no discrepancy for it', l.number,
      f.id, l.class)
      from reconciliation_line l ${fileOf('l')}
      where l.class not in ('matched', 'ignored', 'repeated')
        and not exists (select from public.reconciliation_discrepancy g where g.file_id = l.file_id
          and g.line = l.number offset 0)`,
};

const transfersInPeriods: CheckPart = {
  reach: 'transfers',
  time: `select min(judged_from)::text as from, least(max(judged_until), jokko_now())::text as until
    from ${youngFiles} f`,
  sql: `
    (with young as materialized (select f.*, concat('provider:', r.route) as side
      from ${youngFiles} f cross join lateral unnest(f.routes) r(route))
    select format('file %s neither names nor misses transfer %s of operation %s, which is in its period', f.id, t.id, t.operation_id) as example
      from (select id, operation_id, account_id, verb, created_at, case
        when debit like 'provider:%' then debit else credit end as side from transfer) t
      join young f on f.side = t.side and t.created_at >= f.judged_from
        and t.created_at < f.judged_until
      where t.operation_id is not null and t.verb <> 'provider_fee'
        and not ${isToldBy('l', `l.operation_id = t.operation_id and l.account_id = t.account_id and l.movement = ${movement}`)}
        and not exists (select from public.reconciliation_discrepancy g
          where g.operation_id = t.operation_id and g.account_id = t.account_id and g.file_id = f.id
            and g.line is null and g.movement = ${movement} offset 0)
        and 0 <> (select sum(${moved('n')})
          from (select * from public.transfer n where n.operation_id = t.operation_id
            and n.account_id = t.account_id offset 0) n
          where (n.debit like 'provider:%' or n.credit like 'provider:%')
            and (n.verb = 'adjust' or t.verb = 'adjust'
              or (n.verb = 'reverse') = (t.verb = 'reverse'))))`,
};

const floatMovesInPeriods: CheckPart = {
  reach: { float_move: 'id' },
  sql: `
    select format('file %s neither names nor misses float move %s, which is in its period', f.id,
      m.id) as example
      from float_move m join (select f.*, r.route as of_route from ${youngFiles} f
        cross join lateral unnest(f.routes) r(route)) f
        on f.of_route = m.route and m.made_at >= f.judged_from and m.made_at < f.judged_until
      where not ${isToldBy('l', 'l.float_move_id = m.id')}
        and not exists (select from public.reconciliation_discrepancy g where g.float_move_id = m.id
          and g.file_id = f.id and g.line is null offset 0)`,
};

const closedDiscrepancies: CheckPart = {
  reach: { reconciliation_discrepancy: 'id' },
  sql: `
    select format('discrepancy %s of file %s was closed since a file named it, and no file that counts does', g.id, g.file_id) as example
      from reconciliation_discrepancy g ${fileOf('g')}
        cross join lateral (
          select n.user_id, n.note from public.reconciliation_note n where n.discrepancy_id = g.id
            order by n.id desc limit 1) as last
      where g.line is null and g.state = 'resolved' and last.user_id is null
        and last.note like 'named_by:%'
        and not ${isToldBy('l', 'l.operation_id = g.operation_id and l.account_id = g.account_id and l.movement = g.movement')}
        and not ${isToldBy('l', 'l.float_move_id = g.float_move_id')}
        and not ${isToldBy('l', 'l.bank_movement_id = g.bank_movement_id')}`,
};

const bankMovements: CheckPart = {
  reach: { bank_movement: 'id' },
  sql: `
    select format('bank movement %s is not what was booked', k.id) as example from bank_movement k
      left join lateral (select amount, currency from public.float_move m
        where m.id = k.float_move_id offset 0) m on true
      left join lateral (select amount, currency, state from public.settlement s
        where s.id = k.settlement_id offset 0) s on true
      left join lateral (select kind, state, parameters from public.approval_request w
        where w.id = k.approval_request_id offset 0) w on true
      where not coalesce(k.amount = -m.amount and k.currency = m.currency, false)
        and not coalesce(abs(k.amount) = s.amount and k.currency = s.currency
          and s.state in ('PAID', 'RETURNED') and (k.amount < 0 or s.state = 'RETURNED'), false)
        and not coalesce(w.kind = 'fund' and w.state = 'done'
          and (w.parameters->>'amount')::numeric * 10000 = k.amount
          and w.parameters->>'currency' = k.currency, false)`,
};

export const providerBooks: Check = {
  id: 'I-08',
  reach: {
    reconciliation_file: 'id',
    reconciliation_total: 'file_id',
    reconciliation_sum: 'file_id',
  },
  statement:
    "each provider account equals what the provider's files report as executed, except for recorded discrepancies",
  needs: {
    sql: `select from public.reconciliation_file f where ${done('f')}`,
    reason:
      "no statement file of a provider was taken in (jokko reconciliation import); the crash tests and the bench compare the provider's book",
  },
  // A judgement may end a little before its period does, and begins within it: by its end, which
  // the index has, later files are found.
  sql: `
    select format('file %s says that %s %s moved, and its classes hold %s', f.id, t.amount,
      t.currency, coalesce(s.theirs, 0)) as example
      from reconciliation_file f join reconciliation_total t on t.file_id = f.id
      left join (select file_id, currency, sum(theirs) as theirs from reconciliation_sum
        group by file_id, currency) as s
        on s.file_id = t.file_id and s.currency = t.currency
      where ${done('f')} and t.amount <> coalesce(s.theirs, 0)
    union all
    select format('no file of %s answers for what was booked from %s until %s', f.party,
      f.judged_until, n.judged_from)
      from reconciliation_file f cross join lateral (
        select id, judged_from from (
            select * from public.reconciliation_file n where n.party = f.party
              and n.judged_until > f.judged_until and ${done('n')}
              order by n.judged_until limit ${nextFiles}) n
          where n.period_from >= f.judged_until and n.period_from <= f.period_until
            and n.judged_from > f.judged_until offset 0) n
      where ${done('f')} and not exists (select from public.reconciliation_file e
        where e.party = f.party and e.judged_until >= n.judged_from
          and e.judged_from <= f.judged_until and ${done('e')}
          and e.id not in (f.id, n.id) offset 0)`,
  parts: [rowsOfFiles, transfersInPeriods, floatMovesInPeriods, closedDiscrepancies, bankMovements],
};
