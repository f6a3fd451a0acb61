// Routes of looking at a developer's portal: an operator begins, and ends before the time is over.

import { beginViewAs, endViewAs, type UsersDeps } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';

export function viewHandlers(users: UsersDeps) {
  return {
    async 'POST operator/developers/view'({
      body: { id: accountId, reason },
      caller: { session },
      visit,
    }) {
      const begun = await beginViewAs(users, session, { accountId, reason }, visit);
      return begun.ok ? { ok: true, answer: { until: begun.until } } : begun;
    },
    async 'POST view/end'({ caller: { session }, visit }) {
      await endViewAs(users, session, visit);
      return { ok: true, answer: {} };
    },
  } satisfies Partial<Handlers>;
}
