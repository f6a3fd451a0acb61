// Asks the provider about one operation because a user wants to know now. It goes the way of a
// notice that proves nothing: a status query whose answer is booked like every other one, and an
// absence or a lost answer changes nothing and sends nothing.

import { findLatestAttempts, findOperations, type OperationKey } from '../queries/store.ts';
import { handleProviderEvent, type ProviderEventDeps } from './provider-event.ts';
import type { Attempt, Operation } from '../model/operation.ts';
import { isFinal } from '../model/states.ts';
import type { Session } from '../../../platform/db/database.ts';

/**
 * `result`: its state has changed. `noResult`: not yet. `notSent`: nothing was sent whose result is
 * open.
 */
export type AskedProvider = 'result' | 'noResult' | 'notSent';

/** Whether there is something to ask the provider about. */
export const mayAskProvider = ({ state: { state } }: Operation): boolean =>
  !isFinal(state) && state !== 'READY' && state !== 'PARKED';

const isOpen = ({ state }: Attempt): boolean => state === 'ACCEPTED' || state === 'UNKNOWN';

/** Waits for the provider's answer. */
export async function askProvider(
  { database, ...deps }: ProviderEventDeps & { database: Session },
  key: OperationKey,
): Promise<AskedProvider> {
  const [[operation], attempts] = await Promise.all([
    findOperations(database, [key]),
    findLatestAttempts(database, [key]),
  ]);
  const attempt = attempts.get(key.id);
  if (operation === undefined || attempt === undefined) return 'notSent';
  if (!mayAskProvider(operation) || !isOpen(attempt)) return 'notSent';
  const provider = deps.providers.of(deps.catalogue(), attempt.route);
  if (provider === null) return 'noResult';
  await handleProviderEvent(deps, provider, {
    match: { ours: attempt.prepared.refs.ours },
    authenticated: false,
    dedupeKey: `asked:${key.id}`,
  });
  const [after] = await findOperations(database, [key]);
  return after?.state.state === operation.state.state ? 'noResult' : 'result';
}
