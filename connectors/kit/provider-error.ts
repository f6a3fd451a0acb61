// Builds a refusal with the provider's own words beside it, as much of them as may be kept: a
// provider may write anything of any length into a reason.

import type { ProviderError } from './outcome.ts';

/**
 * What a row of an outcome table says of a refusal; the provider's own words are added when it is
 * read.
 */
export type RefusalRow = Omit<ProviderError, 'provider' | 'message'>;

/**
 * `code`: the provider's own. Both texts are cut, and hold nothing that cannot be stored or
 * printed.
 */
export function providerError(row: RefusalRow, code: string, message?: string): ProviderError {
  const error: ProviderError = { ...row, provider: printable(code, codeLengthMax) };
  if (message !== undefined) error.message = printable(message, messageLengthMax);
  return error;
}

/**
 * A provider's word for the log: printable, short, and without anything as long as a phone, account
 * or card number.
 */
export function loggable(word: string): string {
  return printable(printable(word, messageLengthMax).replace(longNumber, '…'), codeLengthMax);
}

/**
 * Eight digits and more, also in groups. Those of a code such as DP00800001007 stand behind
 * letters.
 */
const longNumber = /(?<![A-Za-z0-9_])\+?\d(?:[ -]?\d){7,}/g;

const printable = (text: string, lengthMax: number): string =>
  text.slice(0, lengthMax).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}');

const codeLengthMax = 64;
const messageLengthMax = 256;
