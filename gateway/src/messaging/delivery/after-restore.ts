// Ends what a restored database takes for unsent: a message that was waiting when the backup was
// made may have been sent since, and is not sent again; neither is one that waited to be sent
// again, of which news may have come since. Messages whose time had not come yet wait on.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Command } from './command.ts';

const stepMax = 500;

const selectPending: Statement = {
  name: 'select_sms_recovery_pending',
  text: 'select sms_recovery_pending as pending from installation',
};
const selectDoubtful: Statement = {
  name: 'select_doubtful_sms_messages',
  text: `
    select account_id as "accountId", batch_id as "batchId", position, state from sms_message
    where state = 'SENDING' or state = 'ACCEPTED' and (due_at <= jokko_now()
      or reason = 'sent_again')
    order by batch_id, position limit ${stepMax}`,
};
const endPending: Statement = {
  name: 'end_sms_recovery',
  text: `with ended as (delete from sms_lease where id > 0) update installation
    set sms_recovery_pending = false`,
};

interface Row {
  accountId: number;
  batchId: bigint;
  position: number;
  state: 'ACCEPTED' | 'SENDING';
}

/** Before anything is sent after a recovery. Nothing is leased until it has ended. */
export async function endDoubtfulMessages(
  database: Session,
  record: (command: Command) => Promise<void>,
): Promise<number> {
  const [installation] = await database.query<{ pending: boolean }>(selectPending);
  if (installation?.pending !== true) return 0;
  for (let ended = 0; ;) {
    const rows = await database.query<Row>(selectDoubtful);
    await Promise.all(
      rows.map(({ state, ...key }) =>
        record({ type: 'close', key, from: state, to: 'UNKNOWN', reason: 'restored' }),
      ),
    );
    ended += rows.length;
    if (rows.length < stepMax) {
      await database.query(endPending);
      return ended;
    }
  }
}
