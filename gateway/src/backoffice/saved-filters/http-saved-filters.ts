// Routes of the filters that members save for themselves.

import type { Database } from '../../platform/db/database.ts';
import type { LiveSession } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { notFound, refuseField } from '../../platform/http/portal/refused.ts';
import { deleteSavedFilter, listSavedFilters, saveFilter } from './store.ts';

/**
 * Parameters of a list's address that are not saved: they hold numbers of customers, which are
 * removed after a time.
 */
const unsavedParameters = ['q', 'phonePart'];

/** Who looks at a developer's portal sees neither its members' filters nor their own there. */
const ownMembership = ({ viewing, membership }: LiveSession): number | null =>
  viewing === null ? (membership?.id ?? null) : null;

export function savedFilterHandlers({ database }: { database: Database }) {
  return {
    async 'GET saved-filters'({ query: { list }, caller: { session } }) {
      const membershipId = ownMembership(session);
      const items =
        membershipId === null ? [] : await listSavedFilters(database, { membershipId, list });
      return { ok: true, answer: { items } };
    },
    async 'POST saved-filters/save'({ body, caller: { session } }) {
      const membershipId = ownMembership(session);
      if (membershipId === null) return notFound;
      const name = body.name.trim();
      if (name === '') return refuseField('name', 'empty');
      const search = keptOf(body.search);
      if (search === '') return refuseField('search', 'empty');
      const { list } = body;
      const saved = await saveFilter(database, { membershipId, list }, { name, search });
      return saved ? { ok: true, answer: {} } : refuseField('name', 'tooMany');
    },
    async 'POST saved-filters/delete'({ body: { id }, caller: { session } }) {
      const membershipId = ownMembership(session);
      const deleted =
        membershipId !== null && (await deleteSavedFilter(database, id, membershipId));
      return deleted ? { ok: true, answer: {} } : notFound;
    },
  } satisfies Partial<Handlers>;
}

/** Without numbers of customers. */
function keptOf(search: string): string {
  const parameters = new URLSearchParams(search);
  for (const name of unsavedParameters) parameters.delete(name);
  return parameters.toString();
}
