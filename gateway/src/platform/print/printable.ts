// Maps text to the letters that can be printed: those that every PDF reader includes
// (Windows-1252). Others lose their diacritics or become a question mark.

import { seenText } from '@jokko/contract';

const extra = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
const isPrintable = (sign: string): boolean => {
  const code = sign.codePointAt(0)!;
  return (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff) || extra.has(sign);
};

/** Around what is not seen. */
const brackets: { readonly [bracket: string]: string } = { '⟨': '‹', '⟩': '›' };

/** A text as it is printed: on one line, in letters that are there. */
export function printable(text: string): string {
  let printed = '';
  for (const sign of seenText(text.normalize('NFC')).replace(/[⟨⟩]/g, (of) => brackets[of]!)) {
    if (isPrintable(sign)) printed += sign;
    else if (/\s/.test(sign)) printed += '\u00a0';
    else printed += withoutMarks(sign);
  }
  return printed;
}

function withoutMarks(sign: string): string {
  const plain = sign.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return plain !== '' && [...plain].every(isPrintable) ? plain : '?';
}

/**
 * An amount in units of its currency, `-1234.5`, as it is printed. As text, so that no digit is
 * lost.
 */
export const printedAmount = (amount: string, language: 'fr' | 'en'): string =>
  new Intl.NumberFormat(language === 'en' ? 'en-GB' : 'fr', { maximumFractionDigits: 4 }).format(
    amount as Intl.StringNumericLiteral,
  );
