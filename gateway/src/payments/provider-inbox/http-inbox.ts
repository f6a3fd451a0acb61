// Routes of the provider inbox. A user may say why a notice needs nothing more; whatever moves
// money is decided with its transaction.

import type { Database } from '../../platform/db/database.ts';
import { noteAudit } from '../../platform/audit/index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { listInbox, markIgnored } from './index.ts';

export function inboxHandlers(database: Database) {
  return {
    async 'GET operator/provider-inbox'({ query: { of = 'waiting', after } }) {
      const read = await listInbox(database, { of, after: after ?? null, limit: pageRowsRead });
      const { rows: items, next } = cutPage(read, ({ id }) => id);
      return { ok: true, answer: { items, next } };
    },
    async 'POST operator/provider-inbox/ignore'({
      body: { id, reason },
      caller: { session },
      visit,
    }) {
      const route = await markIgnored(database, id, reason);
      if (route === null) return notFound;
      await noteAudit(database, {
        who: actorOf(session.user, visit),
        action: 'provider-inbox.ignore',
        accountId: null,
        subject: `provider-inbox/${id}`,
        new: { route, reason },
      });
      return { ok: true, answer: {} };
    },
  } satisfies Partial<Handlers>;
}
