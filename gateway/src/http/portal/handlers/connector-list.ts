// Which ways to providers are in force: routes of payments and links of SMS, who uses them, and what is under way on them?

import type { RouteAnswer } from '@jokko/contract/portal';
import type { Catalogue } from '../../../domain/catalogue/index.ts';
import type { OperatorDocument } from '../../../domain/documents/index.ts';
import type { PeopleDeps } from '../../../domain/people/index.ts';
import { loadBinds, type Routing } from '../../../domain/sms-routing/index.ts';
import { documentOf, entriesWithConfig, type Documents } from './document-entries.ts';

type Item = RouteAnswer<'GET operator/connectors'>['items'][number];

const namesShown = 5;

export interface ConnectorListDeps {
  people: PeopleDeps;
  documents: Documents;
  catalogue(): Catalogue;
  routing(): Routing;
  /** Of this node. */
  lanes(): { route: string; queued: number; active: number }[];
}

/** Routes first, each in the order of their document. */
export async function listConnectors(deps: ConnectorListDeps): Promise<Item[]> {
  return [...(await listRoutes(deps)), ...(await listLinks(deps))];
}

/** The document in force, or an empty one. */
export async function inForce(database: PeopleDeps['database'], { versions, empty }: OperatorDocument): Promise<object> {
  const newest = await versions.newest(database);
  return newest === null ? empty : documentOf(newest.text);
}

async function listRoutes({ people: { database }, documents, catalogue, lanes }: ConnectorListDeps): Promise<Item[]> {
  const document = await inForce(database, documents.catalogue);
  const { services = [] } = document as { services?: { code: string; route: string; otherRoutes?: string[] }[] };
  const queues = new Map(lanes().map(({ route, queued, active }) => [route, { queued, active }]));
  return entriesWithConfig(document, 'routes').map(({ name, connector, off }) => {
    const users = services.filter(({ route, otherRoutes = [] }) => route === name || otherRoutes.includes(name)).map(({ code }) => code);
    const lane = queues.get(name) ?? { queued: 0, active: 0 };
    return itemOf('catalogue', { name, connector, off: off === true, usable: catalogue().route(name) !== undefined, users, lane });
  });
}

async function listLinks({ people: { database }, documents, routing }: ConnectorListDeps): Promise<Item[]> {
  const [document, binds] = await Promise.all([inForce(database, documents['sms-routing']), loadBinds(database)]);
  const { routes: ways = [] } = document as { routes?: { country: string; operator?: string; links: { name: string }[] }[] };
  const unusable = new Set(routing().unusableLinks);
  return entriesWithConfig(document, 'links').map(({ name, connector }) => {
    const users = ways
      .filter((way) => way.links.some((link) => link.name === name))
      .map((way) => [way.country, way.operator].filter(Boolean).join(' '));
    const item = itemOf('sms-routing', { name, connector, off: false, usable: !unusable.has(name), users, lane: null });
    const own = binds.filter(({ link }) => link === name);
    return { ...item, binds: own.map(({ state, node, detail, updatedAt }) => ({ state, node, detail, at: updatedAt.toISOString() })) };
  });
}

type Facts = Pick<Item, 'name' | 'connector' | 'off' | 'usable' | 'lane'> & { users: string[] };

const itemOf = (kind: Item['kind'], { users, ...facts }: Facts): Item => ({
  ...{ kind, ...facts, usedBy: users.slice(0, namesShown), uses: users.length, binds: [] },
});
