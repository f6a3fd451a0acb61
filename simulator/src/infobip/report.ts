// Infobip's reports, logs and messages from phones as they are pushed and as they are fetched.

import { partsOf } from '../sms/alphabet.ts';
import { isStop } from '../sms-carrier/opt-outs.ts';
import { errorOfResult, statusOfResult } from './statuses.ts';
import type { Inbound, Report } from '../sms/message.ts';
import type { Known } from '../sms-carrier/references.ts';
import type { PushForm } from '../sms-carrier/webhook.ts';

/** Versions 1 and 2 name some members otherwise. */
type Version = 1 | 2 | 3;

export const partCount = (text: string): number => partsOf(text, 0).length;

const timeOf = (ms: number): string => new Date(ms).toISOString().replace('Z', '+0000');
const pricePerMessage = 0.01;
const currency = 'EUR';
const mccMnc = '60801';

export interface Presenter {
  nowMs(): number;
  textOf(report: Report): string;
}

export const createPushForm = (presenter: Presenter): PushForm => ({
  most: 100,
  keepsReceipts: true,
  notice(_url, deliveries) {
    const reports = deliveries.filter((delivery) => delivery.kind === 'report');
    const inbound = deliveries.filter((delivery) => delivery.kind === 'inbound');
    const content =
      inbound.length > 0
        ? presentInbox(inbound, 0, presenter.nowMs())
        : { results: reports.map((report) => presentReport(presenter, report, 3)) };
    return { body: JSON.stringify(content), headers: () => ({}) };
  },
});

/** A garbled one names a message that nobody sent: nothing proves the origin of a report. */
export function presentReport(presenter: Presenter, report: Report, version: Version): object {
  const { message, state, error, garbled } = report;
  const { id, to, from, atMs, group, reference } = message;
  const count = partCount(presenter.textOf(report));
  return {
    bulkId: group,
    messageId: garbled ? `x${id}`.slice(0, 200) : id,
    to,
    ...(version === 3 ? { sender: from } : { from }),
    sentAt: timeOf(atMs),
    doneAt: timeOf(presenter.nowMs()),
    ...(version === 3 ? { messageCount: count } : { smsCount: count }),
    mccMnc,
    price: { pricePerMessage, currency },
    status: statusOfResult(state, error),
    error: errorOfResult(error),
    ...(reference !== '' && { callbackData: reference }),
  };
}

export function presentLog(known: Known, version: Version): object {
  const { message, text, state, error, atMs } = known;
  const count = partCount(text);
  return {
    ...(version === 3
      ? { sender: message.from, destination: message.to, content: { text } }
      : { from: message.from, to: message.to, text }),
    bulkId: message.group,
    messageId: message.id,
    sentAt: timeOf(message.atMs),
    doneAt: timeOf(atMs),
    ...(version === 3 ? { messageCount: count } : { smsCount: count }),
    mccMnc,
    price: { pricePerMessage, currency },
    status: statusOfResult(state, error),
    error: errorOfResult(error),
  };
}

export function presentInbox(inbound: readonly Inbound[], pending: number, nowMs: number): object {
  const results = inbound.map(({ seq, from, to, text }) => ({
    messageId: `in${seq}`,
    from,
    to,
    text,
    cleanText: isStop(text) ? '' : text,
    keyword: isStop(text) ? text.trim().toUpperCase() : '',
    receivedAt: timeOf(nowMs),
    smsCount: partCount(text),
    price: { pricePerMessage: 0, currency },
  }));
  return { results, messageCount: results.length, pendingMessageCount: pending };
}
