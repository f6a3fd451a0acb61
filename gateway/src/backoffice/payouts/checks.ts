// I-42: checks that the books of bulk payouts agree with themselves, with the approvals and with
// the transactions.

import type { Check, OwnerTables } from '../../platform/doctor/check.ts';

/**
 * Transactions and approvals are looked up by their keys, each a subquery of its own: the lines may
 * be a part.
 */
export const payoutTables: OwnerTables = { payout_batch: 'id', payout_line: 'batch_id' };

const states = ['draft', 'waiting', 'sending', 'sent', 'succeeded', 'failed', 'canceled'];
const counts = states
  .map((state) => `count(*) filter (where l.state = '${state}') as ${state}`)
  .join(', ');
const differing = states.map((state) => `b.${state} <> coalesce(l.${state}, 0)`).join(' or ');
/** What is wrong in a draft, or was left out of a batch by API, is not part of what it costs. */
const payable = `not (l.state in ('draft', 'canceled') and l.problems is not null)`;

export const payouts: Check = {
  id: 'I-42',
  reach: payoutTables,
  statement:
    'payouts: a batch counts its lines, sends only what a second user approved, and each line is one transaction of the same amount',
  sql: `
    select format('payout batch %s counts its lines wrongly', b.id) as example
      from payout_batch b left join (
        select batch_id, ${counts}, sum(amount) filter (where ${payable}) as amount,
          sum(fee) filter (where ${payable}) as fees,
          sum(amount) filter (where state = 'succeeded') as paid
        from payout_line l group by batch_id
      ) l on l.batch_id = b.id
      where ${differing} or b.amount <> coalesce(l.amount, 0) or b.fees <> coalesce(l.fees, 0)
        or b.paid <> coalesce(l.paid, 0)
    union all
    select format('payout batch %s is %s, and has lines that can still move', id, state)
      from payout_batch where state in ('done', 'canceled', 'refused', 'draft')
        and waiting + sending + sent > 0
    union all
    select format('payout batch %s has %s lines on their way, and no second person has approved it',
      b.id, b.waiting + b.sending + b.sent + b.succeeded)
      from payout_batch b where b.waiting + b.sending + b.sent + b.succeeded > 0 and not exists (
        select from approval_request w where w.kind = 'payout'
          and coalesce(w.account_id, 0) = b.account_id
          and (w.parameters ->> 'batchId')::integer = b.id
          and w.state = 'done' and w.decided_by is distinct from w.asked_by offset 0)
        and not coalesce(b.amount <= b.key_limit, false)
    union all
    select format('line %s of payout batch %s is not the payment of transaction %s', l.number,
      l.batch_id, l.operation_id)
      from payout_line l left join lateral (
        select id, phone, amount, code_service, external_id, commission from public.operation o
          where o.id = l.operation_id and o.account_id = l.account_id offset 0) o on true
      where l.operation_id is not null and (o.id is null or o.phone <> l.phone
        or o.amount <> l.amount or o.code_service <> l.code_service
        or o.external_id <> l.external_id or o.commission > l.approved_fee)
    union all
    select format('line %s of payout batch %s is %s, and its transaction %s', l.number, l.batch_id,
      l.state, o.state)
      from payout_line l cross join lateral (
        select state from public.operation o where o.id = l.operation_id
          and o.account_id = l.account_id offset 0) o
      where (l.state = 'succeeded' and o.state not in ('SUCCESS', 'REFUNDING', 'REFUNDED'))
        or (l.state = 'failed' and o.state not in ('FAILED', 'CANCELED', 'REFUNDED'))
        or (l.state in ('waiting', 'draft') and o.state not in ('FAILED', 'CANCELED'))`,
};
