// Lines of the book of messages. Written by hand rather than by JSON.stringify, since a load test
// writes tens of thousands of them a second.

import type { Content, Inbound, Message, Protocol, State } from './message.ts';

/** A line as it is read back; which members are there depends on `event`. */
export interface Line {
  event:
    | 'accepted'
    | 'refused'
    | 'dropped'
    | 'receipt'
    | 'garbled'
    | 'acknowledged'
    | 'inbound'
    | 'webhook';
  atMs: number;
  seq?: number;
  id?: string;
  protocol?: Protocol;
  account?: string;
  from?: string;
  fromTon?: number;
  to?: string;
  validUntilMs?: number;
  wants?: Message['wants'];
  reference?: string;
  group?: string;
  webhook?: string;
  coding?: number;
  header?: string;
  hex?: string;
  text?: string;
  /** False on an accepted one that got no answer. */
  answered?: boolean;
  /**
   * command_status (SMPP) or word (HTTP) of a refusal; of an acknowledgement the command_status.
   */
  status?: number | string;
  state?: State;
  error?: string;
}

export function acceptedLine(message: Message, content: Content, answered: boolean): string {
  const {
    seq,
    id,
    protocol,
    account,
    from,
    fromTon,
    to,
    atMs,
    validUntilMs,
    wants,
    reference,
    group,
    webhook,
  } = message;
  return (
    `{"event":"accepted","atMs":${atMs},"seq":${seq},"id":${JSON.stringify(id)},"protocol":"${protocol}","account":${JSON.stringify(account)}` +
    `,"from":${JSON.stringify(from)},"fromTon":${fromTon},"to":"${to}","validUntilMs":${validUntilMs},"wants":"${wants}"` +
    (reference === '' ? '' : `,"reference":${JSON.stringify(reference)}`) +
    (group === '' ? '' : `,"group":${JSON.stringify(group)}`) +
    (webhook === '' ? '' : `,"webhook":${JSON.stringify(webhook)}`) +
    contentMembers(content) +
    (answered ? '}\n' : ',"answered":false}\n')
  );
}

/** Not accepted: `refused` with its status, `dropped` without any answer. */
export function notAcceptedLine(
  event: 'refused' | 'dropped',
  what: {
    protocol: Protocol;
    account: string;
    from: string;
    to: string;
    atMs: number;
    status: number | string;
    content: Content;
  },
): string {
  const { protocol, account, from, to, atMs, status, content } = what;
  return (
    `{"event":"${event}","atMs":${atMs},"protocol":"${protocol}","account":${JSON.stringify(account)},"from":${JSON.stringify(from)}` +
    `,"to":${JSON.stringify(to)},"status":${JSON.stringify(status)}${contentMembers(content)}}\n`
  );
}

function contentMembers(content: Content): string {
  if ('text' in content) return `,"text":${JSON.stringify(content.text)}`;
  const header = content.header === '' ? '' : `,"header":"${content.header}"`;
  return `,"coding":${content.coding}${header},"hex":"${content.hex}"`;
}

export function receiptLine(
  message: Message,
  atMs: number,
  state: State,
  error: string,
  garbled: boolean,
): string {
  const event = garbled ? 'garbled' : 'receipt';
  return `{"event":"${event}","atMs":${atMs},"seq":${message.seq},"id":${JSON.stringify(message.id)},"state":"${state}","error":"${error}"}\n`;
}

/** `id` is absent for inbound messages. */
export function acknowledgedLine(
  seq: number,
  id: string | null,
  atMs: number,
  status: number,
): string {
  const member = id === null ? '' : `,"id":${JSON.stringify(id)}`;
  return `{"event":"acknowledged","atMs":${atMs},"seq":${seq}${member},"status":${status}}\n`;
}

export function inboundLine(
  protocol: Protocol,
  account: string,
  inbound: Inbound,
  atMs: number,
): string {
  const { seq, from, to, text, coding } = inbound;
  const octets = {
    coding,
    header: inbound.header.toString('hex'),
    hex: inbound.octets.toString('hex'),
  };
  return `${JSON.stringify({ event: 'inbound', atMs, seq, protocol, account, from, to, text, ...octets } satisfies Line)}\n`;
}

export function webhookLine(account: string, webhook: string, atMs: number): string {
  return `${JSON.stringify({ event: 'webhook', atMs, account, webhook } satisfies Line)}\n`;
}

/** The message of an `accepted` line. */
export function messageOfLine(line: Line): Message {
  return {
    seq: line.seq ?? 0,
    id: line.id ?? '',
    protocol: line.protocol ?? 'smpp',
    account: line.account ?? '',
    from: line.from ?? '',
    fromTon: line.fromTon ?? 0,
    to: line.to ?? '',
    atMs: line.atMs,
    validUntilMs: line.validUntilMs ?? line.atMs,
    wants: line.wants ?? 'nothing',
    reference: line.reference ?? '',
    group: line.group ?? '',
    webhook: line.webhook ?? '',
  };
}
