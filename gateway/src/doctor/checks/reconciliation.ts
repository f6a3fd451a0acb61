// Do the providers' own files say what our ledger says? Invariant I-08, for the periods of the files that were taken in.

import type { Check } from '../check.ts';

/** Long ago nothing changes any more: each movement of so many days is looked at, older ones were when their file was young. */
const days = 10;
const isProvider = (side: 'debit' | 'credit'): string => `(t.${side} like 'provider:%' and substr(t.${side}, 10) = any(f.routes))`;
const counted = `f.state = 'done'`;

export const providerBooks: Check = {
  id: 'I-08',
  statement: "each provider account is what the provider's own files say was executed, but for the gaps that were found",
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
      left join (select operation_id, account_id, amount, currency, debit like 'provider:%' as came, verb = 'reverse' as back from transfer
        where debit like 'provider:%' or credit like 'provider:%') as t
        on t.operation_id = l.operation_id and t.account_id = l.account_id and t.amount = l.amount and t.currency = l.currency
          and t.came = (l.direction = 'in') and t.back = (l.movement = 'refund')
      where ${counted} and l.class in ('matched', 'late', 'fee') and l.amount > 0 and t.operation_id is null
    union all
    select format('file %s neither names nor misses transfer %s of operation %s, which is in its period', f.id, t.id, t.operation_id)
      from reconciliation_file f join transfer t on t.created_at >= f.judged_from and t.created_at < f.judged_until
        and (${isProvider('debit')} or ${isProvider('credit')}) and t.operation_id is not null
      where ${counted} and f.judged_until > jokko_now() - interval '${days} days'
        and not exists (select from reconciliation_line l join reconciliation_file o on o.id = l.file_id
          where l.operation_id = t.operation_id and l.account_id = t.account_id and o.state not in ('failed', 'withdrawn')
            and l.movement = case when t.verb = 'reverse' then 'refund' else 'execution' end)
        and not exists (select from reconciliation_gap g where g.operation_id = t.operation_id and g.account_id = t.account_id and g.file_id = f.id
          and g.line is null and g.movement = case when t.verb = 'reverse' then 'refund' else 'execution' end)
    union all
    select format('row %s of file %s is called %s, and there is no gap for it', l.number, f.id, l.class)
      from reconciliation_file f join reconciliation_line l on l.file_id = f.id
      left join reconciliation_gap g on g.file_id = l.file_id and g.line = l.number
      where ${counted} and l.class not in ('matched', 'ignored') and g.id is null`,
};
