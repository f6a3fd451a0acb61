// Builds the callback rows of an operation's lifecycle: the frozen body with the members that the
// doctor reads.

import { hash } from 'node:crypto';
import type { Life, Row } from './book.ts';

const url = 'https://shop.example/callback';

const hashOf = (body: string): string => `\\x${hash('sha256', body).slice(0, 16)}`;

export function callbackRows(
  life: Life,
  operation: Row,
  now: Date,
): { callback: Row[]; callbackBody: Row[]; callbackAttempt: Row[] } {
  const wanted = life.callback ?? 'none';
  const result = life.path.find((state) => state === 'SUCCESS' || state === 'FAILED');
  if (wanted === 'none' || result === undefined)
    return { callback: [], callbackBody: [], callbackAttempt: [] };
  const status = result === 'FAILED' ? 'FAILLED' : 'SUCCESS';
  const body = JSON.stringify({
    msg: 'test',
    status,
    sha256Hash: String(operation['callback_hash']).slice(2),
    transaction: {
      transactionId: operation['id'],
      balanceBeforeTransactionInit: Number(operation['balance_before']) / 10_000,
      balanceAfterTransactionInit: Number(operation['balance_after']) / 10_000,
      externalTransactionId: operation['external_id'],
    },
  });
  const key = { account_id: operation['account_id'], operation_id: operation['id'], second: false };
  const due = wanted === 'due';
  const callback = {
    ...key,
    destination: 'https://shop.example:443',
    url,
    status,
    state: wanted,
    attempts: due ? 0 : 1,
    next_attempt_at: due ? new Date(now.getTime() + 1_000) : null,
    created_at: now,
    closed_at: due ? null : now,
  };
  const answer =
    wanted === 'delivered'
      ? { http_status: 200, error_class: null }
      : { http_status: 500, error_class: 'status' };
  return {
    callback: [callback],
    callbackBody: [{ ...key, body }],
    callbackAttempt: due
      ? []
      : [
          {
            ...key,
            number: 1,
            started_at: now,
            duration_ms: 5,
            answer_cut: false,
            body_hash: hashOf(body),
            ...answer,
          },
        ],
  };
}
