// Messages to callers of the SMS interface in English.
import { smsContentUnitsMax } from '../encoding.ts';
import { smsCharsetNames, smsPageMax, smsRecipientsMax } from '../fields.ts';
import { smsScheduleDaysMax } from '../schedule.ts';
import { smsStates } from '../states.ts';
import { numberText } from './number-en.ts';
import type { SmsTexts } from './texts.ts';

const ofMessages = (count: number): string => `${count} ${count === 1 ? 'message' : 'messages'}`;
const ofNumbers = (count: number): string => `${count} ${count === 1 ? 'number' : 'numbers'}`;

export const english: SmsTexts = {
  accepted: ({ recipients }) => `${ofMessages(recipients)} accepted`,
  ok: () => 'OK',
  optOutsAdded: ({ count }) => `${ofNumbers(count)} added to the opt-outs`,
  optOutsRemoved: ({ count }) => `${ofNumbers(count)} removed from the opt-outs`,

  invalidRequest: () => 'Invalid request: nothing was carried out. See the fields in data.',
  numbersRefused: ({ count }) =>
    count === 1
      ? 'One number was refused: nothing was carried out.'
      : `${count} numbers were refused: nothing was carried out.`,

  fault: {
    'app_key.missing': 'The app_key is missing.',
    'app_key.notText': 'The app_key must be a string.',
    'app_key.wrong': 'The app_key is invalid.',
    'sender.missing': 'The sender is missing.',
    'sender.notText': 'The sender must be a string.',
    'sender.empty': 'The sender must not be empty.',
    'sender.tooLong':
      'The sender is too long: at most 11 characters, or a number of at most 15 digits.',
    'sender.forbiddenCharacters':
      'The sender contains characters that are not allowed: letters of the GSM alphabet, digits, spaces and common signs are, @ is not.',
    'sender.notAllowed':
      'This sender is not allowed for your application or for one of the recipients.',
    'content.missing': 'The content is missing.',
    'content.notText': 'The content must be a string.',
    'content.empty': 'The content must not be empty.',
    'content.tooLong': `The content is too long: at most ${smsContentUnitsMax} characters.`,
    'content.cardNumber':
      'The content holds what looks like a card number, which must not be sent in a message.',
    'msisdn.missing': 'The list of recipients msisdn is missing.',
    'msisdn.notList': 'msisdn must be an array of strings.',
    'msisdn.notText': 'msisdn must hold strings only.',
    'msisdn.empty': 'The list of recipients msisdn must not be empty.',
    'msisdn.tooMany': `Too many recipients: at most ${smsRecipientsMax} in one request.`,
    'callbackUrl.notText': 'callbackUrl must be a string of at most 2,000 characters.',
    'callbackUrl.notAllowed':
      'callbackUrl must be an http(s) address that callbacks may be sent to.',
    'callbackUrl.cardNumber':
      'callbackUrl holds what looks like a card number, which must not be in an address.',
    'callbackUrl.notHttps': 'callbackUrl must use https.',
    'scheduleAt.invalid':
      'scheduleAt must be a moment in ISO 8601 with its offset, such as 2026-12-24T09:00:00+00:00.',
    'scheduleAt.past': 'scheduleAt lies in the past.',
    'scheduleAt.tooFar': `scheduleAt may be at most ${smsScheduleDaysMax} days ahead.`,
  },
  number: numberText,
  contentTooLong: ({ parts, max }) =>
    `The content is too long: it makes ${parts} parts, at most ${max} are allowed.`,
  balanceTooLow: ({ needed, available }) =>
    `The balance is too low: ${needed} are needed, ${available} are available.`,
  idempotencyKeyInvalid: () =>
    'The Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.',
  idempotencyKeyUsed: () => 'This Idempotency-Key was already used for a different request.',
  batchUnknown: () => 'There is no such batch.',
  batchNotCancelled: {
    unknown: 'There is no such batch.',
    notScheduled: 'This batch was not scheduled: it cannot be cancelled.',
    started: 'This batch has started: it can no longer be cancelled.',
  },
  query: {
    after: 'after must be the value of next from an earlier answer.',
    limit: `limit must be a whole number from 1 to ${smsPageMax}.`,
    state: `state must be one of ${smsStates.join(', ')}.`,
    format: 'format must be json or csv.',
  },
  bodyMultipart: () =>
    'multipart/form-data is not supported: send JSON, or a form as application/x-www-form-urlencoded.',
  bodyCharset: ({ charset }) =>
    `The character set ${charset} is not supported: use ${smsCharsetNames.join(', ')}.`,
  bodyNotText: () =>
    'The form cannot be read as text: encode it as UTF-8, or name its character set (charset=…) in the Content-Type.',

  accountSuspended: () => 'Your account is suspended. Please contact support.',
  tooManyRequests: () =>
    'Too many requests at the same time: nothing was carried out. Please try again in a moment.',
  unavailable: () =>
    'The service is not available now: nothing was carried out. Please try again later.',
};
