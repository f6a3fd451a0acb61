// Checks the ledger and the balances, independently of the operations. Invariants I-01 to I-05,
// I-07 and I-09.

import { withPartitions } from '../../platform/db/partitions.ts';
import { literals } from '../../platform/doctor/check.ts';
import type { Check } from '../../platform/doctor/check.ts';
import { isRemovedBatch } from './checks-removed-batches.ts';
import { pendingStates } from '../operations/checks-states.ts';

/** All ledger accounts beside `provider:<route>` and `sms:<country>`. */
const ledgerAccounts = ['available', 'held', 'fees', 'funding', 'suspense', 'treasury', 'opening'];
const isLedgerAccount = (column: string) =>
  `(${column} in (${literals(ledgerAccounts)}) or ${column} like 'provider:_%' or ${column} like 'sms:__')`;

export const wholeLedger: Check = {
  id: 'I-01',
  statement: 'the known ledger accounts sum to 0, per currency',
  // Every transfer debits and credits the same amount, so only an entry on an unknown account can
  // break the sum.
  sql: `
    with moved as (select currency, debit, credit, sum(amount) as amount from transfer
      group by currency, debit, credit),
      entry as (select currency, credit as account, amount from moved union all
        select currency, debit, -amount from moved),
      total as (select currency, account, sum(amount) as amount from entry
        group by currency, account)
    select format('%s sums to %s, not 0', currency, sum(amount)) as example
      from total where ${isLedgerAccount('account')} group by currency having sum(amount) <> 0
    union all
    select format('%s %s on %L, which is no ledger account', amount, currency, account) from total
      where not ${isLedgerAccount('account')}`,
};

export const eachPosting: Check = {
  id: 'I-02',
  statement: 'each transfer moves an amount above 0 between two accounts in one currency',
  sql: `
    select format('transfer %s of account %s: %s %s from %s to %s', id, account_id, amount,
      currency, debit, credit) as example
    from transfer where amount <= 0 or debit = credit or length(currency) <> 3`,
};

/**
 * SQL of the amount that an open row of the table holds on its account, or null if it holds none.
 */
export const heldBy = (table: 'operation' | 'settlement'): string =>
  table === 'operation'
    ? `case when direction = 'DEBIT'
      and state in (${literals(pendingStates)}) then amount + commission
        when direction <> 'DEBIT' and state = 'REFUNDING' then amount end`
    : `case when state in ('REQUESTED', 'APPROVED') then amount + fee end`;
const openHolds = (where: string) => `
        select account_id, currency, sum(held) as held from (
          select account_id, currency, ${heldBy('operation')} as held
            from public.operation ${where.replace('account_id', 'account_id + 0')}
          union all
          select account_id, currency, ${heldBy('settlement')} from public.settlement ${where}
        ) hold where held is not null group by account_id, currency`;

export const balances: Check = {
  id: 'I-03',
  statement:
    'each balance is the sum of its transfers, and what is held is the sum of the open holds',
  reach: 'balances',
  // A part begins where the walk left the accounts; what is open was read in its snapshot. An open
  // operation whose next step is not due is in none of these, and is for I-13 to tell: where the
  // sums differ, all operations of the account are added up.
  sql: (hand) => `
    with moved as (select account_id, currency, debit, credit, sum(amount) as amount from transfer
      where debit <> credit ${hand === 'part' ? 'and in_ledger' : ''} group by account_id, currency,
      debit, credit),
      booked as (
        select account_id, currency, sum(available) as available, sum(held) as held from (
          select account_id, currency,
            case 'available' when credit then amount when debit then -amount
              else 0 end as available,
            case 'held' when credit then amount when debit then -amount else 0 end as held
          from moved
          ${hand === 'part' ? 'union all select account_id, currency, available, held from opening' : ''}
        ) entry group by account_id, currency
      ),
      open_hold as (${
        hand === 'part'
          ? `select account_id, currency, held from pg_temp.open_hold where account_id in (select account_id from pg_temp.moved)`
          : openHolds('')
      })
    select format('account %s %s: available %s, transfers say %s', account_id, currency,
      b.available, t.available) as example
      from balance b full join booked t using (account_id, currency)
        where coalesce(b.available, 0) <> coalesce(t.available, 0)
    union all
    select format('account %s %s: held %s, transfers say %s', account_id, currency, b.held, t.held)
      from balance b full join booked t using (account_id, currency)
        where coalesce(b.held, 0) <> coalesce(t.held, 0)
    union all
    select format('account %s %s: held %s, open operations and settlements hold %s', account_id,
      currency, b.held, h.held)
      from balance b full join open_hold h using (account_id, currency)
        where coalesce(b.held, 0) <> coalesce(h.held, 0)${
          hand === 'part'
            ? `
        and coalesce(b.held, 0) <> coalesce((select e.held from (${openHolds('where account_id = coalesce(b.account_id, h.account_id)')}) e
          where e.currency = coalesce(b.currency, h.currency)), 0)`
            : ''
        }`,
};

export const neverNegative: Check = {
  id: 'I-04',
  statement: 'no developer balance is or was below 0',
  sql: `
    select format('account %s %s: %s after transfer %s', account_id, currency, available_after,
      id) as example from transfer where available_after < 0`,
  alsoOnce: `
    select format('account %s %s: available %s, held %s', account_id, currency, available,
      held) as example
      from balance where available < 0 or held < 0`,
};

export const appendOnly: Check = {
  id: 'I-05',
  statement:
    'entries never change: the tables refuse updates, and each transfer continues from the balance of the previous one',
  // Closed periods have digests (node/doctor/proof.ts). The balance after each transfer is a chain
  // besides: a transfer that is changed, removed or slipped in later breaks it, unless all later
  // rows of the account are changed too. (What only moves between other accounts is seen by I-03
  // and I-06.)
  alsoOnce: `
    select format('%s has no append-only trigger in force', part.id::regclass) as example
      from (${withPartitions(['transfer', 'operation_transition', 'attempt_request', 'callback_body'])}) as part
      where not exists (select from pg_trigger where tgrelid = part.id
        and tgfoid = 'refuse_change'::regproc and tgenabled in ('O', 'A'))`,
  sql: (hand) => `
    select format('account %s %s: %s before transfer %s, %s after it', account_id, currency, before,
      id, available_after) as example
      from (
        select account_id, currency, id, available_after,
          case 'available' when credit then amount when debit then -amount else 0 end as change,
          coalesce(lag(available_after) over (partition by account_id, currency order by id),
            ${hand === 'part' ? 'p.available' : 'null'}, 0) as before
        from transfer ${hand === 'part' ? 'left join opening p using (account_id, currency) where in_ledger and' : 'where'} debit <> credit
      ) as chain
      where available_after <> before + change`,
};

export const noStrayPosting: Check = {
  id: 'I-07',
  statement:
    'no transfer without its operation, its SMS batch or its settlement, except funding and adjustments by the operator, and our own money',
  sql: `
    select format('transfer %s of account %s: %s %s without an operation', id, account_id, verb,
      amount) as example
    from transfer where operation_id is null and sms_batch_id is null and settlement_id is null
      and account_id <> 0 and (verb not in ('fund', 'adjust') or credit = 'held' or debit = 'held')
    union all
    select format('transfer %s of account %s names operation %s, which does not exist', t.id,
      t.account_id, t.operation_id)
      from transfer t
      where t.operation_id is not null
        and not exists (select from operation o where o.account_id = t.account_id
          and o.id = t.operation_id)
        and not exists (select from operation o where o.id = t.operation_id)
    union all
    select format('transfer %s of account %s: %s from %s to %s for SMS batch %s', id, account_id,
      verb, debit, credit, sms_batch_id)
      from transfer
      where case when sms_batch_id is null then verb = 'charge' or debit like 'sms:%'
        or credit like 'sms:%'
        else operation_id is not null or case verb when 'charge' then debit <> 'available'
          or credit not like 'sms:%'
          when 'reverse' then debit not like 'sms:%' or credit <> 'available' else true end end
    union all
    select format('transfer %s of account %s names SMS batch %s, which the account has not', t.id,
      t.account_id, t.sms_batch_id)
      from transfer t
      where t.sms_batch_id is not null and not exists (select from public.sms_batch b
        where b.account_id = t.account_id and b.id = t.sms_batch_id offset 0)
        and not ${isRemovedBatch('t')}`,
};

export const suspense: Check = {
  id: 'I-09',
  statement: 'each balance on suspense belongs to an open case',
  sql: `
    select format('account %s operation %s: %s %s on suspense', account_id, operation_id,
      sum(case credit when 'suspense' then amount else -amount end), currency) as example
    from transfer t
    where (debit = 'suspense' or credit = 'suspense')
      and not exists (
        select from operation_case d where d.account_id = t.account_id
          and d.operation_id = t.operation_id and d.resolved_at is null
      )
    group by account_id, operation_id, currency
    having sum(case credit when 'suspense' then amount else -amount end) <> 0`,
};
