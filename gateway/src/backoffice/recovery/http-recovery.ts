// The route of the portal that opens a provider route after a recovery, as `jokko recover open`
// does.

import type { Database } from '../../platform/db/database.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { openRoutes } from './index.ts';

export function recoveryHandlers({ database }: { database: Database }) {
  return {
    async 'POST operator/connectors/open'({ body: { name }, caller: { session }, visit }) {
      const opened = await openRoutes(database, actorOf(session.user, visit), name);
      return { ok: true, answer: { opened: opened.length > 0 } };
    },
  } satisfies Partial<Handlers>;
}
