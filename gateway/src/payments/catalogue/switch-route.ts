// Switches a route off and on again. Takes effect at once, on all nodes: no new operation starts
// on it; those in flight continue.

import type { Database, Session } from '../../platform/db/database.ts';
import type { Who } from '../../platform/audit/index.ts';
import { changeInForce } from '../../platform/documents/index.ts';
import { compileService } from './compile.ts';
import type { CatalogueDocument } from './document.ts';
import { catalogueKind } from './kind.ts';
import type { Service } from './service.ts';

/**
 * `version` null: it was so already. `beside`: what follows from it for the route's services, in
 * the same transaction.
 */
export async function switchRoute(
  database: Database,
  by: { who: Who; userId: number | null },
  { name, off, reason }: { name: string; off: boolean; reason: string },
  beside?: (session: Session, services: Service[]) => Promise<void>,
): Promise<{ ok: true; version: number | null } | { ok: false; refusal: 'unknown route' }> {
  let known = false;
  const changed = await changeInForce(database, catalogueKind, {
    ...by,
    reason,
    action: off ? 'route.off' : 'route.on',
    subject: `route/${name}`,
    change(before) {
      const document = before as CatalogueDocument;
      const route = document.routes.find((each) => each.name === name);
      known = route !== undefined;
      if (route === undefined || (route.off === true) === off) return null;
      const { off: was = false, ...rest } = route;
      const now = off ? { ...rest, off } : rest;
      const routes = document.routes.map((each) => (each === route ? now : each));
      return { document: { ...document, routes }, old: { off: was }, new: { off, reason } };
    },
    ...(beside !== undefined && {
      beside: (session, document) =>
        beside(session, servicesOf(document as CatalogueDocument, name)),
    }),
  });
  return changed === 'none' || !known
    ? { ok: false, refusal: 'unknown route' }
    : { ok: true, version: changed.version };
}

/** All that use the route, by themselves or beside another one. */
const servicesOf = ({ services }: CatalogueDocument, route: string): Service[] =>
  services
    .filter((entry) => entry.route === route || entry.otherRoutes?.includes(route) === true)
    .map((entry) => compileService(entry));
