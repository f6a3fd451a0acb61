// Ends the sessions of a collection that waits for its payer. Whatever the answer, Wave's own
// record decides what really happened. A payout cannot be called back: how it stands is told.

import type { Context, Intent, QueryOutcome, Refs } from '@jokko/connectors/kit';
import { about, failed, textMember, wordMember } from '@jokko/connectors/kit';
import type { Attempt } from './attempt.ts';
import type { WaveConfig } from './config.ts';
import { expired } from './error-table.ts';
import { operationOf } from './operations.ts';
import { expire } from './expire.ts';
import { query, search } from './query.ts';
import { sessionFacts } from './read-session.ts';

/** `failed` with executed `no` means dropped; any other outcome is how the attempt stands. */
export async function cancel(
  context: Context<WaveConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  const attempt: Attempt = { context, intent, operation: operationOf(intent), refs };
  if (attempt.operation === 'payout') return query(context, intent, refs);
  const found = await search(attempt);
  if ('outcome' in found) return found.outcome;
  const open = found.matches.filter((one) => wordMember(one, 'checkout_status') === 'OPEN');
  const answers = await Promise.all(open.map((one) => expire(attempt, textMember(one, 'id'))));
  const [only] = found.matches;
  // One of several may have been paid: all are looked at once more.
  if (found.matches.length !== 1 || only === undefined || answers[0] !== true)
    return asRequested(await query(context, intent, refs));
  const facts = sessionFacts(only);
  if (facts === null) return query(context, intent, refs);
  const dropped = failed({ ours: refs.ours, theirs: facts.id }, { ...expired, provider: canceled });
  return about(dropped, facts.claims);
}

/** By this word the gateway knows that what failed was canceled on request. */
const canceled = 'cancelled';

/** A session that ended unpaid has ended as we asked, also when the answer to that was lost. */
function asRequested(found: QueryOutcome): QueryOutcome {
  return found.kind === 'failed' && found.error.provider === 'expired'
    ? { ...found, error: { ...found.error, provider: canceled } }
    : found;
}
