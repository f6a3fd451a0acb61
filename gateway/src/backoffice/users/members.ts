// Changes and ends memberships, by a user of the same side or by the command line. An account
// keeps an owner, the operator an admin.

import type { Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Who } from '../../platform/audit/index.ts';
import { withdrawLinkMails } from './link-mail.ts';
import { endInvitationsOf } from './links.ts';
import { changeMembership, dropMembership, purgeGivers, lockAllMembers } from './memberships.ts';
import type { LockedMember } from './memberships.ts';
import { findUserByEmail, storeDisabled } from './users.ts';
import { endSessions } from './sessions.ts';
import type { UsersDeps } from './sign-in.ts';
import { refuse, type Refused } from '../../platform/http/portal/refused.ts';

export const madeBy = (who: Who): number | null => (who.kind === 'user' ? who.userId : null);
const managingRole = (accountId: number | null): string => (accountId === null ? 'admin' : 'owner');

/** A seat of `accountId` (null: the operator's), and what the user has who changes it. */
interface Of {
  membershipId: number;
  accountId: number | null;
  by: { role: string; countries: readonly string[] | null };
}

/** Only owners change owners, and users cannot change members with a higher role. */
export function isAbove(member: Pick<LockedMember, 'role' | 'countries'>, by: Of['by']): boolean {
  if (member.role === 'owner' && by.role !== 'owner') return true;
  return (
    by.countries !== null &&
    member.countries?.every((country) => by.countries!.includes(country)) !== true
  );
}

/**
 * Changes role and countries of a member of `accountId`; null: of the operator's users. Users
 * cannot change their own role.
 */
export function changeMember(
  { database }: UsersDeps,
  who: Who,
  {
    membershipId,
    accountId,
    role,
    countries,
    by,
  }: Of & { role: string; countries: string[] | null },
): Promise<{ ok: true } | Refused> {
  return withMember(database, accountId, membershipId, async (session, member, others) => {
    if (isAbove(member, by) || member.userId === madeBy(who)) return refuse('notAllowed');
    if (isLast(member, others, accountId) && (role !== member.role || countries !== null))
      return refuse('lastOne');
    await changeMembership(session, membershipId, { role, countries, changedBy: madeBy(who) });
    // What was given with more than they have now does not come into force later.
    const invitationsEnded = await endLinksOf(session, member.userId, accountId);
    const values = {
      old: { role: member.role, countries: member.countries },
      new: { role, countries, invitationsEnded },
    };
    await recordAudit(session, {
      who,
      action: 'member.change',
      accountId,
      subject: `person/${member.userId}`,
      ...values,
    });
    return { ok: true };
  });
}

export function removeMember(
  { database }: UsersDeps,
  who: Who,
  { membershipId, accountId, by }: Of,
): Promise<{ ok: true } | Refused> {
  return withMember(database, accountId, membershipId, async (session, member, others) => {
    if (isAbove(member, by)) return refuse('notAllowed');
    if (isLast(member, others, accountId)) return refuse('lastOne');
    await dropMembership(session, membershipId);
    const invitationsEnded = await endLinksOf(session, member.userId, accountId);
    await recordAudit(session, {
      who,
      action: 'member.remove',
      accountId,
      subject: `person/${member.userId}`,
      old: { role: member.role, countries: member.countries },
      new: { invitationsEnded },
    });
    return { ok: true };
  });
}

/** With the mails that bring them. Returns how many there were. */
async function endLinksOf(
  session: Session,
  userId: number,
  accountId: number | null,
): Promise<number> {
  const ended = await endInvitationsOf(session, userId, accountId);
  await withdrawLinkMails(session, ended);
  return ended.length;
}

function withMember(
  database: UsersDeps['database'],
  accountId: number | null,
  membershipId: number,
  change: (
    session: Session,
    member: LockedMember,
    others: LockedMember[],
  ) => Promise<{ ok: true } | Refused>,
): Promise<{ ok: true } | Refused> {
  return inTransaction(database, async (session): Promise<{ ok: true } | Refused> => {
    const members = await lockAllMembers(session, accountId);
    const member = members.find(({ id }) => id === membershipId);
    if (member === undefined) return refuse('notFound');
    const others = members.filter(({ id }) => id !== membershipId);
    return change(session, member, others);
  });
}

/**
 * Who keeps an account, or the installation, reaches all of it: limited to countries nobody does.
 */
function isLast(member: LockedMember, others: LockedMember[], accountId: number | null): boolean {
  const keeps = ({ role, countries }: LockedMember): boolean =>
    role === managingRole(accountId) && countries === null;
  return keeps(member) && !others.some((other) => keeps(other) && !other.disabled);
}

/** Keeps an operator's user out, or lets them in again; all their sessions end. */
export function setOperatorDisabled(
  { database }: UsersDeps,
  who: Who,
  email: string,
  disabled: boolean,
): Promise<{ ok: true } | Refused> {
  return inTransaction(database, async (session): Promise<{ ok: true } | Refused> => {
    const members = await lockAllMembers(session, null);
    const user = await findUserByEmail(session, email);
    const member = members.find(({ userId }) => userId === user?.id);
    if (user === null || member === undefined) return refuse('notFound');
    const others = members.filter((other) => other !== member);
    if (disabled && isLast(member, others, null)) return refuse('lastOne');
    await storeDisabled(session, user.id, disabled);
    if (disabled) await endSessions(session, user.id, null);
    if (disabled) await endLinksOf(session, user.id, null);
    await recordAudit(session, {
      who,
      action: disabled ? 'person.disable' : 'person.enable',
      subject: `person/${user.id}`,
    });
    return { ok: true };
  });
}

/**
 * From here on the user counts as invited by no other user: the operator attests their independence
 * on the server.
 */
export function attestIndependence(
  { database }: UsersDeps,
  who: Who,
  email: string,
): Promise<{ ok: true } | Refused> {
  return inTransaction(database, async (session): Promise<{ ok: true } | Refused> => {
    const members = await lockAllMembers(session, null);
    const user = await findUserByEmail(session, email);
    const member = members.find(({ userId }) => userId === user?.id);
    if (member === undefined) return refuse('notFound');
    await purgeGivers(session, member.id);
    await recordAudit(session, {
      who,
      action: 'member.vouch',
      subject: `person/${member.userId}`,
    });
    return { ok: true };
  });
}
