// Maps the codes and words of Africa's Talking. What is not listed is said below, case by case.

import type { SmsReceipt } from '@jokko/connectors/kit';
import { busy, misconfigured, refused } from '@jokko/connectors/kit/carrier';
import type { Meaning } from '@jokko/connectors/kit/carrier';

/** `statusCode` of one recipient: it was taken. */
export const takenCodes: ReadonlySet<string> = new Set(['100', '101', '102']);

/** Promotional texts to Nigeria go out in the daytime only. */
const doNotDisturbPauseMs = 600_000;

/** Codes of refusals, and their words. */
const refusals: readonly [code: string, word: string, meaning: Meaning][] = [
  ['401', 'RiskHold', misconfigured],
  ['402', 'InvalidSenderId', refused('bad_sender')],
  ['403', 'InvalidPhoneNumber', refused('bad_number')],
  ['404', 'UnsupportedNumberType', refused('bad_number')],
  ['405', 'InsufficientBalance', misconfigured],
  ['406', 'UserInBlacklist', refused('barred')],
  ['407', 'CouldNotRoute', refused('not_permitted')],
  ['409', 'DoNotDisturbRejection', busy('operator_error', doNotDisturbPauseMs)],
  ['500', 'InternalServerError', busy('operator_error', 10_000)],
  ['501', 'GatewayError', busy('operator_error', 10_000)],
  ['502', 'RejectedByGateway', refused('other')],
];

/**
 * `statusCode` of one recipient: it was not taken. Another code of 400 or more refuses, for a
 * reason that nobody has listed.
 */
export const refusalCodes: ReadonlyMap<string, Meaning> = new Map(
  refusals.map(([code, , meaning]) => [code, meaning]),
);

/** `Message` of an answer without recipients, in capitals and without spaces. */
export const wholeRefusals: ReadonlyMap<string, Meaning> = new Map(
  refusals.map(([, word, meaning]) => [word.toUpperCase(), meaning]),
);

/** `status` of a report. */
export const reportStatuses: ReadonlyMap<string, SmsReceipt['state']> = new Map([
  ['SENT', 'enroute'],
  ['SUBMITTED', 'enroute'],
  ['BUFFERED', 'enroute'],
  ['SUCCESS', 'delivered'],
  ['FAILED', 'undeliverable'],
  ['ABSENTSUBSCRIBER', 'undeliverable'],
  ['REJECTED', 'rejected'],
  ['EXPIRED', 'expired'],
]);
