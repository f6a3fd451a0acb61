// Ends the wait for a receipt a day after the validity: a recipient without a receipt becomes
// UNKNOWN, and the batch is no longer checked. One that was sent over a connection without receipts
// stays SENT.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Command } from './command.ts';
import type { MessageKey } from './message.ts';

const stepMax = 1_000;
/** Messages that are not final yet; SENT is final where no receipt was asked for. */
const isOpen = `state in ('ACCEPTED', 'SENDING', 'SENT') and reason is distinct from 'receipts_off'`;

const selectBatch: Statement = {
  name: 'select_sms_batch_to_finalise',
  text: `select id, account_id as "accountId" from sms_batch where finalise_at is not null
    and finalise_at <= jokko_now() order by finalise_at limit 1`,
};
const selectOpen: Statement = {
  name: 'select_open_sms_messages',
  text: `
    select position, state from sms_message
    where batch_id = $1 and position > $2 and ${isOpen} order by position limit ${stepMax}`,
};
// What is being sent at this very moment is looked at again.
const endWait: Statement = {
  name: 'finalise_sms_batch',
  text: `
    update sms_batch set finalise_at = case when exists (
        select from sms_message where batch_id = $1 and ${isOpen}
      ) then jokko_now() + interval '10 minutes' end
    where id = $1`,
};

/** One round finalises one batch. Returns whether there was one. */
export async function finaliseBatch(
  database: Session,
  record: (command: Command) => Promise<void>,
): Promise<boolean> {
  const [batch] = await database.query<{ id: bigint; accountId: number }>(selectBatch);
  if (batch === undefined) return false;
  const { id, accountId } = batch;
  for (let after = -1; ;) {
    const open = await database.query<{ position: number; state: 'ACCEPTED' | 'SENDING' | 'SENT' }>(
      selectOpen,
      [id, after],
    );
    await Promise.all(
      open
        .flatMap(({ position, state }) => endOf({ accountId, batchId: id, position }, state) ?? [])
        .map(record),
    );
    if (open.length < stepMax) break;
    after = open.at(-1)!.position;
  }
  await database.query(endWait, [id]);
  return true;
}

/** Null: it is being sent at this very moment. */
function endOf(key: MessageKey, state: 'ACCEPTED' | 'SENDING' | 'SENT'): Command | null {
  switch (state) {
    case 'SENT':
      return { type: 'close', key, from: state, to: 'UNKNOWN', reason: 'no_receipt' };
    case 'ACCEPTED':
      return { type: 'close', key, from: state, to: 'EXPIRED', reason: 'validity_over' };
    case 'SENDING':
      return null;
  }
}
