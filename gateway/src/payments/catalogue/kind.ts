// Defines the catalogue as a kind of configuration document: its entries, what one user may change
// alone, and what blocks a new version.

import type { Session } from '../../platform/db/database.ts';
import {
  counterpartyOf,
  type Change,
  type DocumentKind,
  type DocumentProblem,
  type OperatorDocument,
} from '../../platform/documents/index.ts';
import type { CatalogueDocument } from './document.ts';
import { catalogueVersions, loadRoutesInUse } from './store.ts';

/** Members of a service that neither move money nor say where it goes. */
const harmlessMembers: ReadonlySet<string> = new Set([
  'name',
  'icon',
  'provider',
  'payerName',
  'orderPrefix',
  'off',
]);

/**
 * Members of a route that say when it is sent nothing, and what waits for it: money goes nowhere
 * else.
 */
const harmlessRouteMembers: ReadonlySet<string> = new Set([
  'off',
  'breaker',
  'breakerRule',
  'parkedHours',
  'parkedPerSecond',
]);

export const catalogueKind: DocumentKind = {
  name: 'catalogue',
  versions: catalogueVersions,
  parts: {
    services: ({ code }) => String(code),
    routes: ({ name }) => String(name),
    errorTexts: null,
  },
  connectorPart: 'routes',
  empty: { services: [], routes: [] },
  isHarmless,
};

/**
 * Without its route an operation under way could never be looked up again; and whoever is asked in
 * another place does not know it.
 */
export async function routeObstacles(
  session: Session,
  { routes }: CatalogueDocument,
  connectors: OperatorDocument['connectors'],
): Promise<DocumentProblem[]> {
  const [inUse, newest] = await Promise.all([
    loadRoutesInUse(session),
    catalogueVersions.newest(session),
  ]);
  const present = newest === null ? [] : (JSON.parse(newest.text) as CatalogueDocument).routes;
  return inUse.flatMap((name) => {
    const [was, is] = [present, routes].map((entries) =>
      entries.find((entry) => entry.name === name),
    );
    const problem = (message: string) => ({
      line: 1,
      field: 'routes',
      message: `"${name}" ${message}`,
    });
    if (is === undefined) return problem('is missing, and operations are in progress on it');
    if (was === undefined || counterpartyOf(was, connectors) === counterpartyOf(is, connectors))
      return [];
    return problem(
      'has another destination, and operations are in progress on it: use another name',
    );
  });
}

function isHarmless({ part, kind, fields }: Change): boolean {
  if (part === 'errorTexts' || kind === 'moved') return true;
  if (kind !== 'changed') return false;
  const harmless = part === 'services' ? harmlessMembers : harmlessRouteMembers;
  return fields.every(({ field }) => harmless.has(field.split('.')[0]!));
}
