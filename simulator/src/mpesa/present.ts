// Presents operations of the simulated M-Pesa: callbacks of pushes, result notices and answers to
// questions.

import { resultOf } from './errors.ts';
import { checkoutId, conversationOf, merchantRequestId, receiptOf, stampOf } from './ids.ts';
import type { Announcement } from '../core/parts.ts';
import type { Notice } from '../core/notices.ts';
import type { Operation } from '../core/operation.ts';
import type { Conversation } from './ids.ts';

function callbackOf(operation: Operation): object {
  const { seq, amount, party, updatedAtMs } = operation;
  const result = resultOf(operation);
  const items = [
    { Name: 'Amount', Value: Number(amount) },
    { Name: 'MpesaReceiptNumber', Value: receiptOf(seq) },
    { Name: 'TransactionDate', Value: Number(stampOf(updatedAtMs)) },
    { Name: 'PhoneNumber', Value: Number(party) },
  ];
  const stkCallback = {
    MerchantRequestID: merchantRequestId(seq),
    CheckoutRequestID: checkoutId(seq),
    ...result,
    ...(result.ResultCode === 0 ? { CallbackMetadata: { Item: items } } : {}),
  };
  return { Body: { stkCallback } };
}

/** The notice of a payout or a reversal. */
function resultNoticeOf(operation: Operation): object {
  const { seq, amount, party, service, updatedAtMs } = operation;
  const result = resultOf(operation);
  const parameters =
    service === 'b2c'
      ? [
          { Key: 'TransactionAmount', Value: Number(amount) },
          { Key: 'TransactionReceipt', Value: receiptOf(seq) },
          { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
          { Key: 'ReceiverPartyPublicName', Value: `${party} - Awa Sand Box` },
          { Key: 'TransactionCompletedDateTime', Value: momentOf(updatedAtMs) },
        ]
      : [{ Key: 'Amount', Value: amount }];
  return {
    Result: {
      ResultType: 0,
      ...result,
      ...conversationOf(operation),
      TransactionID: receiptOf(seq),
      ...(result.ResultCode === 0 ? { ResultParameters: { ResultParameter: parameters } } : {}),
    },
  };
}

/** The answer to a question for the status of a payment, a payout or a reversal. */
export function presentStanding(question: Conversation, operation: Operation | undefined): object {
  if (operation === undefined)
    return answerTo(question, { ResultCode: 2032, ResultDesc: 'The transaction is not found.' });
  const { seq, amount, party, status, createdAtMs, updatedAtMs } = operation;
  const isDone = status === 'succeeded' || status === 'reversed';
  const words = isDone ? 'Completed' : status === 'pending' ? 'Pending' : 'Failed';
  const { ConversationID, OriginatorConversationID } = conversationOf(operation);
  // What the simulator alone adds: the entry of the catalogue.
  const { catalogueId } = resultOf(operation);
  const named = words === 'Failed' && catalogueId !== undefined ? { catalogueId } : {};
  return answerTo(question, { ...done, ...named }, receiptOf(seq), [
    { Key: 'TransactionStatus', Value: words },
    { Key: 'ReceiptNo', Value: receiptOf(seq) },
    { Key: 'Amount', Value: Number(amount) },
    { Key: 'CreditPartyName', Value: `${party} - Awa Sand Box` },
    { Key: 'ConversationID', Value: ConversationID },
    { Key: 'OriginatorConversationID', Value: OriginatorConversationID },
    { Key: 'InitiatedTime', Value: Number(stampOf(createdAtMs)) },
    { Key: 'FinalisedTime', Value: status === 'pending' ? '' : Number(stampOf(updatedAtMs)) },
  ]);
}

/**
 * The answer to a question for a balance: accounts beside each other, each with what it holds, has
 * available, reserves and owes.
 */
export function presentBalance(
  question: Conversation,
  currency: string,
  available: string,
  nowMs: number,
): object {
  const held = Number(available).toFixed(2);
  const accounts = ['Working Account', 'Utility Account'].map(
    (name) => `${name}|${currency}|${held}|${held}|0.00|0.00`,
  );
  return answerTo(question, done, noReceipt, [
    { Key: 'AccountBalance', Value: accounts.join('&') },
    { Key: 'BOCompletedTime', Value: Number(stampOf(nowMs)) },
  ]);
}

const done = { ResultCode: 0, ResultDesc: 'The service request is processed successfully.' };
/** The receipt of what is no transaction. */
const noReceipt = '0000000000';

interface Parameter {
  Key: string;
  Value: string | number;
}

export function answerTo(
  ids: Conversation,
  result: { ResultCode: number | string; ResultDesc: string },
  TransactionID: string = noReceipt,
  parameters: readonly Parameter[] = [],
): object {
  return {
    Result: {
      ResultType: 0,
      ...result,
      ...ids,
      TransactionID,
      ...(parameters.length > 0 && { ResultParameters: { ResultParameter: parameters } }),
    },
  };
}

/** `28.11.2026 13:05:01`, in East Africa. */
function momentOf(ms: number): string {
  const [year, month, day, ...time] = stampOf(ms).match(/^\d{4}|\d{2}/g) ?? [];
  return `${day}.${month}.${year} ${time.join(':')}`;
}

export const noticeTo = (url: string, body: object): Notice => ({
  url,
  method: 'POST',
  headers: () => ({}),
  body: JSON.stringify(body),
});

/**
 * Nothing is signed. Whoever forges one does not know the end of the address, which only the
 * provider was told.
 */
export function presentNotice({ operation, callbackUrl, forged }: Announcement): Notice {
  const url = forged ? callbackUrl.replace(/.{6}$/, 'guess0') : callbackUrl;
  const body = operation.service === 'stk' ? callbackOf(operation) : resultNoticeOf(operation);
  return { ...noticeTo(url, body), ...(forged && { retries: 0 }) };
}
