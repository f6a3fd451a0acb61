// Loads what is needed to decide commands: the parts that ids name, and the messages that parts
// and commands name, in one round trip without locks. Each row is written only if it is still the
// one that was read (record-store.ts).

import { plainArray, textArray } from '../../platform/db/array-text.ts';
import type { Session, Statement } from '../../platform/db/database.ts';
import { settleAll } from '../../platform/db/settle-all.ts';
import {
  messageKey,
  type Message,
  type MessageKey,
  type MessagePlace,
  type MessageState,
} from './message.ts';
import type { Reason } from './reasons.ts';
import type { ReceiptState } from './receive.ts';

export interface Part {
  connection: string;
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
  /** The time of the row when it was read: while it is SENDING, when it was leased. */
  updatedAt: Date;
  /** Its state when it was read. */
  stateBefore: MessageState;
  /** It has ended, and certainly no part of it was ever taken. */
  neverLeft: boolean;
}

const messageColumns = `m.account_id, m.batch_id, m.position, m.msisdn, m.country, m.operator,
  m.connection, m.price, m.currency, m.refunded, m.refund_states, m.state,
      m.reason, m.due_at, m.deferred, m.reports, m.lease_id, m.part_ids, m.parts_delivered,
        m.sent_at, m.updated_at, m.xmin::text as version`;
const selectMessages: Statement = {
  name: 'select_sms_messages_of_commands',
  text: `
    select ${messageColumns} from unnest($1::bigint[], $2::integer[]) as k(batch_id, position)
    join sms_message m on m.batch_id = k.batch_id and m.position = k.position`,
};
const selectParts: Statement = {
  name: 'select_sms_parts',
  text: `
    select p.connection as part_connection, p.provider_id, p.batch_id as owner_batch_id,
      p.account_id as owner_account_id, p.position as owner_position, p.part,
      p.receipt, p.error_code, p.msisdn as part_msisdn, p.xmin::text as part_version,
        ${messageColumns}
    from unnest($1::text[], $2::text[]) as k(connection, provider_id)
    join sms_part p on p.connection = k.connection and p.provider_id = k.provider_id
    left join sms_message m on m.batch_id = p.batch_id and m.position = p.position`,
};

interface MessageRow {
  account_id: number;
  batch_id: bigint;
  position: number;
  msisdn: bigint;
  country: string;
  operator: string;
  connection: string;
  price: bigint;
  currency: string;
  refunded: boolean;
  refund_states: number;
  state: MessageState;
  reason: Reason | null;
  due_at: Date | null;
  deferred: boolean;
  reports: boolean;
  lease_id: bigint | null;
  part_ids: (string | null)[] | null;
  parts_delivered: number;
  sent_at: Date | null;
  updated_at: Date;
  version: string;
}
interface PartRow extends Omit<MessageRow, 'version'> {
  part_connection: string;
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

export const partKey = (connection: string, id: string): string => `${connection} ${id}`;

export interface Loaded {
  messages: Map<string, StoredMessage>;
  parts: Map<string, Part>;
}

/** `ids` in normal form. */
export async function loadRows(
  session: Session,
  keys: readonly MessagePlace[],
  ids: readonly { connection: string; id: string }[],
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
      : session.query<PartRow>(selectParts, [
          textArray(ids.map(({ connection }) => connection)),
          textArray(ids.map(({ id }) => id)),
        ]),
  ] as const);
  const messages = new Map<string, StoredMessage>();
  const parts = new Map<string, Part>();
  const keep = (message: StoredMessage) => void messages.set(messageKey(message), message);
  for (const row of messageRows) keep(messageOf(row, row.version));
  for (const row of partRows) {
    parts.set(partKey(row.part_connection, row.provider_id), partOf(row));
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
    connection: row.connection,
    price: row.price,
    currency: row.currency,
    refunded: row.refunded,
    refundStates: row.refund_states,
    state: row.state,
    reason: row.reason,
    dueAt: row.due_at,
    deferred: row.deferred,
    reports: row.reports,
    leaseId: row.lease_id,
    partIds: row.part_ids ?? [],
    partsDelivered: row.parts_delivered,
    sentAt: row.sent_at,
    updatedAt: row.updated_at,
    version,
    stateBefore: row.state,
    neverLeft: false,
  };
}

function partOf(row: PartRow): Part {
  const {
    owner_batch_id: batchId,
    owner_account_id: accountId,
    owner_position: position,
    part,
  } = row;
  return {
    connection: row.part_connection,
    id: row.provider_id,
    owner: batchId === null ? null : { accountId, batchId, position, part },
    receipt: row.receipt,
    errorCode: row.error_code,
    msisdn: row.part_msisdn === null ? null : String(row.part_msisdn),
    version: row.part_version,
  };
}
