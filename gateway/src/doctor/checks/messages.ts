// Are the messages of SMS batches all there, and paid for once? Invariant I-33.

import type { Check } from '../check.ts';
import { removedBatches } from './removed-batches.ts';

export const messages: Check = {
  id: 'I-33',
  statement: 'each SMS batch has its recipients, each in one state; prices, charges and refunds add up, and so do parts',
  sql: `
    with counted as (
        select batch_id, account_id, count(*) as messages, sum(price) as price, count(distinct msisdn) as numbers, min(position) as first, max(position) as last
        from sms_message group by batch_id, account_id
      ),
      owed as (
        select batch_id, account_id, 'sms:' || country as messages, sum(price) as charged, coalesce(sum(price) filter (where refunded), 0) as refunded
        from sms_message group by batch_id, account_id, country
      ),
      moved as (
        select sms_batch_id as batch_id, account_id, case verb when 'charge' then credit else debit end as messages,
          coalesce(sum(amount) filter (where verb = 'charge'), 0) as charged, coalesce(sum(amount) filter (where verb = 'reverse'), 0) as refunded
        from transfer where sms_batch_id is not null group by 1, 2, 3
      ),
      removed as (${removedBatches})
    select format('account %s batch %s: %s recipients, %s messages to %s numbers at %s to %s', b.account_id, b.id, b.recipients, c.messages, c.numbers, c.first, c.last) as example
      from sms_batch b left join counted c on c.batch_id = b.id and c.account_id = b.account_id
      where (b.recipients, b.recipients, 1, b.recipients) is distinct from (c.messages, c.numbers, c.first, c.last)
    union all
    select format('account %s: messages of batch %s, which the account has not', account_id, batch_id)
      from counted c where not exists (select from sms_batch b where b.id = c.batch_id and b.account_id = c.account_id)
    union all
    select format('account %s batch %s: charged %s, its messages cost %s', b.account_id, b.id, b.charged, c.price)
      from sms_batch b join counted c on c.batch_id = b.id and c.account_id = b.account_id where b.charged <> c.price
    union all
    select format('account %s batch %s %s: messages cost %s and were refunded %s, transfers say %s and %s', account_id, batch_id, messages,
        o.charged, o.refunded, m.charged, m.refunded)
      from owed o full join moved m using (batch_id, account_id, messages)
      where (coalesce(o.charged, 0) <> coalesce(m.charged, 0) or coalesce(o.refunded, 0) <> coalesce(m.refunded, 0))
        and not (o.batch_id is null and exists (select from removed r where r.batch_id = m.batch_id and r.account_id = m.account_id))
    union all
    select format('account %s batch %s, removed: charged %s for %s and refunded %s', account_id, batch_id, charged, messages, refunded)
      from moved join removed using (batch_id, account_id) where refunded > charged
    union all
    select format('account %s batch %s: %s %s for prices in %s', t.account_id, b.id, t.verb, t.currency, b.currency)
      from transfer t join sms_batch b on b.id = t.sms_batch_id and b.account_id = t.account_id where t.currency <> b.currency
    union all
    select format('account %s batch %s message %s: refunded while %s', account_id, batch_id, position, state)
      from sms_message where refunded and state in ('ACCEPTED', 'SENDING', 'SENT')
    union all
    select format('account %s batch %s message %s: %s of %s parts delivered, ids %s, while %s', m.account_id, m.batch_id, m.position, m.parts_delivered,
        b.parts, m.part_ids, m.state)
      from sms_message m join sms_batch b on b.id = m.batch_id and b.account_id = m.account_id
      where coalesce(cardinality(m.part_ids), 0) > b.parts or m.parts_delivered > coalesce(cardinality(m.part_ids), 0)
        or m.state = 'DELIVERED' and (coalesce(cardinality(m.part_ids), 0) = 0 or m.parts_delivered < cardinality(m.part_ids))
        or m.state = 'SENT' and (coalesce(cardinality(m.part_ids), 0) = 0 or array_position(m.part_ids, null) is not null)
    union all
    select format('account %s batch %s message %s: %s and due %s', account_id, batch_id, position, state, coalesce(due_at::text, 'never'))
      from sms_message where (state = 'ACCEPTED') <> (due_at is not null)`,
};
