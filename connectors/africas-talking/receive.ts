// Reads notices of Africa's Talking: reports and inbound messages, as forms. They are not signed:
// the secret part of the address is their proof, and lists of the provider's addresses at the
// proxy.

import type { SmsInbound } from '@jokko/connectors/kit';
import {
  formOfNotice,
  inboundOf,
  phoneDigits,
  receiptOf,
  receiveNotices,
} from '@jokko/connectors/kit/carrier';
import { reportStatuses } from './status-table.ts';

export const receive = receiveNotices({
  read({ body }) {
    const form = formOfNotice(body);
    const receipt = receiptOf(reportStatuses, {
      id: form.get('id'),
      status: form.get('status'),
      errorCode: form.get('failureReason'),
      to: form.get('phoneNumber'),
    });
    if (receipt !== null) return { receipts: [receipt] };
    const message = readInbound(form) ?? readOptOut(form);
    return message && { inbound: [message] };
  },
});

const readInbound = (form: URLSearchParams): SmsInbound | null =>
  inboundOf({
    from: form.get('from'),
    to: form.get('to'),
    text: form.get('text'),
    id: form.get('id'),
  });

/** Whoever wrote STOP to a sender is named without the words. */
function readOptOut(form: URLSearchParams): SmsInbound | null {
  const from = phoneDigits(form.get('phoneNumber'));
  const to = form.get('senderId') ?? '';
  return from === null || to === '' ? null : { from, to, text: 'STOP', dedupeKey: null };
}
