// Attests that a new member is a person of their own: another owner does, who has not brought them
// in, and the member counts as the second person of approvals at once.

import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { countAtOnceIn, lockAllMembers } from './memberships.ts';
import { oneAbove } from './two-users.ts';
import type { UsersDeps } from './sign-in.ts';
import { refuse, type Refused } from '../../platform/http/portal/refused.ts';

/**
 * `accountId` null: of the operator. Refused for oneself, by who invited or changed the member or
 * is linked to them (`notTwoUsers`), and by who is new themselves (`newMember`); `conflict`: the
 * member counts already.
 */
export function attestMember(
  { database }: UsersDeps,
  who: Extract<Who, { kind: 'user' }>,
  { membershipId, accountId }: { membershipId: number; accountId: number | null },
): Promise<{ ok: true } | Refused> {
  return inTransaction(database, async (session): Promise<{ ok: true } | Refused> => {
    const members = await lockAllMembers(session, accountId);
    const member = members.find(({ id }) => id === membershipId);
    const attester = members.find(({ userId }) => userId === who.userId);
    if (member === undefined || attester === undefined) return refuse('notFound');
    if (member.countsAt === null) return refuse('conflict');
    if (attester.countsAt !== null)
      return { ...refuse('newMember'), countsFrom: attester.countsAt };
    const { strict } = await oneAbove(session, who.userId, member.userId, accountId ?? 0);
    if (strict || member === attester || member.broughtInBy.includes(who.userId))
      return refuse('notTwoUsers');
    await countAtOnceIn(session, membershipId);
    await recordAudit(session, {
      who,
      action: 'member.attest',
      accountId,
      subject: `person/${member.userId}`,
      old: { countsFrom: member.countsAt.toISOString() },
    });
    return { ok: true };
  });
}
