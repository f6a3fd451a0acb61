// Routes of looking at a developer's portal: an operator begins, and ends before the time is over.

import { beginViewAs, endViewAs, type PeopleDeps } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';

export function viewHandlers(people: PeopleDeps) {
  return {
    async 'POST operator/developers/view'({ body: { id: accountId, reason }, caller: { live }, visit }) {
      const begun = await beginViewAs(people, live, { accountId, reason }, visit);
      return begun.ok ? { ok: true, answer: { until: begun.until.toISOString() } } : begun;
    },
    async 'POST view/end'({ caller: { live }, visit }) {
      await endViewAs(people, live, visit);
      return { ok: true, answer: {} };
    },
  } satisfies Partial<Handlers>;
}
