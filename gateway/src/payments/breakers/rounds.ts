// The background task of breakers: opens those whose route is down, tries those that have waited,
// and lets what waits for a route go at a pace that does not kill it again.

import type { Database } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';
import type { Catalogue } from '../catalogue/index.ts';
import {
  findOperations,
  firstStepInMs,
  type OperationKey,
  type Providers,
  type Writer,
} from '../operations/index.ts';
import { readRouteHealth } from '../route-health/index.ts';
import { afterWaiting, reasonToOpen, resumedPerSecond, ruleOf } from './breaker.ts';
import { openForHealth } from './change.ts';
import type { Breakers } from './copy.ts';
import { countUnderWay, oldestParked, routesWithParked } from './parked.ts';
import { changeBreaker, takeTurn } from './store.ts';

export interface BreakerRoundsDeps {
  database: Database;
  catalogue(): Catalogue;
  breakers: Breakers;
  writer: Writer;
  providers: Pick<Providers, 'of'>;
  /** Unix ms. */
  now(): number;
}

/** Health is judged less often than what waits is let go. */
const healthEveryMs = 4_000;

export function createBreakerRounds(deps: BreakerRoundsDeps): { runOnce(): Promise<void> } {
  let healthReadAt = Number.NEGATIVE_INFINITY;
  return {
    async runOnce() {
      // How long each has been so is told by the database.
      if (deps.breakers.present().size > 0) await deps.breakers.refresh();
      const now = environment.monotonic();
      if (now - healthReadAt >= healthEveryMs) {
        healthReadAt = now;
        await openWhatIsDown(deps);
      }
      await tryWhatHasWaited(deps);
      await resumeParked(deps);
    },
  };
}

async function openWhatIsDown(deps: BreakerRoundsDeps): Promise<void> {
  const { database, catalogue, breakers } = deps;
  if (!catalogue().routes.some(({ opensByItself }) => opensByItself)) return;
  let changed = false;
  for (const health of await readRouteHealth(database)) {
    const route = health.subject.name;
    const reason = reasonToOpen(health);
    if (reason === null || catalogue().route(route)?.opensByItself !== true) continue;
    if (breakers.notClosed().has(route)) continue;
    const opening = { route, reason, rule: ruleOf(catalogue(), route) };
    changed = (await openForHealth(database, opening)) || changed;
  }
  if (changed) await breakers.refresh();
}

async function tryWhatHasWaited(deps: BreakerRoundsDeps): Promise<void> {
  const { database, catalogue, breakers } = deps;
  let changed = false;
  for (const breaker of breakers.present().values()) {
    const rule = ruleOf(catalogue(), breaker.route);
    if (!afterWaiting(breaker, rule)) continue;
    const change = {
      route: breaker.route,
      state: 'half_open',
      byHand: false,
      who: null,
      reason: breaker.reason,
      rule,
    } as const;
    await changeBreaker(
      database,
      change,
      (before) => before !== null && afterWaiting(before, rule),
    );
    changed = true;
  }
  if (changed) await breakers.refresh();
}

async function resumeParked(deps: BreakerRoundsDeps): Promise<void> {
  const { database, catalogue, breakers } = deps;
  const open = catalogue().routes.filter(
    ({ name, off }) => !off && breakers.notClosed().get(name) !== 'open',
  );
  const waitedFor = await routesWithParked(
    database,
    open.map(({ name }) => name),
  );
  for (const route of waitedFor) {
    const breaker = await takeTurn(database, route);
    if (breaker === null) continue;
    const perSecondMax = catalogue().route(route)?.parkedPerSecond ?? 1;
    const room =
      breaker.state === 'half_open'
        ? ruleOf(catalogue(), route).triesAtOnce - (await countUnderWay(database, route))
        : perSecondMax;
    const count = Math.min(room, resumedPerSecond(breaker, perSecondMax));
    if (count <= 0) continue;
    await resume(deps, route, await oldestParked(database, route, count));
  }
}

/**
 * Each becomes READY in a commit of its own; it is sent as any other, by the node that leases it or
 * makes the provider's next file.
 */
async function resume(
  { database, writer, catalogue, providers, now }: BreakerRoundsDeps,
  route: string,
  keys: OperationKey[],
): Promise<void> {
  const provider = providers.of(catalogue(), route);
  const dueInMs = provider === null ? 0 : firstStepInMs(provider, now());
  const operations = await findOperations(database, keys);
  await Promise.all(
    operations.map(({ terms }) =>
      writer.advance({
        type: 'advance',
        terms,
        attempt: null,
        operationEvent: { type: 'resume', dueInMs },
      }),
    ),
  );
}
