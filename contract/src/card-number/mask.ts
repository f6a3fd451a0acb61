// Masks card numbers where texts are shown to people who need not see them.

import { findCardNumbers } from './find.ts';
import { withPlainDigits } from './runs.ts';

const shownDigits = /(?:\d\D*){4}$/;

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
  const shown = plain.search(shownDigits);
  return plain.slice(0, shown).replaceAll(/\d/g, '*') + plain.slice(shown);
}
