// The push of the HTTP provider: receipts and messages from phones together, signed.

import { createHmac } from 'node:crypto';
import type { PushForm } from '../sms-carrier/webhook.ts';
import type { Delivery, State } from '../sms/message.ts';

/** Words of this protocol. */
export const stateWords: { readonly [state in State]: string } = {
  ENROUTE: 'enroute',
  ACCEPTD: 'enroute',
  DELIVRD: 'delivered',
  EXPIRED: 'expired',
  DELETED: 'undeliverable',
  UNDELIV: 'undeliverable',
  UNKNOWN: 'unknown',
  REJECTD: 'rejected',
};

export const pushForm = (secret: string, nowMs: () => number): PushForm => ({
  most: 500,
  mixed: true,
  keepsReceipts: false,
  notice(_url, deliveries, forged) {
    const body = JSON.stringify(bodyOf(deliveries, nowMs()));
    return { body, headers: () => (forged ? {} : signed(secret, body)) };
  },
});

function bodyOf(
  deliveries: readonly Delivery[],
  nowMs: number,
): { receipts: object[]; inbound: object[] } {
  const at = new Date(nowMs).toISOString();
  const receipts: object[] = [];
  const inbound: object[] = [];
  for (const delivery of deliveries) {
    if (delivery.kind === 'report') {
      const { message, state, error } = delivery;
      const reported = {
        id: message.id,
        reference: message.reference,
        to: `+${message.to}`,
        state: stateWords[state],
        at,
      };
      receipts.push(error === '000' ? reported : { ...reported, error });
    } else
      inbound.push({
        id: `in${delivery.seq.toString(36)}`,
        from: `+${delivery.from}`,
        to: delivery.to,
        text: delivery.text,
        at,
      });
  }
  return { receipts, inbound };
}

function signed(secret: string, body: string): { [name: string]: string } {
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'x-sms-timestamp': timestamp, 'x-sms-signature': signature };
}
