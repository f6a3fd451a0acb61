// Reads notices of Africa's Talking: reports and inbound messages, as forms. They are not signed:
// the secret part of the address is their proof, and lists of the provider's addresses at the proxy.

import { isPartId } from '@jokko/connectors/kit';
import type { SmsInbound, SmsNotice, SmsReceipt, SmsReceived } from '@jokko/connectors/kit';
import {
  acceptNotice,
  formOfNotice,
  inboundOf,
  phoneDigits,
  refuseNotice,
} from '@jokko/connectors/kit/carrier';
import { reportStatuses } from './status-table.ts';

/** 200 and what it says; 400 for what is neither, 405 for another method. */
export function receive({ method, body }: SmsNotice): SmsReceived {
  if (method !== 'POST') return refuseNotice(405);
  const form = formOfNotice(body);
  const receipt = readReport(form);
  if (receipt !== null) return acceptNotice([receipt], []);
  const message = readInbound(form) ?? readOptOut(form);
  return message === null ? refuseNotice(400) : acceptNotice([], [message]);
}

function readReport(form: URLSearchParams): SmsReceipt | null {
  const id = form.get('id') ?? '';
  const status = form.get('status')?.trim().toUpperCase();
  if (status === undefined || !isPartId(id)) return null;
  return {
    id,
    alternatives: [],
    state: reportStatuses.get(status) ?? 'unknown',
    errorCode: form.get('failureReason') || null,
    msisdn: phoneDigits(form.get('phoneNumber')),
  };
}

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
