// Statuses and errors of Infobip's messages: of results, and of recipients that are refused in the
// answer.

import { unheardOfError } from '../sms/message.ts';
import { unheardOfCodes } from '../unheard-of.ts';
import type { State } from '../sms/message.ts';
import type { RefusalWord } from '../sms/refusals.ts';
import type { Verdict } from '../sms-carrier/take-order.ts';

export interface Status {
  groupId: number;
  groupName: string;
  id: number;
  name: string;
  description: string;
}

const groupNames = ['', 'PENDING', 'UNDELIVERABLE', 'DELIVERED', 'EXPIRED', 'REJECTED'] as const;

function statusOf(groupId: number, id: number, name: string): Status {
  const groupName = groupNames[groupId] ?? '';
  const description = name.toLowerCase().replaceAll('_', ' ');
  return { groupId, groupName, id, name, description };
}

export const pending = statusOf(1, 26, 'PENDING_ACCEPTED');

const results: { readonly [state in State]: Status } = {
  ACCEPTD: pending,
  ENROUTE: statusOf(1, 7, 'PENDING_ENROUTE'),
  DELIVRD: statusOf(3, 5, 'DELIVERED_TO_HANDSET'),
  EXPIRED: statusOf(4, 15, 'EXPIRED_EXPIRED'),
  DELETED: statusOf(2, 9, 'UNDELIVERABLE_NOT_DELIVERED'),
  UNDELIV: statusOf(2, 9, 'UNDELIVERABLE_NOT_DELIVERED'),
  UNKNOWN: statusOf(4, 29, 'EXPIRED_DLR_UNKNOWN'),
  REJECTD: statusOf(5, 6, 'REJECTED_NETWORK'),
};
const { report, refusal } = unheardOfCodes.infobip;
const unheardOfResult = statusOf(2, report, 'UNDELIVERABLE_MOON_IN_WRONG_PHASE');
const unheardOfRefusal = statusOf(5, refusal, 'REJECTED_MOON_IN_WRONG_PHASE');

export const statusOfResult = (state: State, error: string): Status =>
  error === unheardOfError ? unheardOfResult : results[state];

const errorNames: { readonly [id: number]: string } = {
  0: 'NO_ERROR',
  1: 'EC_UNKNOWN_SUBSCRIBER',
  6: 'EC_ABSENT_SUBSCRIBER_SM',
  27: 'EC_ABSENT_SUBSCRIBER',
  603: 'EC_USER_SENT_STOP',
};
/** The phone may come back. */
const temporary = new Set([6, 27]);

/** The three digits are the error's id; `000`: no error. */
export function errorOfResult(error: string): object {
  const id = error === unheardOfError ? report : Number(error);
  const name = errorNames[id] ?? `EC_${id}`;
  return {
    groupId: id === 0 ? 0 : 1,
    groupName: id === 0 ? 'OK' : 'HANDSET_ERRORS',
    id,
    name,
    description: name.toLowerCase().replaceAll('_', ' '),
    permanent: id !== 0 && !temporary.has(id),
  };
}

const rejected: { readonly [id: number]: string } = {
  6: 'REJECTED_NETWORK',
  8: 'REJECTED_PREFIX_MISSING',
  10: 'REJECTED_DND',
  11: 'REJECTED_SOURCE',
  12: 'REJECTED_NOT_ENOUGH_CREDITS',
  13: 'REJECTED_SENDER',
  14: 'REJECTED_DESTINATION',
  17: 'REJECTED_PREPAID_PACKAGE_EXPIRED',
  18: 'REJECTED_DESTINATION_NOT_REGISTERED',
  19: 'REJECTED_ROUTE_NOT_AVAILABLE',
  20: 'REJECTED_FLOODING_FILTER',
  21: 'REJECTED_SYSTEM_ERROR',
  23: 'REJECTED_DUPLICATE_MESSAGE_ID',
  24: 'REJECTED_INVALID_UDH',
  25: 'REJECTED_MESSAGE_TOO_LONG',
  51: 'MISSING_TO',
  52: 'REJECTED_INVALID_DESTINATION',
  87: 'SIGNALS_BLOCKED',
};
const idOfWord: { readonly [word in RefusalWord]: number } = {
  invalid_number: 52,
  invalid_sender: 13,
  invalid_text: 25,
  barred: 14,
  no_credit: 12,
  not_permitted: 18,
  rejected: 6,
  busy: 21,
  queue_full: 20,
};

const rejectedStatus = (id: number): Status => statusOf(5, id, rejected[id] ?? '');

export const duplicate = rejectedStatus(23);

/** Digits 72NN name the status NN itself. */
export function statusOfRefusal(verdict: Exclude<Verdict, { kind: 'accepted' }>): Status {
  if (verdict.kind === 'unheardOf') return unheardOfRefusal;
  const named = verdict.number - 200;
  return rejectedStatus(rejected[named] === undefined ? idOfWord[verdict.word] : named);
}
