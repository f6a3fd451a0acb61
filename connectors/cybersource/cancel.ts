// Drops what waits for its payer or for a review, and takes back a payment whose fate is not known.

import type { Context, Intent, QueryOutcome, Refs } from '@jokko/connectors/kit';
import { errorIds, failed, refusalRow } from '@jokko/connectors/kit';
import type { CybersourceConfig } from './config.ts';
import { query } from './query.ts';
import { reverse, voidByOurId } from './take-back.ts';

/** `failed` means dropped or taken back; any other outcome is how the attempt stands. */
export async function cancel(
  context: Context<CybersourceConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  const found = await query(context, intent, refs);
  if (found.kind === 'absent')
    return (await voidByOurId(context, refs, { ...takenBack, provider: 'taken back' })) ?? found;
  if (found.kind !== 'pending') return found;
  // Without a step of ours no money moves.
  if (found.stage === 'payer') return failed(refs, dropped);
  // What waits for a review is authorised and not taken: its reversal gives nothing back.
  const reversed = await reverse(context, intent, found.refs, dropped);
  return reversed === null ? query(context, intent, refs) : failed(found.refs, dropped);
}

/** `canceled` is the core's word for what was dropped because somebody asked for it. */
const dropped = { ...refusalRow(errorIds.paymentTimeout, 'newAttempt'), provider: 'canceled' };
const takenBack = refusalRow(errorIds.executionError, 'newAttempt');
