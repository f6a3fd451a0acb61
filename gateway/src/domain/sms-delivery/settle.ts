// When does waiting for a receipt end? A day after the validity: who was sent a message and never got a receipt is UNKNOWN then, and the batch is
// looked at no more.

import type { Session, Statement } from '../../db/database.ts';
import type { Command } from './command.ts';
import type { MessageKey } from './message.ts';

const stepMax = 1_000;

const selectBatch: Statement = {
  name: 'select_sms_batch_to_settle',
  text: `select id, account_id as "accountId" from sms_batch where settle_at is not null and settle_at <= jokko_now() order by settle_at limit 1`,
};
const selectOpen: Statement = {
  name: 'select_open_sms_messages',
  text: `
    select position, state from sms_message
    where batch_id = $1 and position > $2 and state in ('ACCEPTED', 'SENDING', 'SENT') order by position limit ${stepMax}`,
};
// What is being sent at this very moment is looked at again.
const finishBatch: Statement = {
  name: 'finish_sms_batch',
  text: `
    update sms_batch set settle_at = case when exists (
        select from sms_message where batch_id = $1 and state in ('ACCEPTED', 'SENDING', 'SENT')
      ) then jokko_now() + interval '10 minutes' end
    where id = $1`,
};

/** One round settles one batch. Returns whether there was one. */
export async function settleBatch(database: Session, record: (command: Command) => Promise<void>): Promise<boolean> {
  const [batch] = await database.query<{ id: bigint; accountId: number }>(selectBatch);
  if (batch === undefined) return false;
  const { id, accountId } = batch;
  for (let after = -1; ;) {
    const open = await database.query<{ position: number; state: 'ACCEPTED' | 'SENDING' | 'SENT' }>(selectOpen, [id, after]);
    await Promise.all(open.flatMap(({ position, state }) => endOf({ accountId, batchId: id, position }, state) ?? []).map(record));
    if (open.length < stepMax) break;
    after = open.at(-1)!.position;
  }
  await database.query(finishBatch, [id]);
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
