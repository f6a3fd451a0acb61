// Which letters can be printed? Those that every reader of PDF files brings along (Windows-1252); others lose their marks or become a question mark.

const extra = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
const isPrintable = (sign: string): boolean => {
  const code = sign.codePointAt(0)!;
  return (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff) || extra.has(sign);
};

/** A text as it is printed: on one line, in letters that are there. */
export function printable(text: string): string {
  let printed = '';
  for (const sign of text.normalize('NFC')) {
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
