// Reads the bodies that submit messages: version 3, and version 2 of the text endpoint.

import { isMembers, isWebAddress, textMember } from '../http/exchange.ts';
import type { Members } from '../http/exchange.ts';
import type { Violation } from './errors.ts';

export interface Recipient {
  /** As it was given. */
  destination: string;
  /** '' when none was given. */
  messageId: string;
  from: string;
  text: string;
  validForMs: number;
  webhook: string;
  callbackData: string;
}

export interface Order {
  /** '' when none was given. */
  bulkId: string;
  recipients: Recipient[];
}

const validityMaxMs = 48 * 3_600_000;
const minuteMs = 60_000;
const idMax = 200;
const bulkIdMax = 100;
const callbackDataMax = 4_000;
/** The limit of one message. */
const textMaxBytes = 4_000;
const defaultSender = 'InfoSMS';
const unitsMs: { readonly [unit: string]: number } = {
  SECONDS: 1_000,
  MINUTES: minuteMs,
  HOURS: 60 * minuteMs,
};

/** The order of version 3, or what is wrong with it. */
export function readOrderV3(body: unknown): Order | Violation {
  const order = readMessages(body, (message) => {
    const webhooks = membersOf(message, 'webhooks');
    const options = membersOf(message, 'options');
    return {
      from: textMember(message, 'sender') ?? defaultSender,
      text: textMember(membersOf(message, 'content'), 'text') ?? '',
      validForMs: validityOf(options['validityPeriod']),
      webhook: textMember(membersOf(webhooks, 'delivery'), 'url') ?? '',
      callbackData: textMember(webhooks, 'callbackData') ?? '',
    };
  });
  if (!('recipients' in order)) return order;
  const long = order.recipients.some(({ messageId }) => messageId.length > idMax);
  if (long) return wrong('messages[].destinations[].messageId', `at most ${idMax} characters`);
  const schedule = isMembers(body) ? membersOf(membersOf(body, 'options'), 'schedule') : {};
  return withBulkId(order, textMember(schedule, 'bulkId') ?? '');
}

/**
 * The order of version 2, or what is wrong with it. Ids that are too long are cut without a word.
 */
export function readOrderV2(body: unknown): Order | Violation {
  const order = readMessages(body, (message) => {
    const minutes = message['validityPeriod'] ?? validityMaxMs / minuteMs;
    return {
      from: textMember(message, 'from') ?? defaultSender,
      text: textMember(message, 'text') ?? '',
      validForMs: typeof minutes === 'number' ? minutes * minuteMs : NaN,
      webhook: textMember(message, 'notifyUrl') ?? '',
      callbackData: textMember(message, 'callbackData') ?? '',
    };
  });
  if (!('recipients' in order)) return order;
  for (const recipient of order.recipients)
    recipient.messageId = recipient.messageId.slice(0, idMax);
  return withBulkId(order, (isMembers(body) ? textMember(body, 'bulkId') : undefined) ?? '');
}

function withBulkId(order: Order, bulkId: string): Order | Violation {
  if (bulkId.length > bulkIdMax) return wrong('bulkId', `at most ${bulkIdMax} characters`);
  return { ...order, bulkId };
}

function readMessages(
  body: unknown,
  read: (message: Members) => Omit<Recipient, 'destination' | 'messageId'>,
): Order | Violation {
  const messages = isMembers(body) ? body['messages'] : undefined;
  if (!Array.isArray(messages) || messages.length === 0)
    return wrong('messages', 'must not be empty');
  const recipients: Recipient[] = [];
  for (const [index, message] of (messages as unknown[]).entries()) {
    const at = `messages[${index}]`;
    if (!isMembers(message)) return wrong(at, 'must be an object');
    const content = read(message);
    const fault = faultOf(content, at);
    if (fault !== null) return fault;
    const destinations = message['destinations'];
    if (!Array.isArray(destinations) || destinations.length === 0)
      return wrong(`${at}.destinations`, 'must not be empty');
    for (const destination of destinations as unknown[]) {
      const to = isMembers(destination) ? textMember(destination, 'to') : undefined;
      if (to === undefined) return wrong(`${at}.destinations[0].to`, 'must not be blank');
      const messageId = textMember(destination as Members, 'messageId') ?? '';
      recipients.push({ ...content, destination: to, messageId });
    }
  }
  return { bulkId: '', recipients };
}

function faultOf(
  content: Omit<Recipient, 'destination' | 'messageId'>,
  at: string,
): Violation | null {
  const { text, validForMs, webhook, callbackData } = content;
  if (text === '') return wrong(`${at}.content.text`, 'must not be blank');
  if (Buffer.byteLength(text) > textMaxBytes)
    return wrong(`${at}.content.text`, `at most ${textMaxBytes} bytes`);
  if (!(validForMs > 0 && validForMs <= validityMaxMs))
    return wrong(`${at}.options.validityPeriod`, 'up to 48 hours');
  if (webhook !== '' && !isWebAddress(webhook))
    return wrong(`${at}.webhooks.delivery.url`, 'must be a valid URL');
  if (callbackData.length > callbackDataMax)
    return wrong(`${at}.webhooks.callbackData`, `at most ${callbackDataMax} characters`);
  return null;
}

function validityOf(period: unknown): number {
  if (period === undefined) return validityMaxMs;
  if (!isMembers(period) || typeof period['amount'] !== 'number') return NaN;
  return period['amount'] * (unitsMs[textMember(period, 'timeUnit') ?? 'MINUTES'] ?? NaN);
}

function membersOf(members: Members, name: string): Members {
  const value = members[name];
  return isMembers(value) ? value : {};
}

const wrong = (property: string, violation: string): Violation => ({ property, violation });
