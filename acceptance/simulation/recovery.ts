// What follows when the database was put back to a backup: all nodes are down until the leases of
// the past have ended, then what the send journals know and the database has forgotten exists
// again, as `jokko recover` makes it, and some time later the routes are opened.

import type { Timeline } from './timeline.ts';
import { routes } from './shop.ts';
import type { World } from './world.ts';
import {
  findForgottenEntries,
  type JournalEntry,
} from '../../gateway/src/payments/send-journal/index.ts';
import {
  handIn,
  listForgotten,
  openRoutes,
  readState,
  recover,
  retryForgotten,
} from '../../gateway/src/backoffice/recovery/index.ts';
import { startWriter } from '../../gateway/src/payments/operations/index.ts';
import type { Sends } from '../../gateway/src/payments/operations/index.ts';
import { noNode } from '../../gateway/src/platform/db/commit-fate.ts';
import type { Database, Session } from '../../gateway/src/platform/db/database.ts';

/** What the machines know beside the database. */
export interface Outliving {
  /** The send journals of all nodes. */
  sent: JournalEntry[];
  /** Until the operator opens the routes. */
  routesClosed: boolean;
  /** Account and external id of what was sent and cannot be made again yet. */
  waiting: ReadonlySet<string>;
}

export const nothingSent = (): Outliving => ({ sent: [], routesClosed: false, waiting: new Set() });

const writeMs = 2;
const operator = { kind: 'system' } as const;

/**
 * The send journal of a node, and the doors that it keeps. `deliver` runs on the node, unless it is
 * dead by then.
 */
export const sendsOf = (
  known: Outliving,
  deliver: (delayMs: number, run: () => void) => void,
): Sends => ({
  refusal: () => (known.routesClosed ? 'the route is not open since a recovery' : null),
  isForgotten: (accountId, externalId) => known.waiting.has(`${accountId} ${externalId}`),
  note: (terms, { number, purpose, route, prepared, sentAt }) =>
    new Promise((resolve) =>
      deliver(writeMs, () => {
        known.sent.push({ terms, attempt: { number, purpose, route, prepared, sentAt } });
        resolve(true);
      }),
    ),
});

/** Runs the recovery as a command: nothing else happens meanwhile. */
export async function recoverDatabase(world: World) {
  const { bench, timeline, known, counters, violations, around } = world;
  const restored = bench.server.databaseAt(timeline.now);
  const database: Database = {
    ...restored,
    query: (statement, values) => restored.query(around.rewrite(statement), values),
  };
  const writer = startWriter({
    database,
    node: noNode,
    composeCallback: () => {
      throw new Error('a recovery ends no operation');
    },
    onCallbacks: () => {},
  });
  const deps = { database, writer, secrets: bench.shop.secrets, journals: '', who: operator };
  const plan = { state: await readState(database), livingNodes: [], forgotten: [] };
  if ((await recover({ ...deps, routes: [...routes] }, plan)) === null)
    violations.push('the restored database could not be recovered');
  // One after the other, so that it is the same each time.
  for (const entry of await findForgottenEntries(database, known.sent)) {
    const { restored } = await handIn(deps, [{ ...entry, read: () => Promise.resolve(entry) }]);
    counters.count(restored > 0 ? 'forgotten attempt exists again' : 'forgotten attempt waits');
  }
  await writer.close();
  known.routesClosed = true;
  await readWaiting(known, database);
}

/** Tries again what could not be made again so far. */
export async function retryWaiting(
  known: Outliving,
  parts: Parameters<typeof retryForgotten>[0],
): Promise<void> {
  if (known.waiting.size === 0) return;
  await retryForgotten(parts);
  await readWaiting(known, parts.database);
}

async function readWaiting(known: Outliving, session: Session): Promise<void> {
  const open = await listForgotten(session);
  known.waiting = new Set(
    open.map(({ entry: { terms } }) => `${terms.accountId} ${terms.externalId}`),
  );
}

export async function openAllRoutes({ bench, known }: World, timeline: Timeline): Promise<void> {
  await openRoutes(bench.server.databaseAt(timeline.now), operator, null);
  known.routesClosed = false;
}
