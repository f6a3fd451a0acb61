// Parses the minimum of an answer that is still safe: completeness (status, length or chunks),
// envelope code, and id of what was stored. Text is latin1, so that one character is one byte.

export interface Answer {
  status: number;
  /** The envelope's `code` as text; 'none' when the body holds none. */
  code: string;
  /** Id of what was stored; 0 when the answer names none. */
  storedId: number;
  /** Whether the server ends the connection after this answer. */
  closes: boolean;
}

/**
 * Takes the bytes of one connection as they come; `onAnswer` is called for each complete answer.
 * One answer object is reused. The id is the body's `transactionId`, or the value of `idHeader` (in
 * lower case).
 */
export function createAnswerReader(
  onAnswer: (answer: Answer) => void,
  idHeader?: string,
): (text: string) => void {
  const idLabel = idHeader === undefined ? null : `\r\n${idHeader}: `;
  const answer: Answer = { status: 0, code: 'none', storedId: 0, closes: false };
  let kept = '';
  return (text) => {
    let rest = kept === '' ? text : kept + text;
    kept = '';
    while (rest !== '') {
      const end = readAnswer(rest, answer, idLabel);
      if (end < 0) {
        kept = rest;
        return;
      }
      rest = end === rest.length ? '' : rest.slice(end);
      onAnswer(answer);
    }
  };
}

/** Where the answer ends, or -1 while bytes are missing. Throws on what is no HTTP answer. */
function readAnswer(text: string, answer: Answer, idLabel: string | null): number {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return -1;
  if (!text.startsWith('HTTP/1.1 ')) throw new Error(`not an HTTP answer: ${text.slice(0, 40)}`);
  const bodyStart = headEnd + 4;
  const length = contentLength(text, headEnd);
  const bodyEnd = length >= 0 ? bodyStart + length : chunkedEnd(text, bodyStart);
  if (bodyEnd < 0 || text.length < bodyEnd) return -1;
  answer.status = Number(text.slice(9, 12));
  const closing = text.indexOf('onnection: close');
  answer.closes = closing > 0 && closing < headEnd;
  // Also for a chunked body: our envelopes begin with the code, so that no chunk border falls into
  // it.
  answer.code = digitsAfter(text, '"code":', bodyStart, bodyEnd) || 'none';
  const id =
    idLabel === null
      ? digitsAfter(text, '"transactionId":"', bodyStart, bodyEnd)
      : digitsAfter(text, idLabel, 0, headEnd);
  answer.storedId = Number(id || 0);
  return bodyEnd;
}

const lengthHeader = /\r\ncontent-length: *(\d+)/i;
// The spelling seen first is tried first: one server always spells it the same way.
let lengthSpelling = '\r\ncontent-length: ';

function contentLength(text: string, headEnd: number): number {
  const at = text.indexOf(lengthSpelling);
  if (at >= 0 && at < headEnd) return numberAt(text, at + lengthSpelling.length);
  const found = lengthHeader.exec(text.slice(0, headEnd));
  if (found === null) return -1;
  lengthSpelling = found[0].slice(0, found[0].length - (found[1] ?? '').length);
  return Number(found[1]);
}

function numberAt(text: string, from: number): number {
  let value = 0;
  for (let i = from; ; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return value;
    value = value * 10 + digit;
  }
}

/** The end of a chunked body without trailers, or -1 while bytes are missing. */
function chunkedEnd(text: string, bodyStart: number): number {
  let at = bodyStart;
  for (;;) {
    const lineEnd = text.indexOf('\r\n', at);
    if (lineEnd < 0) return -1;
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    if (Number.isNaN(size)) throw new Error('neither a content length nor a chunk size');
    at = lineEnd + 2 + size + 2;
    if (at > text.length) return -1;
    if (size === 0) return at;
  }
}

function digitsAfter(text: string, label: string, from: number, end: number): string {
  const at = text.indexOf(label, from);
  if (at < 0 || at >= end) return '';
  const start = at + label.length;
  let stop = start;
  for (; stop < end; stop++) {
    const digit = text.charCodeAt(stop) - 48;
    if (!(digit >= 0 && digit <= 9)) break;
  }
  return text.slice(start, stop);
}
