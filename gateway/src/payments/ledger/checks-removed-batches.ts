// Determines which SMS batches were purged for age (messaging/applications/retention.ts): those
// that were charged before the moment up to which batches were purged, and no longer exist. Only
// their transfers remain as evidence.

/** SQL of a query with columns batch_id and account_id. */
export const removedBatches = `
        select t.sms_batch_id as batch_id, t.account_id from public.transfer t
        where t.sms_batch_id is not null and t.verb = 'charge' and t.created_at <= (select sms_removed_until from installation)
          and not exists (select from sms_batch b where b.id = t.sms_batch_id and b.account_id = t.account_id)
        group by 1, 2`;
