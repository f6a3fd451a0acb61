// Asks the carriers of SMS connections for our balance with them. One of all nodes asks, and no
// transaction is open meanwhile.

import type { SmsBalanceResult, SmsConnector, SmsContext } from '@jokko/connectors/kit';
import type { Database } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';
import type { CarrierConnection, Routing } from '../routing/index.ts';
import { keepBalancesOf, leaseBalance, saveBalance } from './store.ts';

/**
 * Between two readings of a connection; carriers bound how often they are asked, and name no
 * number.
 */
const everyMs = 600_000;
/** A little less, so that the node that read last reads next. */
const leaseSeconds = 590;

export interface BalanceDeps extends Pick<SmsContext<unknown>, 'http' | 'log'> {
  database: Database;
  routing(): Pick<Routing, 'connections' | 'unusableConnections'>;
  connectorOf(name: string): SmsConnector | undefined;
}

export interface BalanceReader {
  /** One round: each connection whose turn it is, one after the other. */
  runOnce(): Promise<void>;
}

/** Whether the carriers of a connector tell a balance. */
export const tellsBalance = (connector: object | undefined): boolean =>
  connector !== undefined && 'balance' in connector && connector.balance !== undefined;

export function createBalanceReader(deps: BalanceDeps): BalanceReader {
  const { database, routing, connectorOf } = deps;
  /** When each was last asked for here, or found to be another node's, by the monotonic clock. */
  const asked = new Map<string, number>();
  let keptFor = '[]';
  return {
    async runOnce() {
      const { connections, unusableConnections } = routing();
      const telling = ({ connector }: Pick<CarrierConnection, 'connector'>) =>
        tellsBalance(connectorOf(connector));
      const names = [...connections, ...unusableConnections.values()]
        .filter(telling)
        .map(({ name }) => name);
      if (JSON.stringify(names) !== keptFor) await keepBalancesOf(database, names);
      keptFor = JSON.stringify(names);
      for (const connection of connections.filter(telling)) {
        const { name } = connection;
        if (environment.monotonic() - (asked.get(name) ?? -Infinity) < everyMs) continue;
        asked.set(name, environment.monotonic());
        if (!(await leaseBalance(database, name, leaseSeconds))) continue;
        await saveBalance(database, name, await ask(deps, connection));
      }
    },
  };
}

/** Always resolves. */
async function ask(
  { connectorOf, http, log }: BalanceDeps,
  { name, connector, config }: CarrierConnection,
): Promise<SmsBalanceResult> {
  const own = connectorOf(connector)!;
  if (own.checkConfig(config).length > 0)
    return { ok: false, why: 'strange', said: 'the configuration cannot be used' };
  try {
    return await own.balance!({
      config,
      http,
      log: (level, message, details) => log(level, message, { ...details, connection: name }),
    });
  } catch (error) {
    // Its own words may hold a secret.
    const reason = error instanceof Error ? error.name : typeof error;
    log('error', 'the balance of a carrier: its connector threw', { connection: name, reason });
    return { ok: false, why: 'strange', said: 'the connector threw' };
  }
}
