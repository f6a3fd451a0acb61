// Determines which SMS batches were purged for age (messaging/applications/retention.ts): those
// that were charged before the moment up to which batches were purged, and no longer exist. Only
// their transfers remain as evidence.

/**
 * SQL condition: the batch that the transfer `alias` names was removed. By key, as the transfers
 * may be a part.
 */
export const isRemovedBatch = (alias: string): string => `(
        not exists (select from public.sms_batch b where b.id = ${alias}.sms_batch_id
          and b.account_id = ${alias}.account_id offset 0)
        and exists (
          select from public.transfer c where c.sms_batch_id = ${alias}.sms_batch_id
            and c.account_id = ${alias}.account_id and c.verb = 'charge'
            and c.created_at <= (select sms_removed_until from installation) offset 0
        ))`;

/** SQL of a query with columns batch_id and account_id, of all batches or of those in hand. */
export const removedBatches = `
        select t.sms_batch_id as batch_id, t.account_id from transfer t
        where t.sms_batch_id is not null and t.verb = 'charge'
          and t.created_at <= (select sms_removed_until from installation)
          and not exists (select from sms_batch b where b.id = t.sms_batch_id
            and b.account_id = t.account_id)
        group by 1, 2`;
