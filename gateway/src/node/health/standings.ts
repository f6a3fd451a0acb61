// How routes, carrier connections and receivers stand at present, put together for health: each
// noun tells its own.

import type { Database } from '../../platform/db/database.ts';
import { isDown, type CarrierState } from '../../platform/health/index.ts';
import { environment } from '../../platform/environment.ts';
import { readReceiverStandings, receiverName } from '../../payments/callbacks/index.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { readFloats } from '../../payments/ledger/index.ts';
import {
  overdueMs,
  readHanging,
  readRouteStandings,
  type Hanging,
} from '../../payments/operations/index.ts';
import type {
  HangingThere,
  ReadStandings,
  SubjectStanding,
  Subject,
} from '../../payments/route-health/index.ts';

export interface StandingDeps {
  database: Database;
  catalogue(): Catalogue;
  carrierStates(): readonly CarrierState[];
}

export function createStandings({
  database,
  catalogue,
  carrierStates,
}: StandingDeps): ReadStandings {
  return async (usualResultMs) => {
    const routes = catalogue().routes.map(({ name }) => ({
      route: name,
      overdueMs: overdueMs(usualResultMs.get(name)),
    }));
    const [standings, hanging, floats, receivers] = await Promise.all([
      readRouteStandings(database, routes),
      readHanging(database, routes, null),
      readFloats(database),
      readReceiverStandings(database),
    ]);
    return [
      ...standings.map(({ route, ...standing }) => ({
        kind: 'route' as const,
        name: route,
        standing: {
          ...standing,
          queueAgeSec: Math.round(standing.queueAgeSec),
          overdueMs: overdueMs(usualResultMs.get(route)),
          hanging: hangingOn(route, hanging),
          floats: floats
            .filter((float) => float.route === route)
            .map(({ currency, amount }) => ({ currency, amount: String(amount) })),
        },
      })),
      ...goneRoutes(routes, hanging).map((name) => ({
        kind: 'route' as const,
        name,
        standing: { hanging: hangingOn(name, hanging) },
      })),
      ...receivers.map(({ accountId, destination, failures, queued, queueAgeSec }) => ({
        kind: 'receiver' as const,
        name: receiverName(accountId, destination),
        standing: { failuresInRow: failures, queued, queueAgeSec: Math.round(queueAgeSec) },
      })),
      ...carrierStates().map(standingOfCarrier),
    ];
  };
}

const hangingOn = (route: string, hanging: readonly Hanging[]): HangingThere[] =>
  hanging
    .filter((each) => each.route === route)
    .map(({ currency, count, amount, oldestAt, ofLastHour, hours }) => ({
      currency,
      count,
      amount: String(amount),
      oldestAt: oldestAt.toISOString(),
      ofLastHour,
      hours,
    }));

/** Those that the catalogue does not have any more, and on which something still hangs. */
function goneRoutes(
  routes: readonly { route: string }[],
  hanging: readonly Hanging[],
): readonly string[] {
  const known = new Set(routes.map(({ route }) => route));
  return [...new Set(hanging.map(({ route }) => route))].filter((route) => !known.has(route));
}

function standingOfCarrier(carrier: CarrierState): Subject & { standing: SubjectStanding } {
  const { name, waiting, oldestSec } = carrier;
  return {
    kind: 'sms-link',
    name,
    standing: {
      bound: !isDown(carrier, environment.now()),
      queued: waiting,
      queueAgeSec: oldestSec,
    },
  };
}
