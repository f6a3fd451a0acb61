// What must be known to decide commands? The parts that ids name, and the messages that parts and commands name: one round trip, no locks. Each
// row is written only if it is still the one that was read (record-store.ts).

import { plainArray, textArray } from '../../db/array-text.ts';
import type { Session, Statement } from '../../db/database.ts';
import { settleAll } from '../../db/settle-all.ts';
import { messageKey, type Message, type MessageKey, type MessageState } from './message.ts';
import type { Reason } from './reasons.ts';
import type { ReceiptState } from './receive.ts';

export interface Part {
  link: string;
  /** Normal form. */
  id: string;
  /** Null: a receipt that waits for the answer to its submission. */
  owner: (MessageKey & { part: number }) | null;
  receipt: ReceiptState | null;
  errorCode: string | null;
  /** Digits of the recipient. */
  msisdn: string | null;
  /** Version of the row; null: it is new. */
  version: string | null;
}

export interface StoredMessage extends Message {
  version: string;
  /** Its state when it was read. */
  stateBefore: MessageState;
  /** It has ended, and certainly no part of it was ever taken. */
  neverLeft: boolean;
}

const messageColumns = `m.account_id, m.batch_id, m.position, m.msisdn, m.country, m.operator, m.link, m.price, m.refunded, m.refund_states, m.state,
      m.reason, m.due_at, m.claim_id, m.part_ids, m.parts_delivered, m.sent_at, m.xmin::text as version`;
const selectMessages: Statement = {
  name: 'select_sms_messages_of_commands',
  text: `
    select ${messageColumns} from unnest($1::bigint[], $2::integer[]) as k(batch_id, position)
    join sms_message m on m.batch_id = k.batch_id and m.position = k.position`,
};
const selectParts: Statement = {
  name: 'select_sms_parts',
  text: `
    select p.link as part_link, p.provider_id, p.batch_id as owner_batch_id, p.account_id as owner_account_id, p.position as owner_position, p.part,
      p.receipt, p.error_code, p.msisdn as part_msisdn, p.xmin::text as part_version, ${messageColumns}
    from unnest($1::text[], $2::text[]) as k(link, provider_id)
    join sms_part p on p.link = k.link and p.provider_id = k.provider_id
    left join sms_message m on m.batch_id = p.batch_id and m.position = p.position`,
};

interface MessageRow {
  account_id: number;
  batch_id: bigint;
  position: number;
  msisdn: bigint;
  country: string;
  operator: string;
  link: string;
  price: bigint;
  refunded: boolean;
  refund_states: number;
  state: MessageState;
  reason: Reason | null;
  due_at: Date | null;
  claim_id: bigint | null;
  part_ids: (string | null)[] | null;
  parts_delivered: number;
  sent_at: Date | null;
  version: string;
}
interface PartRow extends Omit<MessageRow, 'version'> {
  part_link: string;
  provider_id: string;
  owner_batch_id: bigint | null;
  owner_account_id: number;
  owner_position: number;
  part: number;
  receipt: ReceiptState | null;
  error_code: string | null;
  part_msisdn: bigint | null;
  part_version: string;
  /** Null: the part is parked, or its message is gone. */
  version: string | null;
}

export const partKey = (link: string, id: string): string => `${link} ${id}`;

export interface Loaded {
  messages: Map<string, StoredMessage>;
  parts: Map<string, Part>;
}

/** `ids` in normal form. */
export async function loadRows(
  session: Session,
  keys: readonly MessageKey[],
  ids: readonly { link: string; id: string }[],
): Promise<Loaded> {
  const [messageRows, partRows] = await settleAll([
    keys.length === 0
      ? []
      : session.query<MessageRow>(selectMessages, [
          plainArray(keys.map((key) => key.batchId)),
          plainArray(keys.map((key) => key.position)),
        ]),
    ids.length === 0
      ? []
      : session.query<PartRow>(selectParts, [textArray(ids.map(({ link }) => link)), textArray(ids.map(({ id }) => id))]),
  ] as const);
  const messages = new Map<string, StoredMessage>();
  const parts = new Map<string, Part>();
  const keep = (message: StoredMessage) => void messages.set(messageKey(message), message);
  for (const row of messageRows) keep(messageOf(row, row.version));
  for (const row of partRows) {
    parts.set(partKey(row.part_link, row.provider_id), partOf(row));
    if (row.version !== null) keep(messageOf(row, row.version));
  }
  return { messages, parts };
}

function messageOf(row: Omit<MessageRow, 'version'>, version: string): StoredMessage {
  return {
    accountId: row.account_id,
    batchId: row.batch_id,
    position: row.position,
    msisdn: String(row.msisdn),
    country: row.country,
    operator: row.operator,
    link: row.link,
    price: row.price,
    refunded: row.refunded,
    refundStates: row.refund_states,
    state: row.state,
    reason: row.reason,
    dueAt: row.due_at,
    claimId: row.claim_id,
    partIds: row.part_ids ?? [],
    partsDelivered: row.parts_delivered,
    sentAt: row.sent_at,
    version,
    stateBefore: row.state,
    neverLeft: false,
  };
}

function partOf(row: PartRow): Part {
  const { owner_batch_id: batchId, owner_account_id: accountId, owner_position: position, part } = row;
  return {
    link: row.part_link,
    id: row.provider_id,
    owner: batchId === null ? null : { accountId, batchId, position, part },
    receipt: row.receipt,
    errorCode: row.error_code,
    msisdn: row.part_msisdn === null ? null : String(row.part_msisdn),
    version: row.part_version,
  };
}
