// I-33: checks that the messages of SMS batches are all there and paid for once.

import type { Check } from '../../platform/doctor/check.ts';
import { removedBatches } from '../../payments/ledger/checks-removed-batches.ts';

export const messages: Check = {
  id: 'I-33',
  reach: { sms_batch: 'id', sms_message: 'batch_id', transfer: 'sms_batch_id' },
  statement:
    'each SMS batch has its recipients, each in one state; prices, charges and refunds add up, and so do parts',
  sql: `
    with counted as (
        select batch_id, account_id, count(*) as messages, count(distinct msisdn) as numbers,
          min(position) as first, max(position) as last
        from sms_message group by batch_id, account_id
      ),
      priced as (
        select batch_id, account_id, currency, sum(price) as price from sms_message
          group by batch_id, account_id, currency
      ),
      charged as (
        select b.id as batch_id, b.account_id, c.currency, c.charged
          from sms_batch b, unnest(b.currencies, b.charged) as c(currency, charged)
      ),
      owed as (
        select batch_id, account_id, currency, 'sms:' || country as messages, sum(price) as charged,
          coalesce(sum(price) filter (where refunded), 0) as refunded
        from sms_message group by batch_id, account_id, currency, country
      ),
      moved as (
        select sms_batch_id as batch_id, account_id, currency, case verb when 'charge' then credit
          else debit end as messages,
          coalesce(sum(amount) filter (where verb = 'charge'), 0) as charged,
            coalesce(sum(amount) filter (where verb = 'reverse'), 0) as refunded
        from transfer where sms_batch_id is not null group by 1, 2, 3, 4
      ),
      removed as (${removedBatches})
    select format('account %s batch %s: %s recipients, %s messages to %s numbers at %s to %s',
      b.account_id, b.id, b.recipients, c.messages, c.numbers, c.first, c.last) as example
      from sms_batch b left join counted c on c.batch_id = b.id and c.account_id = b.account_id
      where (b.recipients, b.recipients, 1, b.recipients) is distinct from (c.messages, c.numbers,
        c.first, c.last)
    union all
    select format('account %s: messages of batch %s, which the account has not', account_id,
      batch_id)
      from counted c where not exists (select from sms_batch b where b.id = c.batch_id
        and b.account_id = c.account_id)
    union all
    select format('account %s batch %s: charged %s %s, its messages cost %s', account_id, batch_id,
      currency, c.charged, p.price)
      from charged c full join priced p using (batch_id, account_id, currency)
      where c.charged is distinct from p.price and (batch_id, account_id) in (select batch_id,
        account_id from counted)
    union all
    select format('account %s batch %s %s %s: messages cost %s and were refunded %s, transfers say %s and %s', account_id, batch_id, messages,
        currency, o.charged, o.refunded, m.charged, m.refunded)
      from owed o full join moved m using (batch_id, account_id, currency, messages)
      where (coalesce(o.charged, 0) <> coalesce(m.charged, 0)
        or coalesce(o.refunded, 0) <> coalesce(m.refunded, 0))
        and not (o.batch_id is null and exists (select from removed r where r.batch_id = m.batch_id
          and r.account_id = m.account_id))
    union all
    select format('account %s batch %s, removed: charged %s for %s and refunded %s', account_id,
      batch_id, charged, messages, refunded)
      from moved join removed using (batch_id, account_id) where refunded > charged
    union all
    select format('account %s batch %s message %s: refunded while %s', account_id, batch_id,
      position, state)
      from sms_message where refunded and state in ('ACCEPTED', 'SENDING', 'SENT')
    union all
    select format('account %s batch %s message %s: %s of %s parts delivered, ids %s, while %s',
      m.account_id, m.batch_id, m.position, m.parts_delivered,
        b.parts, m.part_ids, m.state)
      from sms_message m join sms_batch b on b.id = m.batch_id and b.account_id = m.account_id
      where coalesce(cardinality(m.part_ids), 0) > b.parts
        or m.parts_delivered > coalesce(cardinality(m.part_ids), 0)
        or m.state = 'DELIVERED' and (coalesce(cardinality(m.part_ids), 0) = 0
          or m.parts_delivered < cardinality(m.part_ids))
        or m.state = 'SENT' and (coalesce(cardinality(m.part_ids), 0) = 0
          or array_position(m.part_ids, null) is not null)
    union all
    select format('account %s batch %s: sent or due before %s', b.account_id, b.id, b.scheduled_at)
      from sms_batch b where b.scheduled_at is not null and exists (
        select from sms_message m where m.batch_id = b.id and m.account_id = b.account_id
          and (m.sent_at < b.scheduled_at or m.due_at < b.scheduled_at or m.state = 'SENDING'
            and m.updated_at < b.scheduled_at))
    union all
    select format('account %s batch %s: cancelled, and not all of it is rejected', b.account_id,
      b.id)
      from sms_batch b where b.cancelled_at is not null and exists (
        select from sms_message m where m.batch_id = b.id and m.account_id = b.account_id
          and (m.state, m.reason) is distinct from ('REJECTED', 'cancelled'))
    union all
    select format('account %s batch %s message %s: %s and due %s', account_id, batch_id, position,
      state, coalesce(due_at::text, 'never'))
      from sms_message where (state = 'ACCEPTED') <> (due_at is not null)`,
};
