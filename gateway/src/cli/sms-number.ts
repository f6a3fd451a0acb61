// Which phone number does a word of a command mean? International, with or without plus; spaces, dots and dashes are passed over.

import { UsageError } from './command.ts';

/** E.164 digits. */
export function readNumber(text = ''): string {
  const digits = text.replace(/[ .\-\u00a0\u202f]/g, '').replace(/^\+/, '');
  if (!/^[1-9]\d{4,14}$/.test(digits))
    throw new UsageError(`${text} is not a number with its country's calling code, such as +221770000000`);
  return digits;
}
