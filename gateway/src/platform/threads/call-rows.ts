// Writes a provider's call and its result as rows of texts and numbers, which are cheap to give to
// another thread (link.ts).

import type { HttpRequest, HttpResult } from '@jokko/connectors/kit';
import { environment, monotonicOfProcess } from '../environment.ts';

/** What a row leaves out. A body of bytes holds a card and is overwritten after the call, so no copy of it is made. */
export type SendableRequest = HttpRequest & { body?: string };

/** No moment is later. */
const never = Number.MAX_VALUE;

export function writeCall(
  id: number,
  { method, url, body, timeoutMs, headers, tls, mayLeaveUntil }: SendableRequest,
): unknown[] {
  const row: unknown[] = [id, method, url, body ?? null, timeoutMs, tls ?? null];
  if (mayLeaveUntil === undefined) row.push(never, never);
  else {
    const leftMs = mayLeaveUntil.monotonic - environment.monotonic();
    row.push(monotonicOfProcess() + leftMs, mayLeaveUntil.wall);
  }
  return pushHeaders(row, headers);
}

export function readCalls(values: unknown[], take: (id: number, call: HttpRequest) => void): void {
  for (let at = 0; at < values.length;) {
    const [id, method, url, body, timeoutMs, tls, until, wallUntil] = values.slice(at, at + 8);
    const [headers, end] = readHeaders(values, at + 8);
    at = end;
    take(id as number, {
      method: method as HttpRequest['method'],
      url: url as string,
      timeoutMs: timeoutMs as number,
      ...(body === null ? {} : { body: body as string }),
      ...(tls === null ? {} : { tls: tls as NonNullable<HttpRequest['tls']> }),
      headers,
      mayLeave: () =>
        monotonicOfProcess() < (until as number) && environment.now() < (wallUntil as number),
    });
  }
}

export function writeResult(id: number, result: HttpResult): unknown[] {
  if (result.kind !== 'answer') return [id, result.kind, 0, result.cause, 0];
  const { kind, status, headers, body } = result;
  return pushHeaders([id, kind, status, body.toString('latin1')], headers);
}

export function readResults(
  values: unknown[],
  take: (id: number, result: HttpResult) => void,
): void {
  for (let at = 0; at < values.length;) {
    const [id, kind, status, text] = values.slice(at, at + 4) as [number, string, number, string];
    const [headers, end] = readHeaders(values, at + 4);
    at = end;
    take(
      id,
      kind === 'answer'
        ? { kind, status, headers, body: Buffer.from(text, 'latin1') }
        : ({ kind, cause: text } as HttpResult),
    );
  }
}

/** How many there are, then names and values in turn. */
export function pushHeaders(row: unknown[], headers: { [name: string]: string } = {}): unknown[] {
  const countAt = row.push(0) - 1;
  let count = 0;
  for (const name in headers) {
    row.push(name, headers[name]);
    count++;
  }
  row[countAt] = count;
  return row;
}

export function readHeaders(values: unknown[], at: number): [{ [name: string]: string }, number] {
  const headers: { [name: string]: string } = {};
  const end = at + 1 + 2 * (values[at] as number);
  for (let index = at + 1; index < end; index += 2)
    headers[values[index] as string] = values[index + 1] as string;
  return [headers, end];
}
