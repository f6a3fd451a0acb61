// Routes of the days whose statement could not be fetched: which they are, and asking once more.

import type { Database } from '../../platform/db/database.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { conflict, notFound } from '../../platform/http/portal/refused.ts';
import { fetchAgain } from './fetch-again.ts';
import { listUnreadDays } from './store.ts';

const shownMax = 50;

export function statementDayHandlers({ database }: { database: Database }) {
  return {
    async 'GET operator/statement-days'() {
      const days = await listUnreadDays(database, shownMax);
      return {
        ok: true,
        answer: {
          items: days.map(({ lines: _, fileId: __, ...day }) => day),
        },
      };
    },
    async 'POST operator/statement-days/fetch'({ body, caller: { session }, visit }) {
      const asked = await fetchAgain(database, { ...body, who: actorOf(session.user, visit) });
      if (asked.ok) return { ok: true, answer: {} };
      return asked.refusal === 'unknown' ? notFound : conflict;
    },
  } satisfies Partial<Handlers>;
}
