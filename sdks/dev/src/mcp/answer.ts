// Keeps answers small: what a tool says fills the memory of the assistant that asked.

const answerBytesMax = 8_192;
/** For what stands around the rows of a list. */
const restBytes = 512;

/** Cut, and said so, where it is longer. */
export function withinBytes(text: string): string {
  if (Buffer.byteLength(text) <= answerBytesMax) return text;
  return `${cut(text, answerBytesMax - restBytes)}\n… (cut: the answer is longer than 8 KB)`;
}

/** At most so many bytes of UTF-8, without half a letter. */
function cut(text: string, bytes: number): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });
}

export interface Part {
  text: string;
  /** Where the next part begins, in characters; null: this is the end. */
  next: number | null;
}

/** As much as one answer takes, from a character on. */
export function partOf(text: string, from: number): Part {
  const part = cut(text.slice(from), answerBytesMax - restBytes);
  const end = from + part.length;
  return { text: part, next: end < text.length ? end : null };
}

/**
 * As many rows as one answer takes, one a line. `count`: how many. A first row that is longer is
 * cut.
 */
export function rowsOf(rows: readonly object[]): { text: string; count: number } {
  let text = '';
  let count = 0;
  for (const row of rows) {
    const more = `${text}${JSON.stringify(row)}\n`;
    const isLonger = Buffer.byteLength(more) > answerBytesMax - restBytes;
    if (isLonger && count > 0) break;
    text = isLonger ? `${cut(more, answerBytesMax - restBytes)} … (cut)\n` : more;
    count++;
  }
  return { text, count };
}
