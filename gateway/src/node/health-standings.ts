// How routes, carrier connections and receivers stand at present, put together for health: each noun
// tells its own.

import type { Database } from '../platform/db/database.ts';
import { isDown, type CarrierState } from '../platform/health/index.ts';
import { environment } from '../platform/environment.ts';
import { readReceiverStandings, receiverName } from '../payments/callbacks/index.ts';
import type { Catalogue } from '../payments/catalogue/index.ts';
import { readFloats } from '../payments/ledger/index.ts';
import { readRouteStandings } from '../payments/operations/index.ts';
import type { ReadStandings, Standing, Subject } from '../payments/route-health/index.ts';

/** What a route accepted is overdue after so many times its usual, and never before a payer could have answered. */
const agedFactor = 3;
const agedMsLeast = 5 * 60_000;
/** Where nothing usual is known: a payer has 15 minutes. */
const agedMsUnknown = 20 * 60_000;

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
    const routes = catalogue().routes.map(({ name }) => {
      const usual = usualResultMs.get(name);
      const agedMs =
        usual === undefined ? agedMsUnknown : Math.max(agedMsLeast, agedFactor * usual);
      return { route: name, agedMs };
    });
    const [standings, floats, receivers] = await Promise.all([
      readRouteStandings(database, routes),
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
          floats: floats
            .filter((float) => float.route === route)
            .map(({ currency, amount }) => ({ currency, amount: String(amount) })),
        },
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

function standingOfCarrier(carrier: CarrierState): Subject & { standing: Standing } {
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
