// Follows the callback stream with a client that we did not write: undici's EventSource, which
// comes back by itself and names the last event that it has seen.

import { Agent, EventSource, type MessageEvent } from 'undici';
import type { CallbackStreamEvent } from '@jokko/contract';
import { until } from './until.ts';

export interface StreamedCallback extends CallbackStreamEvent {
  cursor: string;
}

export interface CallbackStream {
  callbacks: readonly StreamedCallback[];
  /** Reasons of `bye`, in their order. */
  byes: readonly string[];
  /** Cursors of `begin`: one for each connection. */
  begins: readonly string[];
  /** The callback of this operation of ours. Throws after two minutes. */
  waitFor(externalTransactionId: string): Promise<StreamedCallback>;
  close(): void;
}

/** Resolves once the first connection has begun. */
export async function followCallbacks(
  baseUrl: string,
  apiKey: string,
  { after = '' }: { after?: string } = {},
): Promise<CallbackStream> {
  const dispatcher = new Agent().compose((dispatch) => (options, handler) => {
    const headers = { ...(options.headers as Record<string, string>), Secretkey: apiKey };
    return dispatch({ ...options, headers }, handler);
  });
  const query = after === '' ? '' : `?after=${after}`;
  const source = new EventSource(`${baseUrl}/api-services/callbacks/stream${query}`, {
    node: { dispatcher },
  });
  const callbacks: StreamedCallback[] = [];
  const byes: string[] = [];
  const begins: string[] = [];
  const onEvent = (kind: string, handle: (data: unknown, cursor: string) => void): void =>
    source.addEventListener(kind, (event) => {
      const { data, lastEventId } = event as MessageEvent;
      handle(JSON.parse(String(data)), lastEventId);
    });
  onEvent('callback', (data, cursor) => {
    callbacks.push({ ...(data as CallbackStreamEvent), cursor });
  });
  onEvent('bye', (data) => {
    byes.push((data as { reason: string }).reason);
  });
  onEvent('begin', (_data, cursor) => {
    begins.push(cursor);
  });
  await until('the stream begins', () => begins.length > 0);
  const named = ({ body }: StreamedCallback): unknown =>
    (JSON.parse(body) as { transaction: { externalTransactionId: unknown } }).transaction
      .externalTransactionId;
  return {
    callbacks,
    byes,
    begins,
    waitFor: (id) =>
      until(`the callback of ${id}`, () => callbacks.find((callback) => named(callback) === id)),
    close: () => source.close(),
  };
}
