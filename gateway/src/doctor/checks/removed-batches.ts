// Which SMS batches are gone because they were old (domain/sms/retention.ts)? Those that were charged before the moment until which batches were
// removed, and are not there. Only the transfers tell of them.

/** SQL of a query with columns batch_id and account_id. */
export const removedBatches = `
        select t.sms_batch_id as batch_id, t.account_id from transfer t
        where t.verb = 'charge' and t.created_at <= (select sms_removed_until from installation)
          and not exists (select from sms_batch b where b.id = t.sms_batch_id and b.account_id = t.account_id)
        group by 1, 2`;
