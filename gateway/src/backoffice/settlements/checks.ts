// I-44, I-45: checks that no franc of settlements and floats is lost or duplicated.

import type { Check } from '../../platform/doctor/check.ts';
import { isOpening } from '../../payments/ledger/index.ts';

export const settlements: Check = {
  id: 'I-44',
  statement:
    'each settlement has exactly the transfers of its state, a confirmed destination past its waiting time, and the approval of two users',
  sql: `
    select format('transfer %s of account %s is a settlement without one', id,
      account_id) as example
      from transfer where verb = 'settle' and account_id <> 0 and settlement_id is null`,
  parts: [
    {
      reach: { settlement: 'id', transfer: 'settlement_id' },
      sql: `
        (with line as (
          select s.account_id, s.id, e.verb, e.debit, e.credit, e.amount, s.currency, -1 as times
          from settlement s
            cross join lateral (values
              ('hold', 'available', 'held', s.amount + s.fee, true),
              ('settle', 'held', 'treasury', s.amount, s.paid_at is not null),
              ('post', 'held', 'fees', s.fee, s.paid_at is not null),
              ('void', 'held', 'available', s.amount + s.fee, s.state in ('REFUSED', 'WITHDRAWN',
                'RETURNED') and s.paid_at is null),
              ('reverse', 'treasury', 'available', s.amount, s.state = 'RETURNED'
                and s.paid_at is not null)
            ) as e (verb, debit, credit, amount, due)
          where e.due and e.amount > 0
          union all
          select account_id, settlement_id, verb, debit, credit, amount, currency, 1 from transfer
            where settlement_id is not null
        )
        select format('account %s settlement %s: %s %s %s from %s to %s, %s times too %s',
          account_id, id, verb, amount, currency, debit, credit,
            abs(sum(times)), case when sum(times) < 0 then 'few' else 'often' end) as example
          from line group by account_id, id, verb, debit, credit, amount, currency
            having sum(times) <> 0
        union all
        select format('settlement %s of account %s names destination %s, which was not to be used',
          s.id, s.account_id, s.destination_id)
          from settlement s
          where not exists (
            select from payout_destination d where d.id = s.destination_id
              and d.account_id = s.account_id and d.usable_from <= s.requested_at offset 0
          )
        union all
        select format('settlement %s is %s without the approval of two users', s.id, s.state)
          from settlement s
          where s.state in ('APPROVED', 'PAID', 'RETURNED')
            and not exists (
              select from approval_request w where w.id = s.approved_approval_request
                and w.kind = 'settle' and w.state = 'done'
                and w.parameters ->> 'settlementId' = s.id::text offset 0
            )
        union all
        select format('settlement %s was approved by who asked for it', s.id)
          from settlement s cross join lateral (
            select asked_by, decided_by from approval_request w
              where w.id = s.approved_approval_request offset 0) w
          where coalesce(s.asked_by, s.scheduled_by) in (w.asked_by, w.decided_by)
        union all
        select format('settlement %s was returned without the approval of two users', s.id)
          from settlement s
          where s.state = 'RETURNED'
            and not exists (
              select from approval_request w where w.kind = 'settle-return'
                and w.parameters ->> 'settlementId' = s.id::text and w.state = 'done' offset 0
            ))`,
    },
  ],
};

export const floatMoves: Check = {
  id: 'I-45',
  statement:
    'float moves between our bank and a provider are as two users approved, once, and a float is opened once, in a sandbox alone',
  sql: `
    select format('transfer %s of our own: %s %s %s from %s to %s, and no such move', t.id, t.verb,
      t.amount, t.currency, t.debit, t.credit) as example
      from transfer t
      where t.account_id = 0 and t.verb <> 'provider_fee' and not (${isOpening}) and not exists (
        select from public.float_move m
        where m.transfer_id = t.id and t.verb = 'settle' and m.currency = t.currency
          and abs(m.amount) = t.amount
          and case when m.amount > 0 then t.debit = concat('provider:', m.route)
            and t.credit = 'treasury'
            else t.debit = 'treasury' and t.credit = concat('provider:', m.route) end
        offset 0
      )
    union all
    select format('transfer %s of account %s: %s from %s to %s opens no float', id, account_id,
      verb, debit, credit)
      from transfer where 'opening' in (debit, credit) and not (account_id = 0 and ${isOpening})
    union all
    select format('transfer %s opens the float of %s in %s a second time', t.id, t.debit,
      t.currency)
      from transfer t
      -- By numbers that came before it alone: openings are among the first.
      where t.account_id = 0 and ${isOpening} and exists (
        select from public.transfer o
        where o.account_id = 0 and o.id < t.id and o.verb = 'fund' and o.credit = 'opening'
          and o.debit = t.debit and o.currency = t.currency offset 0
      )
    union all
    select format('transfer %s opens the float of %s, and this is no sandbox', id, debit)
      from transfer where account_id = 0 and ${isOpening}
        and (select mode from installation) <> 'sandbox'`,
  parts: [
    {
      reach: { float_move: 'id' },
      sql: `
        select format('float move %s of %s has no transfer', m.id, m.route) as example
          from float_move m where not exists (select from public.transfer t where t.account_id = 0
            and t.id = m.transfer_id offset 0)
        union all
        select format('float move %s of %s is not what two users approved', m.id, m.route)
          from float_move m
          where not exists (
            select from approval_request w
            where w.id = m.approval_request_id and w.kind = 'float' and w.state = 'done'
              and w.parameters ->> 'route' = m.route
              and w.parameters ->> 'currency' = m.currency
                and (w.parameters ->> 'amount')::numeric * 10000 = m.amount offset 0
          )`,
    },
  ],
};
