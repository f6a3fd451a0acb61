// Reads what is left of a refused body and throws it away, within limits. A connection that is
// closed while its client still sends is reset, and the client never sees why it was refused.

import type { IncomingMessage } from 'node:http';
import { startDeadline } from '../../system/deadline.ts';

/**
 * A client that needs longer is cut off. With the time that a body has to show who sends it, below
 * the time limit of all requests.
 */
export const discardMs = 8_000;
const discardedBytesMax = 32 * 1_048_576;

/** Resolves when the body has ended, or a limit is reached. */
export function discardBody(request: IncomingMessage, withinMs: number): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const finish = (): void => {
      deadline.stop();
      request.off('data', count).off('end', finish).off('close', finish);
      resolve();
    };
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > discardedBytesMax) finish();
    };
    const deadline = startDeadline(withinMs, finish);
    request.on('data', count).on('end', finish).on('close', finish);
    request.resume();
  });
}
