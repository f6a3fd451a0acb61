// Reads Orange's notices: delivery notifications and inbound messages. They are not signed: the
// secret part of the address is their proof, and lists of Orange's addresses at the proxy.

import { asObject, isPartId, listMember, textMember, wordMember } from '@jokko/connectors/kit';
import type {
  JsonObject,
  SmsInbound,
  SmsNotice,
  SmsReceipt,
  SmsReceived,
} from '@jokko/connectors/kit';
import {
  acceptNotice,
  inboundOf,
  objectOfNotice,
  phoneDigits,
  refuseNotice,
} from '@jokko/connectors/kit/carrier';
import { deliveryStatuses } from './code-table.ts';

/** 200 and what it says; 400 for what is neither, 405 for another method. */
export function receive({ method, body }: SmsNotice): SmsReceived {
  if (method !== 'POST') return refuseNotice(405);
  const notice = objectOfNotice(body) ?? {};
  const delivery = asObject(notice['deliveryInfoNotification']);
  if (delivery !== null) return acceptNotice(readDelivery(delivery), []);
  const message = asObject(
    asObject(notice['inboundSMSMessageNotification'])?.['inboundSMSMessage'],
  );
  return message === null ? refuseNotice(400) : acceptNotice([], [readInbound(message)]);
}

/** The information is an object, or a list of them; all are of one message. */
function readDelivery(delivery: JsonObject): SmsReceipt[] {
  const id = textMember(delivery, 'callbackData');
  if (id === undefined || !isPartId(id)) return [];
  const one = asObject(delivery['deliveryInfo']);
  const all = one === null ? listMember(delivery, 'deliveryInfo') : [one];
  return all.flatMap((info) => {
    const word = wordMember(info, 'deliveryStatus');
    if (word === undefined) return [];
    return [
      {
        id,
        alternatives: [],
        state: deliveryStatuses.get(word) ?? 'unknown',
        errorCode: null,
        msisdn: phoneDigits(textMember(info, 'address')),
      },
    ];
  });
}

const readInbound = (message: JsonObject): SmsInbound | null =>
  inboundOf({
    from: textMember(message, 'senderAddress'),
    to: textMember(message, 'destinationAddress'),
    text: message['message'],
    id: textMember(message, 'messageId'),
  });
