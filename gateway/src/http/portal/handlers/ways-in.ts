// Routes by which the operator lets somebody into a developer's account, or lets them in again.

import type { WishKinds } from '../../../domain/approvals/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps, Refused, Visit } from '../../../domain/people/index.ts';
import { askForInvitation, askForReset } from '../../../domain/ways-in/index.ts';
import type { Handlers } from '../handler.ts';

export function wayInHandlers({ database }: PeopleDeps, kinds: WishKinds) {
  const deps = { database, kinds };
  return {
    async 'POST operator/developers/invite'({ body: { id: accountId, email, role, reason }, caller: { live }, visit }) {
      const asker = { personId: live.person.id, who: personOf(live.person, visit) };
      return handOver('invitation', visit, await askForInvitation(deps, asker, { accountId, email, role, reason: reason.trim() }));
    },
    async 'POST operator/developers/reset'({
      body: { id: accountId, member: membershipId, secondFactors, reason },
      caller: { live },
      visit,
    }) {
      const asker = { personId: live.person.id, who: personOf(live.person, visit) };
      const asked = { accountId, membershipId, secondFactors, reason: reason.trim() };
      return handOver('reset', visit, await askForReset(deps, asker, asked));
    },
  } satisfies Partial<Handlers>;
}

function handOver(page: 'invitation' | 'reset', { origin }: Visit, made: { ok: true; token: string; wishId: number | null } | Refused) {
  return made.ok ? { ok: true as const, answer: { link: `${origin ?? ''}/${page}#${made.token}`, wish: made.wishId } } : made;
}
