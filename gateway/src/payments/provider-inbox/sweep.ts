// Tries the waiting events again. An event is only a reason to ask the provider, whose present word
// is worth more than what was said then; but that it took a payment back is believed, since the
// answer to a question may be about a refund of ours. What waits too long ends: as a case where it
// is about an attempt of ours, else ignored.

import { defined } from '@jokko/contract';
import type { ProviderEvent } from '@jokko/connectors/kit';
import type { Database } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';
import { handleProviderEvent, showUnchecked, type ProviderEventDeps } from '../operations/index.ts';
import { findOurReference } from './find-attempt.ts';
import {
  giveBackEvents,
  leaseEvents,
  markIgnored,
  markMatched,
  waitingDaysMax,
  type InboxEvent,
} from './store.ts';

/**
 * No try begins later in a round, so that a provider that does not answer holds nobody up for long.
 */
const roundMs = 10_000;

export interface SweepDeps {
  database: Database;
  providerEvents: ProviderEventDeps;
}

/** One round over some of what is due, the routes beside one another. */
export async function sweepInbox(deps: SweepDeps): Promise<void> {
  const endsAt = environment.monotonic() + roundMs;
  const events = await leaseEvents(deps.database);
  const routes = Map.groupBy(events, ({ route }) => route);
  await Promise.all([...routes.values()].map((each) => tryRoute(deps, each, endsAt)));
}

async function tryRoute(deps: SweepDeps, events: InboxEvent[], endsAt: number): Promise<void> {
  for (const [place, event] of events.entries()) {
    if (environment.monotonic() > endsAt) return giveBackEvents(deps.database, events.slice(place));
    const references = await findReferences(deps, event);
    if (!(await tryAgain(deps, event, references)) && event.isLast)
      await giveUp(deps, event, references);
  }
}

/** Our references of the attempts that it may be about. */
async function findReferences(
  { database }: SweepDeps,
  { route, ours, theirs }: InboxEvent,
): Promise<string[]> {
  const named = theirs === null ? null : await findOurReference(database, route, theirs);
  return [...new Set([ours, named])].filter((each) => each !== null && each !== '') as string[];
}

/** Whether it has led to an attempt. */
async function tryAgain(
  { database, providerEvents }: SweepDeps,
  event: InboxEvent,
  references: readonly string[],
): Promise<boolean> {
  const provider = providerEvents.providers.of(providerEvents.catalogue(), event.route);
  if (provider === null) return false;
  for (const ours of references) {
    const handled = await handleProviderEvent(providerEvents, provider, again(event, ours));
    if (handled.type !== 'taken') continue;
    await markMatched(database, event.id, handled.operation);
    return true;
  }
  return false;
}

function again({ id, outcome, amount, currency }: InboxEvent, ours: string): ProviderEvent {
  const event = { match: { ours }, dedupeKey: `inbox:${id}` };
  if (outcome !== 'reversed') return { ...event, authenticated: false };
  const claims = {
    ...defined({ amount, currency }),
  };
  return { ...event, authenticated: true, claims, outcome: { kind: outcome, refs: { ours } } };
}

async function giveUp(
  { database, providerEvents }: SweepDeps,
  { id, route, outcome }: InboxEvent,
  references: readonly string[],
): Promise<void> {
  const evidence = `notice ${id} of route ${route} says ${outcome ?? 'that something happened'}, and could not be checked for ${waitingDaysMax} days`;
  for (const ours of references) {
    const operation = await showUnchecked(providerEvents, route, ours, evidence);
    if (operation !== null) return markMatched(database, id, operation);
  }
  await markIgnored(
    database,
    id,
    `names no attempt of this installation after ${waitingDaysMax} days`,
  );
}
