// Formats a call as one curl command for POSIX shells.

export interface ShownCall {
  address: string;
  headers?: readonly string[];
  /** Posted as JSON; absent: a GET. */
  body?: object;
}

/** `pretty`: the body over several lines. */
export function curlOf({ address, headers = [], body }: ShownCall, pretty = false): string {
  const all = body === undefined ? headers : ['Content-Type: application/json', ...headers];
  const parts = [`curl -s ${quoted(address)}`, ...all.map((header) => `-H ${quoted(header)}`)];
  if (body !== undefined)
    parts.push(
      `-d ${quoted(pretty ? JSON.stringify(body, null, 2).replaceAll('\n', '\n  ') : JSON.stringify(body))}`,
    );
  return parts.join(' \\\n  ');
}

/** In single quotes nothing has a meaning but the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
