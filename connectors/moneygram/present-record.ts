// Presents what waits under a number as the interface has it (`referenceNumberResponse`): every
// member, in the documented order. What MoneyGram does not tell is empty.

import { amountToWire, asObject, textMember } from '@jokko/connectors/kit';
import type { JsonObject, RemitRecord } from '@jokko/connectors/kit';
import { partsOf } from './amount-parts.ts';
import { rateOf } from './present-quote.ts';
import { referenceNumberIn, statusIn } from './read-answer.ts';

/** The interface's words for the statuses that have one. */
const words: { readonly [status: string]: string } = { AVAILABLE: 'AVAIL', RECEIVED: 'RECVD' };

/** Null where what is received is not told. */
export function presentRecord(found: JsonObject, nowMs: number): RemitRecord | null {
  const received = partsOf(found['receiveAmount']);
  if (received === null) return null;
  const sent = partsOf(found['sendAmount']) ?? received;
  const text = (name: string) => textMember(found, name) ?? '';
  const isOk = found['availableForPayout'] === true;
  const sentAt = text('sendDate') || new Date(nowMs).toISOString();
  const receive = amountToWire(received.amount);
  const rate = rateOf(found);
  return {
    doCheckIn: false,
    timeStamp: new Date(nowMs).toISOString(),
    flags: 1,
    remitTransactionSessionID: text('transactionId'),
    ...peopleOf(found),
    agentCheckNumber: '',
    agentCheckAmount: receive,
    agentCheckAuthorizationNumber: '',
    customerCheckNumber: '',
    customerCheckAmount: '0',
    okForAgent: isOk,
    deliveryOption: text('serviceOptionCode'),
    transactionStatus: words[statusIn(found)] ?? text('transactionStatus'),
    dateTimeSent: sentAt,
    receiveCurrency: received.currency,
    receiveAmount: receive,
    referenceNumber: referenceNumberIn(found) ?? '',
    originatingCountry: text('originatingCountryCode'),
    validIndicator: true,
    indicativeReceiveAmount: receive,
    indicativeExchangeRate: rate,
    expectedDateOfDelivery: text('expectedPayoutDate') || sentAt,
    originalSendAmount: amountToWire(sent.amount),
    originalSendCurrency: sent.currency,
    originalSendFee: amountToWire(sent.fees),
    originalExchangeRate: rate,
    redirectIndicator: false,
    okForPickup: isOk,
    notOkForPickupReasonCode: isOk ? 0 : 1,
    minutesUntilOkForPickup: '0',
    sendPurposeOfTransaction: text('purposeOfTransaction'),
  };
}

function peopleOf(found: JsonObject) {
  const sender = asObject(found['sender']) ?? {};
  const receiver = asObject(found['receiver']) ?? {};
  const within = (members: JsonObject, part: string, name: string) =>
    textMember(asObject(members[part]) ?? {}, name) ?? '';
  return {
    senderFirstName: within(sender, 'name', 'firstName'),
    senderLastName: within(sender, 'name', 'lastName'),
    senderHomePhone: within(sender, 'mobilePhone', 'number'),
    receiverFirstName: within(receiver, 'name', 'firstName'),
    receiverLastName: within(receiver, 'name', 'lastName'),
  };
}
