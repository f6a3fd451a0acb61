// How is a route switched off and on again? At once, on all nodes: nothing new begins on it, what is under way goes on.

import type { Database } from '../../db/database.ts';
import type { Who } from '../audit/index.ts';
import { changeInForce } from '../documents/index.ts';
import type { CatalogueDocument } from './document.ts';
import { catalogueKind } from './kind.ts';

/** `version` null: it was so already. */
export async function switchRoute(
  database: Database,
  by: { who: Who; personId: number | null },
  { name, off, reason }: { name: string; off: boolean; reason: string },
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
  });
  return changed === 'none' || !known ? { ok: false, refusal: 'unknown route' } : { ok: true, version: changed.version };
}
