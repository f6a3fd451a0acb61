// Routes of what developers request of services, as the operator decides it.

import type { Database } from '../../platform/db/database.ts';
import { decideServiceRequest, loadServiceRequestPage } from './index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { conflict } from '../../platform/http/portal/refused.ts';

export function serviceRequestHandlers(
  { database }: { database: Database },
  catalogue: () => Catalogue,
) {
  return {
    async 'GET service-requests'({ query: { state = 'open', after } }) {
      const page = {
        state,
        before: after === undefined ? null : Number(after),
        limit: pageRowsRead,
      };
      const rows = await loadServiceRequestPage(database, page);
      const { rows: shown, next } = cutPage(rows, ({ id }) => id);
      const items = shown.map(({ askedAt, decidedAt, ...row }) => ({
        ...row,
        serviceName: catalogue().service(row.code)?.name ?? null,
        askedAt,
        decidedAt,
      }));
      return {
        ok: true,
        answer: { items, next },
      };
    },
    async 'POST service-requests/decide'({ body, caller: { session }, visit }) {
      const decision = { ...body, userId: session.user.id, answer: body.answer.trim() };
      const decided = await decideServiceRequest(database, actorOf(session.user, visit), decision);
      return decided.ok ? { ok: true, answer: {} } : conflict;
    },
  } satisfies Partial<Handlers>;
}
