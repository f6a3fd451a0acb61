// Notices of Orange: results and messages from phones, unsigned.

import { unheardOfError } from '../sms/message.ts';
import { unheardOfCodes } from '../unheard-of.ts';
import type { Delivery, State } from '../sms/message.ts';
import type { PushForm } from '../sms-carrier/webhook.ts';

const results: { readonly [state in State]: string } = {
  ACCEPTD: 'MessageWaiting',
  ENROUTE: 'DeliveredToNetwork',
  DELIVRD: 'DeliveredToTerminal',
  EXPIRED: 'DeliveryImpossible',
  DELETED: 'DeliveryImpossible',
  UNDELIV: 'DeliveryImpossible',
  // The number is of another network, which says nothing.
  UNKNOWN: 'DeliveryUncertain',
  REJECTD: 'DeliveryImpossible',
};

export const createPushForm = (nowMs: () => number): PushForm => ({
  most: 1,
  keepsReceipts: false,
  notice: (_url, deliveries) => ({
    body: JSON.stringify(deliveries[0] === undefined ? {} : bodyOf(deliveries[0], nowMs())),
    headers: () => ({}),
  }),
});

/** A garbled one names a message that nobody sent: nothing proves the origin of a notice. */
function bodyOf(delivery: Delivery, nowMs: number): object {
  if (delivery.kind === 'inbound') {
    const { seq, from, to, text } = delivery;
    const inboundSMSMessage = {
      dateTime: new Date(nowMs).toISOString(),
      destinationAddress: `tel:+${to}`,
      messageId: `in${seq}`,
      message: text,
      senderAddress: `tel:+${from}`,
    };
    return { inboundSMSMessageNotification: { inboundSMSMessage } };
  }
  const { message, state, error, garbled } = delivery;
  const deliveryStatus =
    error === unheardOfError ? unheardOfCodes['orange-sms'].report : results[state];
  const deliveryInfo = { address: `tel:+${message.to}`, deliveryStatus };
  return {
    deliveryInfoNotification: {
      callbackData: garbled ? `${message.id}x` : message.id,
      // OneAPI allows a list as well; one that is not final is told so.
      deliveryInfo: state === 'ENROUTE' ? [deliveryInfo] : deliveryInfo,
    },
  };
}
