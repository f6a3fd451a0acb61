// Decodes the bytes of an XML document: by its byte-order mark, else by what its declaration says,
// else as UTF-8. Nothing is guessed: what the named characters cannot hold is refused.

const marks: readonly (readonly [encoding: string, ...bytes: number[]])[] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
  // "<?" without a mark.
  ['utf-16le', 0x3c, 0x00, 0x3f, 0x00],
  ['utf-16be', 0x00, 0x3c, 0x00, 0x3f],
];
/** A declaration is some 60 characters long and stands at the very beginning. */
const declarationBytes = 200;
const declared = /^<\?xml\s[^>]{0,150}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/;

/**
 * The text, or why it cannot be read. Blank lines before its declaration are none of it: templates
 * write them.
 */
export function decodeXml(given: Uint8Array): string | { refused: string } {
  const bytes = given.subarray(blanksOf(given));
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    // The decoder does not know the name.
    if (error instanceof RangeError) return { refused: `in the unknown encoding ${encoding}` };
    return { refused: `not in ${encoding.toUpperCase()}` };
  }
}

const blanks: ReadonlySet<number | undefined> = new Set([0x09, 0x0a, 0x0d, 0x20]);

function blanksOf(bytes: Uint8Array): number {
  let count = 0;
  while (blanks.has(bytes[count])) count += 1;
  return count;
}

function encodingOf(bytes: Uint8Array): string {
  const marked = marks.find(([, ...mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) return marked[0];
  const head = Buffer.from(bytes.subarray(0, declarationBytes)).toString('latin1');
  const named = declared.exec(head)?.[1]?.toLowerCase() ?? 'utf-8';
  // Who can read it byte by byte has no text in two bytes: some programs write what they had in
  // memory.
  return /^utf-?16/.test(named) ? 'utf-8' : named;
}
