// Submits messages: version 3, and version 2 of the text endpoint. An id that was taken before is a
// duplicate, and nothing is sent.

import { readJson, sendJson } from '../http/exchange.ts';
import { takeOrder } from '../sms-carrier/take-order.ts';
import { sendError, statusOfFault } from './errors.ts';
import { readOrderV2, readOrderV3 } from './read-order.ts';
import { partCount } from './report.ts';
import { duplicate, pending, statusOfRefusal } from './statuses.ts';
import type { Exchange } from '../http/exchange.ts';
import type { CarrierDeps } from '../sms-carrier/deps.ts';
import type { Submission, Verdict } from '../sms-carrier/take-order.ts';
import type { Order, Recipient } from './read-order.ts';
import type { Status } from './statuses.ts';

/** Longer than any number of a submission, as Infobip's own ids are. */
const idsFrom = 4_000_000_000_000_000_000n;
const generatedId = (seq: number): string => String(idsFrom + BigInt(seq));

interface Result {
  recipient: Recipient;
  messageId: string;
  status: Status;
}

export async function send(deps: CarrierDeps, exchange: Exchange, version: 2 | 3): Promise<void> {
  const body = await readJson(exchange);
  const order = version === 3 ? readOrderV3(body) : readOrderV2(body);
  if (!('recipients' in order)) return sendError(exchange, 400, [order]);
  await takeOrder(deps, exchange, {
    numbers: order.recipients.map(digitsOf),
    fail: (fault) => sendError(exchange, statusOfFault[fault]),
    take(submit) {
      const bulkId = order.bulkId === '' ? generatedId(deps.smsc.newSeq()) : order.bulkId;
      const results = submitAll(deps, { ...order, bulkId }, submit);
      const messages = results.map(version === 3 ? presentV3 : presentV2);
      return () => sendJson(exchange, 200, { bulkId, messages });
    },
  });
}

const digitsOf = ({ destination }: Recipient): string => destination.replace(/^\+/, '');

function submitAll(
  { references, smsc }: CarrierDeps,
  { bulkId, recipients }: Order,
  submit: (submission: Submission) => Verdict,
): Result[] {
  return recipients.map((recipient) => {
    const { messageId, from, text, validForMs, webhook, callbackData } = recipient;
    if (messageId !== '' && references.find(messageId) !== undefined)
      return { recipient, messageId, status: duplicate };
    const verdict = submit({
      to: digitsOf(recipient),
      from,
      text,
      validForMs,
      id: messageId === '' ? generatedId : () => messageId,
      reference: callbackData,
      group: bulkId,
      webhook,
    });
    if (verdict.kind === 'accepted')
      return { recipient, messageId: verdict.message.id, status: pending };
    const id = messageId === '' ? generatedId(smsc.newSeq()) : messageId;
    return { recipient, messageId: id, status: statusOfRefusal(verdict) };
  });
}

function presentV3({ recipient, messageId, status }: Result): object {
  const details = { messageCount: partCount(recipient.text) };
  return { messageId, status, destination: recipient.destination, details };
}

function presentV2({ recipient, messageId, status }: Result): object {
  return {
    to: recipient.destination,
    status,
    messageId,
    smsCount: partCount(recipient.text),
  };
}
