// Errors of Orange: those of its gateway, and those of OneAPI, whose reason is in the variables.

import { sendJson } from '../http/exchange.ts';
import { unheardOfCodes } from '../unheard-of.ts';
import type { Exchange } from '../http/exchange.ts';
import type { RefusalWord } from '../sms/refusals.ts';
import type { Fault, Verdict } from '../sms-carrier/take-order.ts';

/** HTTP status and message of the gateway's codes. */
const gateway = {
  1: [500, 'Internal error'],
  5: [503, 'Service unavailable'],
  22: [400, 'Invalid body'],
  40: [401, 'Missing credentials'],
  41: [401, 'Invalid credentials'],
  42: [401, 'Expired credentials'],
  50: [403, 'Access denied'],
  53: [429, 'Too many requests'],
  60: [404, 'Resource not found'],
} as const;
export type GatewayCode = keyof typeof gateway;

export function sendGatewayError(exchange: Exchange, code: GatewayCode): void {
  const [status, message] = gateway[code];
  sendJson(exchange, status, { code, message, description: `${message}.` });
}

const texts: { readonly [messageId: string]: string } = {
  SVC0001: 'A service error occurred. Error code is %1',
  SVC0002: 'Invalid input value for message part %1',
  SVC0004: 'No valid addresses provided in message part %1',
  SVC0280: 'Message too long. Maximum length is %1 characters',
};

export function sendServiceException(exchange: Exchange, messageId: string, reason: string): void {
  const text = texts[messageId] ?? 'Moon in wrong phase';
  const serviceException = { messageId, text, variables: [reason] };
  sendJson(exchange, 400, { requestError: { serviceException } });
}

/** The bundle of a country has ended, or there is none. */
function sendNoContract(exchange: Exchange): void {
  const policyException = {
    messageId: 'POL0001',
    text: 'A policy error occurred. Error code is %1',
    variables: ['Expired contract. Please renew your contract.'],
  };
  sendJson(exchange, 403, { requestError: { policyException } });
}

const senders: { readonly [word in RefusalWord]: (exchange: Exchange) => void } = {
  invalid_number: (exchange) => sendServiceException(exchange, 'SVC0004', 'address'),
  invalid_sender: (exchange) => sendServiceException(exchange, 'SVC0002', 'senderName'),
  invalid_text: (exchange) => sendServiceException(exchange, 'SVC0280', '160'),
  barred: (exchange) => sendServiceException(exchange, 'SVC0001', 'Recipient barred'),
  no_credit: sendNoContract,
  not_permitted: (exchange) => sendGatewayError(exchange, 50),
  rejected: (exchange) => sendServiceException(exchange, 'SVC0001', 'Rejected'),
  busy: (exchange) => sendGatewayError(exchange, 53),
  queue_full: (exchange) => sendGatewayError(exchange, 5),
};

export function sendRefusal(
  exchange: Exchange,
  verdict: Exclude<Verdict, { kind: 'accepted' }>,
): void {
  if (verdict.kind === 'refused') return senders[verdict.word](exchange);
  sendServiceException(exchange, unheardOfCodes['orange-sms'].refusal, 'unknown');
}

export const codeOfFault: { readonly [fault in Fault]: GatewayCode } = {
  failed: 1,
  throttled: 53,
  queueFull: 5,
};
