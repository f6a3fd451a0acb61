// Opens, tries and closes a breaker: a user with a reason, or the route's health.

import { recordAudit, type Who } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { usualBreakerRule, type BreakerRule } from '../catalogue/index.ts';
import { opensForHealth, type Breaker, type BreakerState } from './breaker.ts';
import { changeBreaker } from './store.ts';

/**
 * By a user. False: it was so already. An open breaker is not closed but by a user, or tried until
 * then.
 */
export async function setBreaker(
  database: Database,
  who: Who,
  { route, state, reason }: { route: string; state: BreakerState; reason: string },
): Promise<boolean> {
  // What a user says ends all counting, whatever the rule is.
  const change = {
    route,
    state,
    byHand: true,
    reason,
    who: nameOf(who),
    rule: usualBreakerRule,
  };
  const { changed } = await changeBreaker(
    database,
    change,
    (before) => isOther(before, state),
    async (session, before) => {
      await recordAudit(session, {
        who,
        action: 'route.breaker',
        subject: `route/${route}`,
        old: {
          state: before?.state ?? 'closed',
          ...(before !== null && { reason: before.reason }),
        },
        new: { state, reason },
      });
    },
  );
  return changed;
}

/** What was opened by its health becomes a user's own when a user opens it again: it stays open. */
const isOther = (before: Breaker | null, state: BreakerState): boolean =>
  (before?.state ?? 'closed') !== state || (state === 'open' && before?.byHand === false);

const nameOf = (who: Who): string => (who.kind === 'user' ? who.email : 'command');

/**
 * By its health. False: it is not closed, or closed so recently that its health still counts what
 * happened before.
 */
export async function openForHealth(
  database: Database,
  { route, reason, rule }: { route: string; reason: string; rule: BreakerRule },
): Promise<boolean> {
  const change = { route, state: 'open', byHand: false, reason, who: null, rule } as const;
  const { changed } = await changeBreaker(
    database,
    change,
    (before) => opensForHealth(before, rule),
    (session) =>
      recordAudit(session, {
        who: { kind: 'system' },
        action: 'route.breaker',
        subject: `route/${route}`,
        old: { state: 'closed' },
        new: { state: 'open', reason },
      }),
  );
  return changed;
}
