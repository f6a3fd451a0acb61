// Builds the rows that a sent SMS batch leaves, with its charges and refunds by the ledger's own
// postings.

import { smsPosting } from '../../../payments/ledger/index.ts';
import type { Transfer } from '../../../payments/ledger/index.ts';
import type { Row } from './book.ts';

/** Messages of one request by country, with the state that each has reached; a price of 10 each. */
export interface SentBatch {
  account?: number;
  parts: number;
  states: { [country: string]: readonly MessageState[] };
}
export type MessageState =
  'ACCEPTED' | 'SENDING' | 'SENT' | 'DELIVERED' | 'UNDELIVERABLE' | 'REFUNDED' | 'UNKNOWN';

const currency = 'XOF';
const messagePrice = 10_0000n;
const firstBatchId = 5_000_000_000_000;

/** `ordinal` makes the batch's id. */
export function sentRows(batch: SentBatch, ordinal: number, now: Date) {
  const { account = 1, parts, states } = batch;
  const id = String(firstBatchId + ordinal);
  const messages = messageRows(batch, account, id, now);
  const charged = messagePrice * BigInt(messages.length);
  const row: Row = {
    ...batchDefaults(now),
    account_id: account,
    id,
    parts,
    recipients: messages.length,
    charged: [charged],
  };
  return { account, id, batch: row, messages, transfers: messageTransfers(states) };
}

const batchDefaults = (now: Date): Row => ({
  app_id: 1,
  sender: 'JOKKO',
  content: 'Hello',
  encoding: 'gsm7',
  currencies: [currency],
  created_at: now,
  valid_until: now,
  finalise_at: now,
});

/** All charges, then what was given back. */
function messageTransfers(states: SentBatch['states']): Transfer[] {
  const priceOf = (of: readonly MessageState[]) => messagePrice * BigInt(of.length);
  const countries = Object.entries(states);
  const charges = countries.map(([country, of]) => smsPosting('accepted', country, priceOf(of)));
  const refunds = countries.map(([country, of]) =>
    smsPosting('returned', country, priceOf(of.filter((state) => state === 'REFUNDED'))),
  );
  return [...charges, ...refunds].filter((transfer) => transfer !== null);
}

function messageRows(
  { parts, states }: SentBatch,
  account: number,
  batchId: string,
  now: Date,
): Row[] {
  const all = Object.entries(states).flatMap(([country, of]) =>
    of.map((state) => ({ country, state })),
  );
  return all.map(({ country, state }, index) => {
    const taken =
      state === 'SENT' ||
      state === 'DELIVERED' ||
      state === 'UNDELIVERABLE' ||
      state === 'REFUNDED';
    return {
      account_id: account,
      batch_id: batchId,
      position: index + 1,
      msisdn: 221770000000 + index,
      country,
      operator: 'OPA',
      connection: 'A',
      price: messagePrice,
      currency,
      refund_states: 0,
      refunded: state === 'REFUNDED',
      state: state === 'REFUNDED' ? 'UNDELIVERABLE' : state,
      due_at: state === 'ACCEPTED' ? now : null,
      lease_id: state === 'SENDING' ? 1 : null,
      attempts: 0,
      deferred: false,
      reports: false,
      updated_at: now,
      part_ids: taken
        ? Array.from({ length: parts }, (_, part) => `${batchId}-${index}-${part}`)
        : null,
      parts_delivered: state === 'DELIVERED' ? parts : 0,
    };
  });
}
