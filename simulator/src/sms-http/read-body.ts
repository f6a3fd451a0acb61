// Parses the body of `POST /sms/v1/messages`. PROTOCOL.md section 7.1.

import { isMembers, isWebAddress, textMember } from '../http/exchange.ts';

export interface Order {
  from: string;
  text: string;
  validForMs: number;
  webhook: string;
  recipients: { to: string; reference: string }[];
}

const recipientsMax = 1_000;
const textMax = 1_600;
const validityMaxSeconds = 7 * 86_400;
const defaultValiditySeconds = 48 * 3_600;

/** The order, or what is wrong with it. */
export function readOrder(body: unknown): Order | string {
  if (!isMembers(body)) return 'a JSON object is needed';
  const from = textMember(body, 'from');
  const text = textMember(body, 'text');
  if (from === undefined || from.length > 20) return 'from: 1 to 20 characters are needed';
  if (text === undefined || text.length > textMax)
    return `text: 1 to ${textMax} characters are needed`;
  const seconds = body['validitySeconds'] ?? defaultValiditySeconds;
  if (
    typeof seconds !== 'number' ||
    !Number.isInteger(seconds) ||
    seconds < 1 ||
    seconds > validityMaxSeconds
  ) {
    return `validitySeconds: 1 to ${validityMaxSeconds} is needed`;
  }
  const webhook = body['webhook'] ?? '';
  if (typeof webhook !== 'string' || (webhook !== '' && !isWebAddress(webhook)))
    return 'webhook: an http or https address is needed';
  const recipients = readRecipients(body['recipients']);
  if (typeof recipients === 'string') return recipients;
  return { from, text, validForMs: seconds * 1000, webhook, recipients };
}

function readRecipients(list: unknown): Order['recipients'] | string {
  if (!Array.isArray(list) || list.length === 0 || list.length > recipientsMax)
    return `recipients: 1 to ${recipientsMax} are needed`;
  const recipients: Order['recipients'] = [];
  for (const entry of list as unknown[]) {
    const to = isMembers(entry) ? textMember(entry, 'to') : undefined;
    const reference = isMembers(entry) ? textMember(entry, 'reference') : undefined;
    if (to === undefined || reference === undefined || !/^[!-~]{1,64}$/.test(reference)) {
      return 'recipients: each needs to, and a reference of 1 to 64 printable characters';
    }
    recipients.push({ to, reference });
  }
  return recipients;
}
