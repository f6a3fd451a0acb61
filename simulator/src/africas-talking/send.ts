// Submits messages: the form of `/messaging`, and the JSON of `/messaging/bulk`. Each recipient has
// its own status; a sender that may not send refuses the whole with none.

import {
  header,
  isMembers,
  isWebAddress,
  readJson,
  readText,
  sendJson,
  sendText,
  textMember,
} from '../http/exchange.ts';
import { takeOrder } from '../sms-carrier/take-order.ts';
import { username } from './credentials.ts';
import { queued, sent, statusOfRefusal } from './statuses.ts';
import type { Exchange } from '../http/exchange.ts';
import type { CarrierDeps } from '../sms-carrier/deps.ts';
import type { Fault, Verdict } from '../sms-carrier/take-order.ts';
import type { Status } from './statuses.ts';

interface Order {
  numbers: readonly string[];
  from: string;
  text: string;
  enqueue: boolean;
}

const defaultSender = 'AFRICASTKNG';
const validityMs = 48 * 3_600_000;
const pricePerMessage = 0.8;

export async function sendForm(deps: CarrierDeps, exchange: Exchange): Promise<void> {
  const form = new URLSearchParams((await readText(exchange)) ?? '');
  const order: Order = {
    numbers: (form.get('to') ?? '').split(',').filter(Boolean),
    from: form.get('from') || defaultSender,
    text: form.get('message') ?? '',
    enqueue: form.get('enqueue') === '1',
  };
  await send(deps, exchange, form.get('username') ?? '', order);
}

export async function sendBulk(deps: CarrierDeps, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange);
  if (!isMembers(body)) return sendText(exchange, 400, 'text/plain', 'Request is not JSON');
  const numbers = body['phoneNumbers'];
  const order: Order = {
    numbers: Array.isArray(numbers) ? numbers.map(String) : [],
    from: textMember(body, 'senderId') ?? defaultSender,
    text: textMember(body, 'message') ?? '',
    enqueue: body['enqueue'] === true || body['enqueue'] === 1,
  };
  await send(deps, exchange, textMember(body, 'username') ?? '', order);
}

async function send(
  deps: CarrierDeps,
  exchange: Exchange,
  user: string,
  order: Order,
): Promise<void> {
  if (user !== username) return sendUnauthorized(exchange);
  const { numbers, text } = order;
  if (numbers.length === 0)
    return sendText(exchange, 400, 'text/plain', 'Must have to in your request');
  if (text === '')
    return sendText(exchange, 400, 'text/plain', 'Must have message in your request');
  // A name of at most 11 characters, or a short code.
  if (!/^[A-Za-z0-9 ._-]{1,11}$/.test(order.from)) return sendWhole(exchange, 'InvalidSenderId');
  const webhook = header(exchange, 'x-sandbox-notify-url') ?? '';
  await takeOrder(deps, exchange, {
    numbers: numbers.map((to) => to.replace(/^\+/, '')),
    fail: (fault) => sendFault(exchange, fault),
    take(submit) {
      const recipients = numbers.map((number) => {
        // Without its plus it is no number here.
        const to = number.startsWith('+') ? number.slice(1) : '';
        const verdict = submit({
          to,
          from: order.from,
          text,
          validForMs: validityMs,
          id: (seq) => `ATXid_${seq.toString(16).padStart(32, '0')}`,
          reference: '',
          group: '',
          webhook: isWebAddress(webhook) ? webhook : '',
        });
        return presentRecipient(number, verdict, order.enqueue ? queued : sent);
      });
      return () => sendRecipients(exchange, recipients);
    },
  });
}

function presentRecipient(number: string, verdict: Verdict, accepted: Status): Recipient {
  if (verdict.kind !== 'accepted')
    return { ...statusOfRefusal(verdict), number, cost: '0', messageId: 'None' };
  return { ...accepted, number, cost: costOf(1), messageId: verdict.message.id };
}

interface Recipient extends Status {
  number: string;
  cost: string;
  messageId: string;
}

const costOf = (messages: number): string => `KES ${(messages * pricePerMessage).toFixed(4)}`;

function sendRecipients(exchange: Exchange, recipients: Recipient[]): void {
  const taken = recipients.filter(({ messageId }) => messageId !== 'None').length;
  const Message = `Sent to ${taken}/${recipients.length} Total Cost: ${costOf(taken)}`;
  sendJson(exchange, 201, { SMSMessageData: { Message, Recipients: recipients } });
}

/** A refusal of the whole is a success of HTTP without recipients. */
function sendWhole(exchange: Exchange, reason: string): void {
  sendJson(exchange, 201, { SMSMessageData: { Message: reason, Recipients: [] } });
}

function sendFault(exchange: Exchange, fault: Fault): void {
  if (fault === 'throttled') return sendText(exchange, 429, 'text/plain', 'Too many requests');
  sendText(exchange, fault === 'queueFull' ? 503 : 500, 'text/plain', 'Internal failure');
}

export function sendUnauthorized(exchange: Exchange): void {
  sendText(exchange, 401, 'text/plain', 'The supplied authentication is invalid');
}
