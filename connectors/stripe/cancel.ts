// Cancels a payment that waits for its payer. Whatever the answer, Stripe's own record decides what
// really happened.

import type { Context, Intent, QueryOutcome, Refs } from '@jokko/connectors/kit';
import { objectFromWire } from '@jokko/connectors/kit';
import { expandCharge, formOf, post } from './call.ts';
import type { StripeConfig } from './config.ts';
import { query } from './query.ts';
import { readPayment } from './read-payment.ts';

const body = formOf([
  ['cancellation_reason', 'abandoned'],
  ['expand[]', expandCharge],
]);

/** `failed` with executed `no` means dropped; any other outcome is how the attempt stands. */
export async function cancel(
  context: Context<StripeConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  if (refs.theirs === undefined) {
    const found = await query(context, intent, refs);
    if (found.kind !== 'pending' || found.refs.theirs === undefined) return found;
    return cancel(context, intent, found.refs);
  }
  const path = `/v1/payment_intents/${encodeURIComponent(refs.theirs)}/cancel`;
  const result = await post(context, path, body);
  const object =
    result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
  const read = object === null ? null : readPayment(context.config, object, intent);
  return read?.outcome.kind === 'failed' ? read.outcome : query(context, intent, refs);
}
