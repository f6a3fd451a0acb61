// Errors of Twilio: the body of an answer, and the code that fits each refusal and each result.

import { sendJson } from '../http/exchange.ts';
import { unheardOfError } from '../sms/message.ts';
import { unheardOfCodes } from '../unheard-of.ts';
import type { Exchange } from '../http/exchange.ts';
import type { State } from '../sms/message.ts';
import type { RefusalWord } from '../sms/refusals.ts';
import type { Verdict } from '../sms-carrier/take-order.ts';

const messages: { readonly [code: number]: string } = {
  20001: 'Invalid parameter',
  20003: 'Authenticate',
  20005: 'Account not active',
  20429: 'Too Many Requests',
  20500: 'Internal Server Error',
  21211: "Invalid 'To' Phone Number",
  21212: "Invalid 'From' Number (caller ID)",
  21408: 'Permission to send an SMS has not been enabled for the region',
  21602: 'Message body is required',
  21603: "A 'From' phone number is required",
  21604: "A 'To' phone number is required",
  21606:
    "The 'From' phone number is not a valid, SMS-capable inbound phone number for your account",
  21609: "Invalid 'StatusCallback' URL",
  21610: 'Attempt to send to unsubscribed recipient',
  21611: "This 'From' number has exceeded the maximum number of queued messages",
  21612: 'Message cannot be sent with the current combination of To and/or From parameters',
  21614: "'To' number is not a valid mobile number",
  21617: 'The concatenated message body exceeds the 1600 character limit',
};
/** All others are 400. */
const statuses: { readonly [code: number]: number } = {
  20003: 401,
  20005: 403,
  20429: 429,
  20500: 500,
};

export function sendError(exchange: Exchange, code: number): void {
  send(exchange, statuses[code] ?? 400, code, messages[code] ?? 'The message was refused');
}

export function sendNotFound(exchange: Exchange): void {
  send(exchange, 404, 20_404, `The requested resource ${exchange.path} was not found`);
}

function send(exchange: Exchange, status: number, code: number, message: string): void {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  sendJson(exchange, status, { code, message, more_info, status });
}

const refusals: { readonly [word in RefusalWord]: number } = {
  invalid_number: 21_211,
  invalid_sender: 21_606,
  invalid_text: 21_617,
  barred: 21_610,
  no_credit: 20_005,
  not_permitted: 21_408,
  rejected: 21_612,
  busy: 20_429,
  queue_full: 21_611,
};

export const codeOfRefusal = (verdict: Exclude<Verdict, { kind: 'accepted' }>): number =>
  verdict.kind === 'refused' ? refusals[verdict.word] : unheardOfCodes.twilio.refusal;

/** Where a result names no error of its own. */
const usualCodes: { readonly [state in State]?: number } = {
  UNDELIV: 30_003,
  EXPIRED: 30_036,
  // As through a messaging service, which takes a number that wrote STOP and fails it later.
  REJECTD: 21_610,
};

/** Digits 9NNN: the last two are those of 300NN. Null: the status says it all. */
export function codeOfResult(state: State, error: string): number | null {
  if (error === unheardOfError) return unheardOfCodes.twilio.report;
  const code = Number(error) % 100;
  return code > 0 ? 30_000 + code : (usualCodes[state] ?? null);
}
