// Masks card numbers where texts are shown to people who need not see them.

import { findCardNumbers, withPlainDigits } from './find.ts';

const shownDigits = 4;

/** The text with `*` for all digits of its card numbers but the last four. */
export function maskCardNumbers(text: string): string {
  let masked = '';
  let at = 0;
  for (const { start, end } of findCardNumbers(text)) {
    masked += text.slice(at, start) + maskDigits(text.slice(start, end));
    at = end;
  }
  return at === 0 ? text : masked + text.slice(at);
}

/** Spaces and dashes stay. */
function maskDigits(number: string): string {
  const plain = withPlainDigits(number);
  let left = plain.replace(/\D/g, '').length - shownDigits;
  return plain.replace(/\d/g, (digit) => (left-- > 0 ? '*' : digit));
}
