// How are seats changed and taken away, by a person of the same side or by the command line? An account keeps an owner, the operator an admin.

import type { Session } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import type { Who } from '../audit/index.ts';
import { endInvitationsOf } from './links.ts';
import { changeMembership, dropMembership, forgetGivers, lockAllMembers } from './memberships.ts';
import type { LockedMember } from './memberships.ts';
import { findPersonByEmail, storeDisabled } from './persons.ts';
import { refuse } from './refusal.ts';
import type { Refused } from './refusal.ts';
import { endSessions } from './sessions.ts';
import type { PeopleDeps } from './sign-in.ts';

export const madeBy = (who: Who): number | null => (who.kind === 'person' ? who.personId : null);
const keeper = (accountId: number | null): string => (accountId === null ? 'admin' : 'owner');

/** A seat of `accountId` (null: the operator's), and what the person has who changes it. */
interface Of {
  membershipId: number;
  accountId: number | null;
  by: { role: string; countries: readonly string[] | null };
}

/** Only owners touch owners, and nobody touches who reaches further than themselves. */
export function isAbove(member: Pick<LockedMember, 'role' | 'countries'>, by: Of['by']): boolean {
  if (member.role === 'owner' && by.role !== 'owner') return true;
  return by.countries !== null && member.countries?.every((country) => by.countries!.includes(country)) !== true;
}

/** Changes role and countries of a member of `accountId`; null: of the operator's people. Nobody changes their own seat. */
export function changeMember(
  { database }: PeopleDeps,
  who: Who,
  { membershipId, accountId, role, countries, by }: Of & { role: string; countries: string[] | null },
): Promise<{ ok: true } | Refused> {
  return withMember(database, accountId, membershipId, async (session, member, others) => {
    if (isAbove(member, by) || member.personId === madeBy(who)) return refuse('notAllowed');
    if (isLast(member, others, accountId) && (role !== member.role || countries !== null)) return refuse('lastOne');
    await changeMembership(session, membershipId, { role, countries, changedBy: madeBy(who) });
    // What was given with more than they have now does not come into force later.
    const invitationsEnded = await endInvitationsOf(session, member.personId, accountId);
    const values = { old: { role: member.role, countries: member.countries }, new: { role, countries, invitationsEnded } };
    await recordAudit(session, { who, action: 'member.change', accountId, subject: `person/${member.personId}`, ...values });
    return { ok: true };
  });
}

export function removeMember({ database }: PeopleDeps, who: Who, { membershipId, accountId, by }: Of): Promise<{ ok: true } | Refused> {
  return withMember(database, accountId, membershipId, async (session, member, others) => {
    if (isAbove(member, by)) return refuse('notAllowed');
    if (isLast(member, others, accountId)) return refuse('lastOne');
    await dropMembership(session, membershipId);
    const invitationsEnded = await endInvitationsOf(session, member.personId, accountId);
    await recordAudit(session, {
      who,
      action: 'member.remove',
      accountId,
      subject: `person/${member.personId}`,
      old: { role: member.role, countries: member.countries },
      new: { invitationsEnded },
    });
    return { ok: true };
  });
}

function withMember(
  database: PeopleDeps['database'],
  accountId: number | null,
  membershipId: number,
  change: (session: Session, member: LockedMember, others: LockedMember[]) => Promise<{ ok: true } | Refused>,
): Promise<{ ok: true } | Refused> {
  return inTransaction(database, async (session): Promise<{ ok: true } | Refused> => {
    const members = await lockAllMembers(session, accountId);
    const member = members.find(({ id }) => id === membershipId);
    if (member === undefined) return refuse('notFound');
    const others = members.filter(({ id }) => id !== membershipId);
    return change(session, member, others);
  });
}

/** Who keeps an account, or the installation, reaches all of it: limited to countries nobody does. */
function isLast(member: LockedMember, others: LockedMember[], accountId: number | null): boolean {
  const keeps = ({ role, countries }: LockedMember): boolean => role === keeper(accountId) && countries === null;
  return keeps(member) && !others.some((other) => keeps(other) && !other.disabled);
}

/** Keeps an operator's person out, or lets them in again; all their sessions end. */
export function setOperatorDisabled({ database }: PeopleDeps, who: Who, email: string, disabled: boolean): Promise<{ ok: true } | Refused> {
  return inTransaction(database, async (session): Promise<{ ok: true } | Refused> => {
    const members = await lockAllMembers(session, null);
    const person = await findPersonByEmail(session, email);
    const member = members.find(({ personId }) => personId === person?.id);
    if (person === null || member === undefined) return refuse('notFound');
    const others = members.filter((other) => other !== member);
    if (disabled && isLast(member, others, null)) return refuse('lastOne');
    await storeDisabled(session, person.id, disabled);
    if (disabled) await endSessions(session, person.id, null);
    if (disabled) await endInvitationsOf(session, person.id, null);
    await recordAudit(session, { who, action: disabled ? 'person.disable' : 'person.enable', subject: `person/${person.id}` });
    return { ok: true };
  });
}

/** From here on the person counts as brought in by nobody: who runs the server vouches for them. */
export function vouchForOperator({ database }: PeopleDeps, who: Who, email: string): Promise<{ ok: true } | Refused> {
  return inTransaction(database, async (session): Promise<{ ok: true } | Refused> => {
    const members = await lockAllMembers(session, null);
    const person = await findPersonByEmail(session, email);
    const member = members.find(({ personId }) => personId === person?.id);
    if (member === undefined) return refuse('notFound');
    await forgetGivers(session, member.id);
    await recordAudit(session, { who, action: 'member.vouch', subject: `person/${member.personId}` });
    return { ok: true };
  });
}
