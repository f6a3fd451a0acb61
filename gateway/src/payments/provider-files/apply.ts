// Applies what a provider's file says about orders: books it where the route is configured so, and
// shows it to users as a case where not.

import { defined } from '@jokko/contract';
import { outcomeOfOne } from '@jokko/connectors/kit';
import type { FileDoubt, FileEvent, ProviderEvent, QueryOutcome } from '@jokko/connectors/kit';
import {
  handleProviderEvent,
  parseAttemptReference,
  showUnchecked,
  type FoundAttempt,
} from '../operations/index.ts';
import { keepEvent } from '../provider-inbox/index.ts';
import type { FileAccount, FileDeps, FileRoute } from './deps.ts';
import { findBatch } from './store.ts';

/**
 * What is about no order of ours, or too early, is kept by the provider inbox. Throws only when the
 * database is away.
 */
export async function applyEvent(
  deps: FileDeps,
  account: FileAccount,
  event: ProviderEvent,
): Promise<void> {
  const standing = await findStanding(deps, event.match.ours);
  const { route, provider } = routeOf(account, standing);
  const { outcome, match } = event;
  if (!provider.capabilities.notification.bookable && outcome !== undefined && isEnd(outcome)) {
    const evidence = `a file of the provider reports ${outcome.kind}, which this route does not book`;
    if (match.ours !== undefined) await showUnchecked(deps, route, match.ours, evidence);
    return;
  }
  const { type } = await handleProviderEvent(deps, provider, event);
  if (type !== 'taken') await keepEvent(deps.database, route, event);
}

const isEnd = ({ kind }: Pick<QueryOutcome, 'kind'>): boolean =>
  kind === 'succeeded' || kind === 'failed' || kind === 'reversed';

/** For each order of the file that has no status of its own. */
export async function applyFileEvent(
  deps: FileDeps,
  account: FileAccount,
  { file, except, orders, dedupeKey, outcome: ofAll }: FileEvent,
): Promise<void> {
  const { theirsOf } = account.routes[0]!.files;
  const listed = new Set(except);
  const routes = account.routes.map(({ route }) => route);
  const batch = await findBatch(deps.database, file, routes);
  if (batch === null) {
    deps.log('error', 'status of a file that is not ours', { route: routes[0]!, file });
    return;
  }
  const sent = batch.orders.length;
  if (isEnd(ofAll) && orders !== undefined && orders !== sent) {
    const evidence = `${ofAll.kind} for a file of ${orders} orders, and ours has ${sent}`;
    await showDoubt(deps, account, { file, evidence });
    return;
  }
  for (const key of batch.orders) {
    const standing = await deps.reader.find(key);
    if (standing === null || standing.attempt.prepared.file !== file) continue;
    const { refs, cause } = standing.attempt;
    if (listed.has(refs.ours)) continue;
    const outcome = outcomeOfOne(ofAll, refs, theirsOf);
    // What may have left was put again: the provider may have refused the second copy and have
    // executed the first.
    if (outcome.kind === 'failed' && cause !== null) {
      const evidence = `the provider refused file ${file}, which it may have had twice (${outcome.error.provider})`;
      await showDoubt(deps, account, { ours: refs.ours, evidence });
      continue;
    }
    await applyEvent(deps, account, {
      match: { ours: refs.ours },
      authenticated: true,
      dedupeKey: `${dedupeKey}:${refs.ours}`,
      claims: { ours: refs.ours },
      outcome,
    });
  }
}

/**
 * A doubt of one order becomes a case. One of a whole file is logged and kept with the file: its
 * orders become cases when they are overdue.
 */
export async function showDoubt(
  deps: FileDeps,
  account: FileAccount,
  { ours, file, evidence }: FileDoubt,
): Promise<void> {
  const { route } = routeOf(account, await findStanding(deps, ours));
  deps.log('error', 'status of the provider proves nothing', {
    route,
    reason: evidence,
    ...defined({ ref: ours, file }),
  });
  if (ours !== undefined) await showUnchecked(deps, route, ours, evidence);
}

/** The route that an attempt was sent over, where it is one of this account. */
function routeOf({ routes }: FileAccount, standing: FoundAttempt | null): FileRoute {
  return routes.find(({ route }) => route === standing?.attempt.route) ?? routes[0]!;
}

async function findStanding(
  { reader }: FileDeps,
  ours: string | undefined,
): Promise<FoundAttempt | null> {
  const key = ours === undefined ? null : parseAttemptReference(ours);
  return key === null ? null : reader.find(key);
}
