// Reads what is stored of the delivery of callbacks: that one was sent once is then told by its
// attempts and by no waiting.

import assert from 'node:assert/strict';
import type { StoredRows } from './database.ts';
import type { Receiver } from './receiver.ts';
import { until } from './until.ts';

export interface StoredAttempt {
  number: number;
  http_status: number | null;
  /** Null: it was delivered. */
  error_class: string | null;
  duration_ms: number;
}

/** The attempts of an operation's callback, the first one first. */
export const attemptsOf = (rows: StoredRows, transactionId: string): Promise<StoredAttempt[]> =>
  rows.read<StoredAttempt>(
    `select number, http_status, error_class, duration_ms from callback_attempt
      where operation_id = $1 and not second order by number`,
    [transactionId],
  );

/**
 * Resolves when so many attempts are stored: only then the next one is counted from this one's end.
 */
export function untilAttempted(
  rows: StoredRows,
  transactionId: string,
  count = 1,
): Promise<StoredAttempt[]> {
  return until(`${count} attempts for ${transactionId} are stored`, async () => {
    const attempts = await attemptsOf(rows, transactionId);
    return attempts.length >= count && attempts;
  });
}

/**
 * How many callbacks an operation has, at most one for each of its addresses; what was written for
 * it is written with its state.
 */
export async function callbacksOf(rows: StoredRows, transactionId: string): Promise<number> {
  const found = await rows.read('select 1 from callback where operation_id = $1', [transactionId]);
  return found.length;
}

/**
 * Waits until the operation's callback is delivered. It is the only one, and was sent once. A
 * receiver that stood still for too long would be told again: every attempt but the last was then
 * without its answer, and all bore the same message.
 */
export async function assertDeliveredOnce(
  rows: StoredRows,
  receiver: Pick<Receiver, 'requestsFor'>,
  { id, transactionId }: { id: string; transactionId: string },
): Promise<void> {
  const attempts = await until(`the callback of ${id} is delivered`, async () => {
    const found = await attemptsOf(rows, transactionId);
    return found.at(-1)?.error_class === null && found;
  });
  assert.equal(await callbacksOf(rows, transactionId), 1, 'one callback');
  const delivered = attempts.filter(({ error_class }) => error_class === null);
  assert.equal(delivered.length, 1, 'delivered once');
  const requests = receiver.requestsFor(id);
  assert.ok(requests.length >= 1 && requests.length <= attempts.length, 'sent once an attempt');
  assert.equal(new Set(requests.map(({ text }) => text)).size, 1, 'the same bytes');
  assert.equal(new Set(requests.map(({ headers }) => headers['webhook-id'])).size, 1);
}
