// Counts how those fared that were let through to a route, and closes its breaker or opens it
// again.

import type { Database } from '../../platform/db/database.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { outcomeOfEvent, type WriterDeps } from '../operations/index.ts';
import { isJudged, judge, ruleOf } from './breaker.ts';
import type { Breakers } from './copy.ts';
import { addOutcomes, changeBreaker } from './store.ts';

export interface OutcomeDeps {
  database: Database;
  catalogue(): Catalogue;
  breakers: Pick<Breakers, 'present' | 'refresh'>;
  log(level: 'warn', message: string, terms: { [name: string]: string }): void;
}

interface Counts {
  answered: number;
  lost: number;
}

/**
 * Told after each commit what happened to an operation. Costs nothing for a route that is well. For
 * a route that is judged there is one statement under way at a time, whatever its traffic; what
 * happens meanwhile is in the next. What cannot be counted is made up by later ones.
 */
export function createOutcomeCounter(deps: OutcomeDeps): NonNullable<WriterDeps['onAdvanced']> {
  const waiting = new Map<string, Counts>();
  const written = new Set<string>();
  const writeAll = async (route: string): Promise<void> => {
    for (let counts = waiting.get(route); counts !== undefined; counts = waiting.get(route)) {
      waiting.delete(route);
      await count(deps, route, counts).catch((error: unknown) =>
        deps.log('warn', 'outcome not counted for the breaker', { route, reason: String(error) }),
      );
    }
    written.delete(route);
  };
  return (command) => {
    const route = command.attempt?.route;
    const breaker = route === undefined ? undefined : deps.breakers.present().get(route);
    if (route === undefined || breaker === undefined) return;
    if (!isJudged(breaker, ruleOf(deps.catalogue(), route))) return;
    // Sent before: that it was lost says what the route was, not what it is.
    if (command.attempt!.sentAt < breaker.since) return;
    const isAnswered = wasAnswered(command);
    if (isAnswered === null) return;
    const { answered, lost } = waiting.get(route) ?? { answered: 0, lost: 0 };
    waiting.set(
      route,
      isAnswered ? { answered: answered + 1, lost } : { answered, lost: lost + 1 },
    );
    if (written.has(route)) return;
    written.add(route);
    void writeAll(route);
  };
}

/**
 * Null: it says nothing about the route. Unlike for its health, each try counts: a single order
 * that waits for a route has to show that it is down.
 */
function wasAnswered({
  attempt,
  operationEvent,
}: Parameters<typeof outcomeOfEvent>[0]): boolean | null {
  const outcome = outcomeOfEvent({
    operationEvent,
    attempt: attempt === null ? null : { ...attempt, number: 1 },
  });
  if (outcome === null) return null;
  return outcome === 'succeeded' || outcome === 'accepted' || outcome === 'refused';
}

async function count(
  { database, catalogue, breakers }: OutcomeDeps,
  route: string,
  counts: Counts,
): Promise<void> {
  const counted = await addOutcomes(database, route, counts);
  const rule = ruleOf(catalogue(), route);
  const verdict = counted === null ? null : judge(counted, rule);
  if (verdict === null) return;
  await changeBreaker(
    database,
    { ...verdict, route, byHand: false, who: null, rule },
    (before) => before !== null && judge(before, rule)?.state === verdict.state,
  );
  await breakers.refresh();
}
