// What are callers of the SMS interface told in English?
import { smsContentUnitsMax } from '../encoding.ts';
import { smsPageMax, smsRecipientsMax } from '../fields.ts';
import { smsStates } from '../states.ts';
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
    count === 1 ? 'One number was refused: nothing was carried out.' : `${count} numbers were refused: nothing was carried out.`,

  fault: {
    'app_key.missing': 'The app_key is missing.',
    'app_key.notText': 'The app_key must be a string.',
    'app_key.wrong': 'The app_key is invalid.',
    'sender.missing': 'The sender is missing.',
    'sender.notText': 'The sender must be a string.',
    'sender.empty': 'The sender must not be empty.',
    'sender.tooLong': 'The sender is too long: at most 11 characters, or a number of at most 15 digits.',
    'sender.forbiddenCharacters':
      'The sender contains characters that are not allowed: letters of the GSM alphabet, digits, spaces and common signs are, @ is not.',
    'sender.notAllowed': 'This sender is not allowed for your application or for one of the recipients.',
    'content.missing': 'The content is missing.',
    'content.notText': 'The content must be a string.',
    'content.empty': 'The content must not be empty.',
    'content.tooLong': `The content is too long: at most ${smsContentUnitsMax} characters.`,
    'msisdn.missing': 'The list of recipients msisdn is missing.',
    'msisdn.notList': 'msisdn must be an array of strings.',
    'msisdn.notText': 'msisdn must hold strings only.',
    'msisdn.empty': 'The list of recipients msisdn must not be empty.',
    'msisdn.tooMany': `Too many recipients: at most ${smsRecipientsMax} in one request.`,
  },
  number: {
    invalid: 'The number is invalid: the international format +<country code><number> must be respected.',
    landline: 'This is a landline number, which cannot receive messages.',
    countryNotServed: 'Messages to this country are not possible.',
    operatorNotServed: 'Messages to the operator of this number are not possible.',
    optedOut: 'The owner of this number does not want to receive your messages.',
    duplicate: 'The same message from the same sender was sent to this number a short time ago.',
  },
  contentTooLong: ({ parts, max }) => `The content is too long: it makes ${parts} parts, at most ${max} are allowed.`,
  balanceTooLow: ({ needed, available }) => `The balance is too low: ${needed} are needed, ${available} are available.`,
  currenciesDiffer: () => 'The recipients are in countries whose prices have different currencies: send a request for each currency.',
  idempotencyKeyInvalid: () => 'The Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.',
  idempotencyKeyUsed: () => 'This Idempotency-Key was already used for a different request.',
  batchUnknown: () => 'There is no such batch.',
  query: {
    after: 'after must be the value of next from an earlier answer.',
    limit: `limit must be a whole number from 1 to ${smsPageMax}.`,
    state: `state must be one of ${smsStates.join(', ')}.`,
    format: 'format must be json or csv.',
  },
  bodyMultipart: () => 'multipart/form-data is not supported: send JSON, or a form as application/x-www-form-urlencoded.',
  bodyNotText: () => 'The form cannot be read as text: encode it as UTF-8, or name its character set (charset=…) in the Content-Type.',

  accountSuspended: () => 'Your account is suspended. Please contact support.',
  tooManyRequests: () => 'Too many requests at the same time: nothing was carried out. Please try again in a moment.',
  unavailable: () => 'The service is not available now: nothing was carried out. Please try again later.',
};
