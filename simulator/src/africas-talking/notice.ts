// Pushes of Africa's Talking: reports, messages from phones, and numbers that wrote STOP. Forms to
// one address, unsigned.

import { isStop } from '../sms-carrier/opt-outs.ts';
import { failureReasonOf, resultOf } from './statuses.ts';
import type { Delivery } from '../sms/message.ts';
import type { PushForm } from '../sms-carrier/webhook.ts';

/** The network code of the sandbox. */
const networkCode = '99999';

export const createPushForm = (nowMs: () => number): PushForm => ({
  most: 1,
  keepsReceipts: false,
  notice(_url, deliveries) {
    const form = deliveries[0] === undefined ? {} : formOf(deliveries[0], nowMs());
    return {
      body: new URLSearchParams(form).toString(),
      headers: () => ({ 'content-type': 'application/x-www-form-urlencoded' }),
    };
  },
});

/** A garbled one names a message that nobody sent: nothing proves the origin of a report. */
function formOf(delivery: Delivery, nowMs: number): { [name: string]: string } {
  if (delivery.kind === 'inbound') {
    const { seq, from, to, text } = delivery;
    if (isStop(text)) return { senderId: to, phoneNumber: `+${from}` };
    const date = timeOf(nowMs);
    const linkId = `link-${seq}`;
    return { date, from: `+${from}`, id: String(seq), linkId, text, to, cost: 'None', networkCode };
  }
  const { message, state, error, garbled } = delivery;
  const failureReason = failureReasonOf(state, error);
  return {
    id: garbled ? `${message.id}x` : message.id,
    status: resultOf(state),
    phoneNumber: `+${message.to}`,
    networkCode,
    ...(failureReason !== null && { failureReason }),
    retryCount: '0',
  };
}

export const timeOf = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
