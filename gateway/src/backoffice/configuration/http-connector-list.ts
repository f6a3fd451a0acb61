// Lists the connections to providers in force (payment routes and SMS carrier connections), who
// uses them, and what is in flight on them.

import { toDecimalString } from '@jokko/contract';
import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import { routeExpiries, type Catalogue } from '../../payments/catalogue/index.ts';
import type { OperatorDocument } from '../../platform/documents/index.ts';
import { loadCarrierBalances, tellsBalance } from '../../messaging/carrier-balances/index.ts';
import { loadBinds, type Routing } from '../../messaging/routing/index.ts';
import { minimumOf, readSettings } from '../alerts/index.ts';
import { readClosedRoutes } from '../recovery/index.ts';
import { documentOf, entriesWithConfig, type Documents } from './http-document-entries.ts';

type Item = RouteResult<'GET operator/connectors'>['items'][number];

const namesShown = 5;

export interface ConnectorListDeps {
  database: Database;
  documents: Documents;
  catalogue(): Catalogue;
  routing(): Routing;
  /** The queues of this node. */
  providerQueues(): { route: string; queued: number; active: number }[];
}

/** Routes first, each in the order of their document. */
export async function listConnectors(deps: ConnectorListDeps): Promise<Item[]> {
  return [...(await listRoutes(deps)), ...(await listConnections(deps))];
}

/** The document in force, or an empty one. */
export async function inForce(
  database: Database,
  { versions, empty }: OperatorDocument,
): Promise<object> {
  const newest = await versions.newest(database);
  return newest === null ? empty : documentOf(newest.text);
}

async function listRoutes({
  database,
  documents,
  catalogue,
  providerQueues,
}: ConnectorListDeps): Promise<Item[]> {
  const [document, closedRoutes] = await Promise.all([
    inForce(database, documents.catalogue),
    readClosedRoutes(database),
  ]);
  const { services = [] } = document as {
    services?: { code: string; route: string; otherRoutes?: string[] }[];
  };
  const ends = routeExpiries(catalogue(), documents.catalogue.connectors);
  const queues = new Map(
    providerQueues().map(({ route, queued, active }) => [route, { queued, active }]),
  );
  return entriesWithConfig(document, 'routes').map(({ name, connector, off }) => {
    const users = services
      .filter(({ route, otherRoutes = [] }) => route === name || otherRoutes.includes(name))
      .map(({ code }) => code);
    const queue = queues.get(name) ?? { queued: 0, active: 0 };
    const item = itemOf('catalogue', {
      name,
      connector,
      off: off === true,
      closedSince: closedRoutes.get(name) ?? null,
      usable: catalogue().route(name) !== undefined,
      connectorKnown: Object.hasOwn(documents.catalogue.connectors, connector),
      users,
      queue,
    });
    const expiries = ends
      .filter(({ route }) => route === name)
      // The last moment at which it is good.
      .map(({ label, atMs }) => ({ label, at: new Date(atMs - 1) }));
    return { ...item, expiries };
  });
}

async function listConnections({
  database,
  documents,
  routing,
}: ConnectorListDeps): Promise<Item[]> {
  const [document, binds, balanceOf] = await Promise.all([
    inForce(database, documents['sms-routing']),
    loadBinds(database),
    readBalances(database, documents),
  ]);
  const { routes: ways = [] } = document as {
    routes?: { country: string; operator?: string; links: { name: string }[] }[];
  };
  const unusable = routing().unusableConnections;
  return entriesWithConfig(document, 'links').map(({ name, connector }) => {
    const users = ways
      .filter((way) => way.links.some((entry) => entry.name === name))
      .map((way) => [way.country, way.operator].filter(Boolean).join(' '));
    const item = itemOf('sms-routing', {
      name,
      connector,
      off: false,
      closedSince: null,
      usable: !unusable.has(name),
      connectorKnown: Object.hasOwn(documents['sms-routing'].connectors, connector),
      users,
      queue: null,
    });
    const own = binds.filter(({ connection }) => connection === name);
    return {
      ...item,
      balance: balanceOf({ name, connector }),
      binds: own.map(({ state, node, detail, updatedAt }) => ({
        state,
        node,
        detail,
        at: updatedAt,
      })),
    };
  });
}

/** Null where the carriers of a connector tell none. */
async function readBalances(
  database: Database,
  documents: Documents,
): Promise<(entry: Pick<Item, 'name' | 'connector'>) => Item['balance']> {
  const { connectors } = documents['sms-routing'];
  const [balances, { settings }] = await Promise.all([
    loadCarrierBalances(database),
    readSettings(database),
  ]);
  return ({ name, connector }) => {
    if (!Object.hasOwn(connectors, connector) || !tellsBalance(connectors[connector])) return null;
    const { balance = null, failure = null } = balances.get(name) ?? {};
    const told = balance && { ...balance, available: toDecimalString(balance.available) };
    return { told, failure, minimum: minimumOf(settings, name) };
  };
}

type Details = Pick<
  Item,
  'name' | 'connector' | 'off' | 'closedSince' | 'usable' | 'connectorKnown' | 'queue'
> & { users: string[] };

const itemOf = (kind: Item['kind'], { users, ...details }: Details): Item => ({
  kind,
  ...details,
  usedBy: users.slice(0, namesShown),
  uses: users.length,
  expiries: [],
  balance: null,
  binds: [],
});
