// Splits a SWIFT message into its fields: `:61:…` with the lines that go on with it. Headers of
// blocks, and what stands between two messages, say nothing of the account.

export interface SwiftField {
  tag: string;
  /** Its lines; the first one without the tag. */
  lines: string[];
  /** The line of the first one in the file, from 1. */
  at: number;
}

/** The fields of one message, from its `:20:` on. */
export type SwiftMessage = SwiftField[];

/** Indented too: as a part of the field before it, a line would be none of the statement's. */
const tagged = /^\s{0,8}:(\d{2}[A-Z]?|NS):(.*)$/;
/** `-}` ends the block of a message, `-` one without blocks. */
const isEnd = (line: string): boolean => /^-\}?\s*$/.test(line) || line.startsWith('-}');

export function readMessages(text: string): SwiftMessage[] {
  const messages: SwiftMessage[] = [];
  let open: SwiftMessage | null = null;
  for (const [index, written] of text.split(/\r\n|\n|\r/).entries()) {
    const line = withoutBlocks(written);
    if (isEnd(line)) {
      open = null;
      continue;
    }
    const [, tag, rest = ''] = tagged.exec(line) ?? [];
    if (tag === '20' || (tag !== undefined && open === null)) {
      open = [];
      messages.push(open);
    }
    if (tag !== undefined) open!.push({ tag, lines: [rest], at: index + 1 });
    else open?.at(-1)?.lines.push(line);
  }
  return messages;
}

/** `{1:…}{2:…}{4:` before the first field, which some write on its line. */
function withoutBlocks(line: string): string {
  if (!line.startsWith('{')) return line;
  const begins = line.lastIndexOf('{4:');
  return begins < 0 ? '' : line.slice(begins + '{4:'.length);
}
