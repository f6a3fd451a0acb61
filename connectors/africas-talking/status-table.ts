// Maps the codes and words of Africa's Talking. What is not listed is said below, case by case.

import type { SmsReceipt } from '@jokko/connectors/kit';
import { busy, misconfigured, refused } from '@jokko/connectors/kit/carrier';
import type { Meaning } from '@jokko/connectors/kit/carrier';

/** `statusCode` of one recipient: it was taken. */
export const takenCodes: ReadonlySet<string> = new Set(['100', '101', '102']);

/** Promotional texts to Nigeria go out in the daytime only. */
const doNotDisturbPauseMs = 600_000;

/** `statusCode` of one recipient: it was not taken. Another code of 400 or more refuses, for a reason that nobody has listed. */
export const refusalCodes: ReadonlyMap<string, Meaning> = new Map([
  ['401', misconfigured],
  ['402', refused('bad_sender')],
  ['403', refused('bad_number')],
  ['404', refused('bad_number')],
  ['405', misconfigured],
  ['406', refused('barred')],
  ['407', refused('not_permitted')],
  ['409', busy('operator_error', doNotDisturbPauseMs)],
  ['500', busy('operator_error', 10_000)],
  ['501', busy('operator_error', 10_000)],
  ['502', refused('other')],
]);

/** `Message` of an answer without recipients, in capitals and without spaces. */
export const wholeRefusals: ReadonlyMap<string, Meaning> = new Map([
  ['INVALIDSENDERID', refused('bad_sender')],
  ['INSUFFICIENTBALANCE', misconfigured],
  ['RISKHOLD', misconfigured],
  ['INVALIDPHONENUMBER', refused('bad_number')],
  ['USERINBLACKLIST', refused('barred')],
  ['DONOTDISTURBREJECTION', busy('operator_error', doNotDisturbPauseMs)],
]);

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
