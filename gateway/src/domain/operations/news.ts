// What does a provider's notice change? A notice that proves its sender may be booked; any other only makes the core ask the provider.

import type { ProviderEvent, QueryOutcome } from '@jokko/connector-kit';
import { happeningOf, isElsewhere, type ExecuteDeps, type Job } from './execute.ts';
import type { Facts } from './operation.ts';
import type { Provider } from './providers.ts';
import type { OperationReader } from './reader.ts';
import { parseAttemptReference } from './reference.ts';
import { isFinal } from './states.ts';

export interface NewsDeps extends ExecuteDeps {
  reader: OperationReader;
}

/** Books or checks what a notice says. Returns false when the notice is about nothing of ours. Throws only when the database is away. */
export async function takeNews(deps: NewsDeps, provider: Provider, event: ProviderEvent): Promise<boolean> {
  const key = event.match.ours === undefined ? null : parseAttemptReference(event.match.ours);
  if (key === null) return false;
  const { operation, attempt } = (await deps.reader.find({ accountId: key.accountId, id: key.transactionId })) ?? {};
  if (operation === undefined || attempt === undefined || attempt === null) return false;
  if (operation.facts.route !== provider.route || attempt.number !== key.number) return false;
  const job: Job = { operation, attempt, fresh: false };
  const bookable =
    event.authenticated && provider.capabilities.notification.bookable && event.outcome !== undefined && isAbout(event, operation.facts);
  // A success may have been taken back; about other final states there is nothing to ask.
  if (!bookable && isFinal(operation.state.state) && operation.state.state !== 'SUCCESS') return true;
  if (!bookable && isElsewhere(attempt, provider)) return true;
  const outcome = bookable ? event.outcome! : await ask(deps, provider, job);
  // A notice only ever brings news: that nothing is new yet, or that the question got lost, is left to the planned look-ups.
  if (outcome.kind === 'unknown' || outcome.kind === 'absent' || outcome.kind === 'not_sent') return true;
  const happening = happeningOf(deps, job, attempt, provider, outcome);
  if (happening.type === 'look') return true;
  await deps.writer.advance({ type: 'advance', facts: operation.facts, attempt, happening });
  return true;
}

/** A genuine notice of another amount is not news of this operation (F29): the provider is asked instead. */
function isAbout({ claims }: ProviderEvent, facts: Facts): boolean {
  return claims === undefined || (claims.amount === facts.amount && claims.currency === facts.currency);
}

async function ask(deps: NewsDeps, provider: Provider, { operation, attempt }: Job): Promise<QueryOutcome> {
  const { connector, context } = provider;
  const intent = deps.providers.intentOf(deps.catalogue(), operation.facts);
  const query = attempt!.purpose === 'refund' ? (connector.queryRefund ?? connector.query) : connector.query;
  try {
    return await query(context, intent, attempt!.refs);
  } catch (error) {
    deps.log('error', 'connector threw', { reason: String(error), route: provider.route });
    return { kind: 'not_sent', refs: attempt!.refs, cause: 'connector threw' };
  }
}
