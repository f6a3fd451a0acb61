// I-08: checks that the providers' own files agree with our ledger, for the periods of the files
// that were imported.

import type { Check } from '../../platform/doctor/check.ts';

/** Long ago nothing changes any more: each movement of so many days is looked at, older ones were when their file was young. */
const days = 10;
const isProvider = (side: 'debit' | 'credit'): string =>
  `(t.${side} like 'provider:%' and substr(t.${side}, 10) = any(f.routes))`;
const counted = `f.state = 'done'`;
const counts = (file: string): string => `${file}.state not in ('failed', 'withdrawn')`;
/** Of a transfer `t`: a correction makes up for the execution, or is the refund of what the provider took back. */
const movement = `(case when t.verb = 'reverse' then 'refund' when t.verb = 'adjust' then (
    select case when bool_or(d.kind = 'reversal_without_cover') and not bool_or(d.kind = 'late_failure' and d.resolution = 'booked')
        then 'refund' else 'execution' end
      from operation_case d where d.account_id = t.account_id and d.operation_id = t.operation_id and d.resolution is distinct from 'explained')
  else 'execution' end)`;

export const providerBooks: Check = {
  id: 'I-08',
  reach: 'once',
  statement:
    "each provider account equals what the provider's files report as executed, except for recorded discrepancies",
  needs: {
    sql: `select from reconciliation_file f where ${counted}`,
    reason:
      "no statement file of a provider was taken in (jokko reconciliation import); the crash tests and the bench compare the provider's book",
  },
  sql: `
    select format('file %s says that %s %s moved, and its classes hold %s', f.id, t.amount, t.currency, coalesce(s.theirs, 0)) as example
      from reconciliation_file f join reconciliation_total t on t.file_id = f.id
      left join (select file_id, currency, sum(theirs) as theirs from reconciliation_sum group by file_id, currency) as s
        on s.file_id = t.file_id and s.currency = t.currency
      where ${counted} and t.amount <> coalesce(s.theirs, 0)
    union all
    select format('row %s of file %s is called %s, and the ledger has no such movement of operation %s', l.number, f.id, l.class, l.operation_id)
      from reconciliation_file f join reconciliation_line l on l.file_id = f.id
      -- What persons correct later is another matter until the file is matched again.
      left join lateral (
        select sum(case when t.debit like 'provider:%' then t.amount else -t.amount end) as now,
            sum(case when t.debit like 'provider:%' then t.amount else -t.amount end) filter (where t.verb <> 'adjust') as before
          from transfer t where t.operation_id = l.operation_id and t.account_id = l.account_id and t.currency = l.currency
            and (t.debit like 'provider:%' or t.credit like 'provider:%') and ${movement} = l.movement) as b on true
      where ${counted} and l.class in ('matched', 'late', 'fee') and l.amount > 0 and l.float_move_id is null and l.bank_movement_id is null
        and case l.direction when 'in' then l.amount else -l.amount end not in (coalesce(b.now, 0), coalesce(b.before, 0))
    union all
    select format('row %s of file %s is called %s, and float move %s is another one', l.number, f.id, l.class, m.id)
      from float_move m join reconciliation_line l on l.float_move_id = m.id join reconciliation_file f on f.id = l.file_id
      where ${counted} and l.class in ('matched', 'late') and m.amount <> case l.direction when 'in' then l.amount else -l.amount end
    union all
    select format('file %s neither names nor misses transfer %s of operation %s, which is in its period', f.id, t.id, t.operation_id)
      from reconciliation_file f join transfer t on t.created_at >= f.judged_from and t.created_at < f.judged_until
        and (${isProvider('debit')} or ${isProvider('credit')}) and t.operation_id is not null and t.verb <> 'provider_fee'
      where ${counted} and f.judged_until > jokko_now() - interval '${days} days'
        and not exists (select from reconciliation_line l join reconciliation_file o on o.id = l.file_id
          where l.operation_id = t.operation_id and l.account_id = t.account_id and ${counts('o')} and l.movement = ${movement})
        and not exists (select from reconciliation_discrepancy g where g.operation_id = t.operation_id and g.account_id = t.account_id and g.file_id = f.id
          and g.line is null and g.movement = ${movement})
        and 0 <> (select sum(case when n.debit like 'provider:%' then n.amount else -n.amount end) from transfer n
          where n.operation_id = t.operation_id and n.account_id = t.account_id and (n.debit like 'provider:%' or n.credit like 'provider:%')
            and (n.verb = 'adjust' or t.verb = 'adjust' or (n.verb = 'reverse') = (t.verb = 'reverse')))
    union all
    select format('file %s neither names nor misses float move %s, which is in its period', f.id, m.id)
      from reconciliation_file f join float_move m on m.made_at >= f.judged_from and m.made_at < f.judged_until and m.route = any(f.routes)
      where ${counted} and f.judged_until > jokko_now() - interval '${days} days'
        and not exists (select from reconciliation_line l join reconciliation_file o on o.id = l.file_id where l.float_move_id = m.id and ${counts('o')})
        and not exists (select from reconciliation_discrepancy g where g.float_move_id = m.id and g.file_id = f.id and g.line is null)
    union all
    select format('discrepancy %s of file %s was closed since a file named it, and no file that counts does', g.id, g.file_id)
      from reconciliation_file f join reconciliation_discrepancy g on g.file_id = f.id
        cross join lateral (select n.user_id, n.note from reconciliation_note n where n.discrepancy_id = g.id order by n.id desc limit 1) as last
      where ${counted} and g.line is null and g.state = 'resolved' and last.user_id is null and last.note like 'named_by:%'
        and not exists (select from reconciliation_line l join reconciliation_file o on o.id = l.file_id and ${counts('o')}
          where l.operation_id = g.operation_id and l.account_id = g.account_id and l.movement = g.movement)
        and not exists (select from reconciliation_line l join reconciliation_file o on o.id = l.file_id and ${counts('o')}
          where l.float_move_id = g.float_move_id)
        and not exists (select from reconciliation_line l join reconciliation_file o on o.id = l.file_id and ${counts('o')}
          where l.bank_movement_id = g.bank_movement_id)
    union all
    select format('no file of %s answers for what was booked from %s until %s', f.party, f.judged_until, n.judged_from)
      from reconciliation_file f join reconciliation_file n on n.party = f.party and n.id <> f.id and n.state = 'done'
        and n.period_from >= f.judged_until and n.period_from <= f.period_until and n.judged_from > f.judged_until
      where ${counted} and not exists (select from reconciliation_file e where e.party = f.party and e.state = 'done' and e.id not in (f.id, n.id)
        and e.judged_from <= f.judged_until and e.judged_until >= n.judged_from)
    union all
    select format('row %s of file %s is said to be told by another file, and none that counts tells it', l.number, f.id)
      from reconciliation_file f join reconciliation_line l on l.file_id = f.id
      where ${counted} and l.class = 'repeated'
        and not exists (select from reconciliation_line e join reconciliation_file o on o.id = e.file_id and ${counts('o')}
          where e.provider_reference = l.provider_reference and e.file_id <> l.file_id and e.amount = l.amount and e.class <> 'repeated')
        and not exists (select from reconciliation_line e join reconciliation_file o on o.id = e.file_id and ${counts('o')}
          where l.provider_reference is null and e.provider_reference is null and e.operation_id = l.operation_id and e.account_id = l.account_id
            and e.movement = l.movement and e.file_id <> l.file_id and e.amount = l.amount and e.class <> 'repeated')
    union all
    select format('row %s of file %s is called %s, and there is no discrepancy for it', l.number, f.id, l.class)
      from reconciliation_file f join reconciliation_line l on l.file_id = f.id
      left join reconciliation_discrepancy g on g.file_id = l.file_id and g.line = l.number
      where ${counted} and l.class not in ('matched', 'ignored', 'repeated') and g.id is null
    union all
    select format('row %s of file %s is called matched, and bank movement %s is another one', l.number, f.id, k.id)
      from bank_movement k join reconciliation_line l on l.bank_movement_id = k.id join reconciliation_file f on f.id = l.file_id
      where ${counted} and l.class = 'matched' and (k.bank_account_id is distinct from f.bank_account_id or k.currency <> l.currency
        or k.amount <> case l.direction when 'in' then l.amount else -l.amount end)
    union all
    select format('bank movement %s is not what was booked', k.id) from bank_movement k
      left join float_move m on m.id = k.float_move_id left join settlement s on s.id = k.settlement_id
      left join approval_request w on w.id = k.approval_request_id
      where not coalesce(k.amount = -m.amount and k.currency = m.currency, false)
        and not coalesce(abs(k.amount) = s.amount and k.currency = s.currency and s.state in ('PAID', 'RETURNED') and (k.amount < 0 or s.state = 'RETURNED'), false)
        and not coalesce(w.kind = 'fund' and w.state = 'done' and (w.parameters->>'amount')::numeric * 10000 = k.amount
          and w.parameters->>'currency' = k.currency, false)`,
};
