// Lists the SMS of one account that arrived on a phone, with their texts.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface MessageToPhone {
  /** Unique in the account. */
  id: string;
  sender: string;
  /** Null: removed since. */
  text: string | null;
  at: Date;
}

// Where no receipt is asked for, sent is the last that is known.
const selectMessages: Statement = {
  name: 'select_sms_messages_to_phone',
  text: `
    select b.id || '-' || m.position as id, b.sender, b.content as text, m.updated_at as at
    from sms_message m join sms_batch b on b.id = m.batch_id and b.account_id = m.account_id
    where m.msisdn = $1 and m.account_id = $2
      and (m.state = 'DELIVERED' or (m.state = 'SENT' and m.reason = 'receipts_off'))
    order by m.batch_id desc, m.position limit $3`,
};

/** The newest first. `phone`: E.164. */
export const listMessagesToPhone = (
  session: Session,
  { accountId, phone }: { accountId: number; phone: string },
  limit: number,
): Promise<MessageToPhone[]> =>
  session.query<MessageToPhone>(selectMessages, [phone.replace('+', ''), accountId, limit]);
