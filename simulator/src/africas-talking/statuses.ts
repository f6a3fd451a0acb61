// What Africa's Talking says of a recipient in the answer, and of a message in its report.

import { unheardOfError } from '../sms/message.ts';
import { unheardOfCodes } from '../unheard-of.ts';
import type { State } from '../sms/message.ts';
import type { RefusalWord } from '../sms/refusals.ts';
import type { Verdict } from '../sms-carrier/take-order.ts';

export interface Status {
  statusCode: number;
  status: string;
}

export const sent: Status = { statusCode: 101, status: 'Success' };
export const queued: Status = { statusCode: 102, status: 'Queued' };

const names: { readonly [code: number]: string } = {
  401: 'RiskHold',
  402: 'InvalidSenderId',
  403: 'InvalidPhoneNumber',
  404: 'UnsupportedNumberType',
  405: 'InsufficientBalance',
  406: 'UserInBlacklist',
  407: 'CouldNotRoute',
  409: 'DoNotDisturbRejection',
  500: 'InternalServerError',
  501: 'GatewayError',
  502: 'RejectedByGateway',
};
const codeOfWord: { readonly [word in RefusalWord]: number } = {
  invalid_number: 403,
  invalid_sender: 402,
  invalid_text: 502,
  barred: 406,
  no_credit: 405,
  not_permitted: 401,
  rejected: 502,
  busy: 500,
  queue_full: 501,
};

/** Digits 7NNN with a code of Africa's Talking, 7401 to 7502, name it themselves. */
export function statusOfRefusal(verdict: Exclude<Verdict, { kind: 'accepted' }>): Status {
  if (verdict.kind === 'unheardOf') {
    const statusCode = unheardOfCodes['africas-talking'].refusal;
    return { statusCode, status: 'MoonInWrongPhase' };
  }
  const named = verdict.number;
  const statusCode = names[named] === undefined ? codeOfWord[verdict.word] : named;
  return { statusCode, status: names[statusCode] ?? '' };
}

const results: { readonly [state in State]: string } = {
  ACCEPTD: 'Sent',
  ENROUTE: 'Submitted',
  DELIVRD: 'Success',
  EXPIRED: 'Expired',
  DELETED: 'Failed',
  UNDELIV: 'Failed',
  // It stays with the operator: nothing follows.
  UNKNOWN: 'Buffered',
  REJECTD: 'Rejected',
};

export const resultOf = (state: State): string => results[state];

/** By the last digit of 9NNN. */
const failureReasons = [
  'DeliveryFailure',
  'UserIsInactive',
  'UserInBlackList',
  'UserAccountSuspended',
  // As Africa's Talking spells it.
  'NotNetworkSubcriber',
  'UserDoesNotExist',
  'InsufficientCredit',
] as const;

/** Null: the status has no reason. */
export function failureReasonOf(state: State, error: string): string | null {
  if (error === unheardOfError) return unheardOfCodes['africas-talking'].report;
  if (state !== 'UNDELIV' && state !== 'DELETED' && state !== 'REJECTD') return null;
  return failureReasons[Number(error.slice(-1))] ?? failureReasons[0];
}
