// Ids of the simulated M-Pesa, in the forms of the real ones. Those of an operation hold its seq,
// so that no index is needed to find it.

import { randomBytes, randomInt } from 'node:crypto';
import type { Operation } from '../core/operation.ts';

export const merchantRequestId = (seq: number): string => conversation(ofOurs, seq);
export const checkoutId = (seq: number): string => `ws_CO_${String(seq).padStart(12, '0')}`;
export const conversationId = ({ seq, createdAtMs }: Operation): string =>
  `AG_${dayOf(createdAtMs)}_${seq.toString(16).padStart(20, '0')}`;
/** Ten capitals and digits, as receipts are. */
export const receiptOf = (seq: number): string =>
  `S${seq.toString(36).toUpperCase().padStart(9, '0')}`;
/**
 * What the caller knows an operation by: of a payout what it said itself, where it said anything.
 */
export const originatorOf = ({ service, reference, seq }: Operation): string =>
  service === 'b2c' ? reference : conversation(ofOurs, seq);

export const seqOfCheckout = (id: string): number => seqIn(/^ws_CO_([0-9]{12,})$/, id, 10);
export const seqOfReceipt = (id: string): number => seqIn(/^S([0-9A-Z]{9})$/, id, 36);
export const seqOfOriginator = (id: string): number => seqIn(/^40000-([0-9]{8,})-1$/, id, 10);

function seqIn(form: RegExp, id: string, radix: number): number {
  const digits = form.exec(id)?.[1];
  return digits === undefined ? -1 : Number.parseInt(digits, radix);
}

/** The first part of ids that hold a seq; those of `newConversation` are below it. */
const ofOurs = 40_000;

const conversation = (first: number, second: number): string =>
  `${first}-${String(second).padStart(8, '0')}-1`;

/** For what has no operation, and for a request that was refused. */
export const newConversation = (): string =>
  conversation(randomInt(10_000, ofOurs), randomInt(100_000_000));

/** Both ids of a question, which has no operation. */
export function newQuestion(nowMs: number): Conversation {
  return {
    ConversationID: `AG_${dayOf(nowMs)}_${randomBytes(10).toString('hex')}`,
    OriginatorConversationID: newConversation(),
  };
}

export interface Conversation {
  ConversationID: string;
  OriginatorConversationID: string;
}

export const conversationOf = (operation: Operation): Conversation => ({
  ConversationID: conversationId(operation),
  OriginatorConversationID: originatorOf(operation),
});

const dayOf = (ms: number): string => stampOf(ms).slice(0, 8);

/** `20261128130501` in East Africa, which has no summer time. */
export const stampOf = (ms: number): string =>
  new Date(ms + 3 * 3_600_000).toISOString().replaceAll(/\D/g, '').slice(0, 14);
