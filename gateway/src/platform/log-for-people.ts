// Turns the lines of the log into what a person reads on a terminal: the time, what happened, and
// its facts. A request is one line of its own: `03:43:58 POST operation 2000 67 ms …`.

interface Line {
  time?: string;
  level?: number;
  msg?: string;
  [fact: string]: unknown;
}

const warnLevel = 40;
const bookkeeping = new Set(['time', 'level', 'msg', 'node', 'requestId']);
/** What a page loads by itself is no call that anybody made. */
const ofPages = /^(?:none|\/assets\/|\/portal\/api\/|\/icons\/|\/sw\.js|\/favicon)/;

/** `json`: a line of the log. Null: nothing that a person waits for. */
export function lineForPeople(json: string): string | null {
  const line = JSON.parse(json) as Line;
  const time = (line.time ?? '').slice(11, 19);
  if (line.msg === 'answered') {
    const route = String(line['route']);
    return ofPages.test(route) ? null : `${time} ${requestLine(route, line)}\n`;
  }
  const facts = Object.entries(line)
    .filter(([name]) => !bookkeeping.has(name))
    .map(
      ([name, value]) =>
        `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
    );
  const mark = (line.level ?? 0) >= warnLevel ? '! ' : '';
  return `${[`${time} ${mark}${line.msg ?? ''}`, ...facts].join(' ')}\n`;
}

/** The answer's code; of what is no call of an interface the HTTP status. */
function requestLine(route: string, { method, code, status, ms, ...line }: Line): string {
  const name = route.replace(/^\/api(?:-services)?\//, '');
  const about = [line['service'], line['order']].filter((part) => part !== undefined);
  return [method, name, code ?? status, `${String(ms)} ms`, ...about].join(' ');
}

/** A destination of the log. */
export function writeForPeople(write: (text: string) => void): { write(json: string): void } {
  return {
    write(json) {
      const text = lineForPeople(json);
      if (text !== null) write(text);
    },
  };
}
