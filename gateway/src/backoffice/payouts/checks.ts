// I-42: checks that the books of bulk payouts agree with themselves, with the approvals and with
// the transactions.

import type { Check } from '../../platform/doctor/check.ts';

const states = ['draft', 'waiting', 'sending', 'sent', 'succeeded', 'failed', 'canceled'];
const differing = states
  .map((state) => `b.${state} <> count(l.*) filter (where l.state = '${state}')`)
  .join(' or ');
/** What is wrong in a draft is not part of what it costs. */
const payable = `not (l.state = 'draft' and l.problems is not null)`;

export const payouts: Check = {
  id: 'I-42',
  reach: 'once',
  statement:
    'payouts: a batch counts its lines, sends only what a second user approved, and each line is one transaction of the same amount',
  sql: `
    select format('payout batch %s counts its lines wrongly', b.id) as example
      from payout_batch b left join payout_line l on l.batch_id = b.id
      group by b.id having ${differing} or b.amount <> coalesce(sum(l.amount) filter (where ${payable}), 0)
        or b.fees <> coalesce(sum(l.fee) filter (where ${payable}), 0) or b.paid <> coalesce(sum(l.amount) filter (where l.state = 'succeeded'), 0)
    union all
    select format('payout batch %s is %s, and has lines that can still move', id, state)
      from payout_batch where state in ('done', 'canceled', 'refused', 'draft') and waiting + sending + sent > 0
    union all
    select format('payout batch %s has %s lines on their way, and no second person has approved it', b.id, b.waiting + b.sending + b.sent + b.succeeded)
      from payout_batch b where b.waiting + b.sending + b.sent + b.succeeded > 0 and not exists (
        select from approval_request w where w.kind = 'payout' and w.account_id = b.account_id and (w.parameters ->> 'batchId')::integer = b.id
          and w.state = 'done' and w.decided_by <> w.asked_by)
    union all
    select format('line %s of payout batch %s is not the payment of transaction %s', l.number, l.batch_id, l.operation_id)
      from payout_line l left join operation o on o.id = l.operation_id and o.account_id = l.account_id
      where l.operation_id is not null and (o.id is null or o.phone <> l.phone or o.amount <> l.amount or o.code_service <> l.code_service
        or o.external_id <> l.external_id or o.commission > l.approved_fee)
    union all
    select format('line %s of payout batch %s is %s, and its transaction %s', l.number, l.batch_id, l.state, o.state)
      from payout_line l join operation o on o.id = l.operation_id and o.account_id = l.account_id
      where (l.state = 'succeeded' and o.state not in ('SUCCESS', 'REFUNDING', 'REFUNDED'))
        or (l.state = 'failed' and o.state not in ('FAILED', 'CANCELED', 'REFUNDED'))
        or (l.state in ('waiting', 'draft') and o.state not in ('FAILED', 'CANCELED'))`,
};
