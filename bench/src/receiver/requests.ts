// Extracts the complete callbacks from the bytes of one connection, with the minimum of HTTP
// parsing that is still safe.

/**
 * Takes text (latin1) as it comes; `onBody` is called with each complete body. Throws on what
 * cannot be a callback.
 */
export function createRequestReader(onBody: (body: string) => void): (text: string) => void {
  let kept = '';
  return (text) => {
    let rest = kept + text;
    kept = '';
    while (rest !== '') {
      const headEnd = rest.indexOf('\r\n\r\n');
      const bodyStart = headEnd + 4;
      const end = headEnd < 0 ? -1 : bodyStart + bodyLength(rest, headEnd);
      if (end < 0 || rest.length < end) {
        kept = rest;
        return;
      }
      onBody(rest.slice(bodyStart, end));
      rest = rest.slice(end);
    }
  };
}

const lengthHeader = /\r\ncontent-length: *(\d+)/i;

function bodyLength(text: string, headEnd: number): number {
  const found = lengthHeader.exec(text.slice(0, headEnd));
  if (found === null) throw new Error('a callback without a content length');
  return Number(found[1]);
}

/**
 * The value of a JSON string member without escapes (ids, statuses and hashes have none), or ''
 * when it is not there.
 */
export function textMember(body: string, name: string): string {
  const label = `"${name}":"`;
  const at = body.indexOf(label);
  if (at < 0) return '';
  const start = at + label.length;
  return body.slice(start, body.indexOf('"', start));
}
