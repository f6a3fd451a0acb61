// Carries messages between two threads of this process. What one side sends within a turn of its
// event loop leaves as one message: waking the other side costs more than what is said.

import { environment } from '../environment.ts';

/** A `Worker` or a `MessagePort`. */
export interface Port {
  postMessage(message: unknown): void;
  on(event: 'message', receive: (message: unknown) => void): unknown;
}

export interface Link {
  /**
   * Values are cloned. One-byte texts and numbers are the cheapest: a provider's call as a row of
   * them costs 1.0 µs, as an object 1.5, as JSON 1.6 (a message of 32, both ways, sender's side).
   */
  send(channel: string, ...values: readonly unknown[]): void;
  /** `take` is given everything that the other side sent in a turn, one after another. */
  receive(channel: string, take: (values: unknown[]) => void): void;
}

export function openLink(port: Port): Link {
  let waiting: { [channel: string]: unknown[] } | null = null;
  const takers = new Map<string, (values: unknown[]) => void>();
  const flush = (): void => {
    const message = waiting;
    waiting = null;
    port.postMessage(message);
  };
  port.on('message', (message) => {
    for (const [channel, values] of Object.entries(message as { [channel: string]: unknown[] }))
      takers.get(channel)?.(values);
  });
  return {
    send(channel, ...values) {
      if (waiting === null) {
        waiting = {};
        environment.nextTurn(flush);
      }
      (waiting[channel] ??= []).push(...values);
    },
    receive: (channel, take) => void takers.set(channel, take),
  };
}
