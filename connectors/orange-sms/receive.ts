// Reads Orange's notices: delivery notifications and inbound messages. They are not signed: the
// secret part of the address is their proof, and lists of Orange's addresses at the proxy.

import { asObject, listMember, textMember, wordMember } from '@jokko/connectors/kit';
import type { JsonObject, SmsReceipt } from '@jokko/connectors/kit';
import {
  inboundOf,
  objectOfNotice,
  receiptOf,
  receiveNotices,
} from '@jokko/connectors/kit/carrier';
import { deliveryStatuses } from './code-table.ts';

export const receive = receiveNotices({
  read({ body }) {
    const notice = objectOfNotice(body) ?? {};
    const delivery = asObject(notice['deliveryInfoNotification']);
    if (delivery !== null) return { receipts: readDelivery(delivery) };
    const message = asObject(
      asObject(notice['inboundSMSMessageNotification'])?.['inboundSMSMessage'],
    );
    return message && { inbound: [readInbound(message)] };
  },
});

/** The information is an object, or a list of them; all are of one message. */
function readDelivery(delivery: JsonObject): (SmsReceipt | null)[] {
  const one = asObject(delivery['deliveryInfo']);
  const all = one === null ? listMember(delivery, 'deliveryInfo') : [one];
  return all.map((info) =>
    receiptOf(deliveryStatuses, {
      id: textMember(delivery, 'callbackData'),
      status: wordMember(info, 'deliveryStatus'),
      to: textMember(info, 'address'),
    }),
  );
}

const readInbound = (message: JsonObject) =>
  inboundOf({
    from: textMember(message, 'senderAddress'),
    to: textMember(message, 'destinationAddress'),
    text: message['message'],
    id: textMember(message, 'messageId'),
  });
