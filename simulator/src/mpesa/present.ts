// Presents operations of the simulated M-Pesa: ids, callbacks of pushes and result notices.

import { resultOf } from './errors.ts';
import type { Announcement } from '../core/parts.ts';
import type { Notice } from '../core/notices.ts';
import type { Operation } from '../core/operation.ts';

/** Ids hold the seq, so that no index is needed to find the operation. */
export const checkoutId = (seq: number): string => `ws_CO_${String(seq).padStart(12, '0')}`;
export const conversationId = (seq: number): string => `AG_${String(seq).padStart(12, '0')}`;
/** Ten capitals and digits, as receipts are. */
export const receiptOf = (seq: number): string =>
  `S${seq.toString(36).toUpperCase().padStart(9, '0')}`;

export const seqOfCheckout = (id: string): number => seqIn(/^ws_CO_([0-9]{12,})$/, id, 10);
export const seqOfConversation = (id: string): number => seqIn(/^AG_([0-9]{12,})$/, id, 10);
export const seqOfReceipt = (id: string): number => seqIn(/^S([0-9A-Z]{9})$/, id, 36);

function seqIn(form: RegExp, id: string, radix: number): number {
  const digits = form.exec(id)?.[1];
  return digits === undefined ? -1 : Number.parseInt(digits, radix);
}

/** What the caller knows an order of ours by. */
export const originatorOf = ({ service, reference, seq }: Operation): string =>
  service === 'b2c' ? reference : `orig-${conversationId(seq)}`;

function callbackOf(operation: Operation): object {
  const { seq, amount, party } = operation;
  const result = resultOf(operation);
  const items = [
    { Name: 'Amount', Value: Number(amount) },
    { Name: 'MpesaReceiptNumber', Value: receiptOf(seq) },
    { Name: 'TransactionDate', Value: 20261122120000 },
    { Name: 'PhoneNumber', Value: Number(party) },
  ];
  const stkCallback = {
    MerchantRequestID: `sim-${seq}`,
    CheckoutRequestID: checkoutId(seq),
    ...result,
    ...(result.ResultCode === 0 ? { CallbackMetadata: { Item: items } } : {}),
  };
  return { Body: { stkCallback } };
}

/** Of a payout or a reversal. */
function resultNoticeOf(operation: Operation): object {
  const { seq, amount, party, service } = operation;
  const result = resultOf(operation);
  const parameters =
    service === 'b2c'
      ? [
          { Key: 'TransactionAmount', Value: Number(amount) },
          { Key: 'TransactionReceipt', Value: receiptOf(seq) },
          { Key: 'ReceiverPartyPublicName', Value: `${party} - Awa Sand Box` },
        ]
      : [{ Key: 'Amount', Value: amount }];
  return {
    Result: {
      ResultType: 0,
      ...result,
      OriginatorConversationID: originatorOf(operation),
      ConversationID: conversationId(seq),
      TransactionID: receiptOf(seq),
      ...(result.ResultCode === 0 ? { ResultParameters: { ResultParameter: parameters } } : {}),
    },
  };
}

/** The answer to a status query of a payout or reversal. */
export function statusNoticeOf(operation: Operation | undefined): object {
  if (operation === undefined)
    return { Result: { ResultType: 0, ResultCode: 2032, ResultDesc: 'not found' } };
  const { seq, amount, party, status } = operation;
  const isDone = status === 'succeeded' || status === 'reversed';
  const words = isDone ? 'Completed' : status === 'pending' ? 'Pending' : 'Failed';
  const parameters = [
    { Key: 'TransactionStatus', Value: words },
    { Key: 'ReceiptNo', Value: receiptOf(seq) },
    { Key: 'Amount', Value: Number(amount) },
    { Key: 'CreditPartyName', Value: `${party} - Awa Sand Box` },
    { Key: 'ConversationID', Value: conversationId(seq) },
  ];
  return {
    Result: {
      ResultType: 0,
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      OriginatorConversationID: `status-${conversationId(seq)}`,
      ConversationID: `status-${conversationId(seq)}`,
      TransactionID: receiptOf(seq),
      ResultParameters: { ResultParameter: parameters },
    },
  };
}

export const noticeTo = (url: string, body: object): Notice => ({
  url,
  method: 'POST',
  headers: () => ({}),
  body: JSON.stringify(body),
});

/** Nothing is signed. Whoever forges one does not know the end of the address, which only the provider was told. */
export function presentNotice({ operation, callbackUrl, forged }: Announcement): Notice {
  const url = forged ? callbackUrl.replace(/.{6}$/, 'guess0') : callbackUrl;
  const body = operation.service === 'stk' ? callbackOf(operation) : resultNoticeOf(operation);
  return { ...noticeTo(url, body), once: forged };
}
