// Cancels an attempt that waits for its payer by setting the transaction to canceled. Whatever
// the answer, the provider's own record decides what really happened.

import { randomUUID } from 'node:crypto';
import type { Context, Intent, QueryOutcome, Refs } from '@jokko/connectors/kit';
import { failed } from '@jokko/connectors/kit';
import { call } from './call.ts';
import type { GsmaConfig } from './config.ts';
import { cancelled } from './error-table.ts';
import { query } from './query.ts';

const dropIt = JSON.stringify([{ op: 'replace', path: '/transactionStatus', value: 'cancelled' }]);

/** `failed` with executed `no` means dropped; any other outcome is how the attempt stands. */
export async function cancel(
  context: Context<GsmaConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  if (refs.theirs === undefined) {
    const found = await query(context, intent, refs);
    if (found.kind !== 'pending' || found.refs.theirs === undefined) return found;
    return cancel(context, intent, found.refs);
  }
  const headers = {
    'X-CorrelationID': randomUUID(),
    'X-Date': new Date(context.now()).toISOString(),
  };
  const path = `/transactions/${encodeURIComponent(refs.theirs)}`;
  const result = await call(context, { method: 'PATCH', path, headers, body: dropIt });
  if (result.kind === 'answer' && result.status === 204)
    return failed(refs, { ...cancelled, provider: 'cancelled' });
  return query(context, intent, refs);
}
