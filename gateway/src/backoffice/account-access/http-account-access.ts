// Routes by which the operator invites users to a developer's account or resets their access.

import type { ApprovalRequestKinds } from '../approvals/index.ts';
import { mailedWith, type UsersDeps } from '../users/index.ts';
import { requestInvitation, requestReset } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { actorOf, type Visit } from '../../platform/http/portal/caller.ts';
import type { Refused } from '../../platform/http/portal/refused.ts';

export function accountAccessHandlers(
  { database, ...users }: UsersDeps,
  kinds: ApprovalRequestKinds,
) {
  const mailWith = mailedWith(users);
  const deps = { database, kinds, mailWith };
  const handOver = answerWith(mailWith !== null);
  return {
    async 'POST operator/developers/invite'({
      body: { id: accountId, email, role, reason },
      caller: { session },
      visit,
    }) {
      const asker = { userId: session.user.id, who: actorOf(session.user, visit) };
      return handOver(
        'invitation',
        visit,
        await requestInvitation(deps, asker, { accountId, email, role, reason: reason.trim() }),
      );
    },
    async 'POST operator/developers/reset'({
      body: { id: accountId, member: membershipId, secondFactors, reason },
      caller: { session },
      visit,
    }) {
      const asker = { userId: session.user.id, who: actorOf(session.user, visit) };
      const asked = { accountId, membershipId, secondFactors, reason: reason.trim() };
      return handOver('reset', visit, await requestReset(deps, asker, asked));
    },
  } satisfies Partial<Handlers>;
}

/** A link that is mailed is shown to nobody but its reader. */
const answerWith =
  (mailed: boolean) =>
  (
    page: 'invitation' | 'reset',
    { origin }: Visit,
    made: { ok: true; token: string; approvalRequestId: number | null } | Refused,
  ) =>
    made.ok
      ? {
          ok: true as const,
          answer: {
            link: mailed ? null : `${origin ?? ''}/${page}#${made.token}`,
            approvalRequest: made.approvalRequestId,
          },
        }
      : made;
