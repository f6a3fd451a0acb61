// How are seats given, changed and taken away, by a person of the same side or by the command line? An account keeps an owner, the operator an admin.

import type { Session } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { loadAccount } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import type { Who } from '../audit/index.ts';
import { readEmail } from './email.ts';
import { endInvitationsOf, listInvitations, makeLink, openInvitationsMax, withdrawInvitation } from './links.ts';
import { changeMembership, dropMembership, forgetGivers, hasSeat, lockAllMembers } from './memberships.ts';
import type { LockedMember, Seat } from './memberships.ts';
import { findPersonByEmail, storeDisabled } from './persons.ts';
import { refuse, refuseField } from './refusal.ts';
import type { Refused } from './refusal.ts';
import { endSessions } from './sessions.ts';
import type { PeopleDeps } from './sign-in.ts';

const madeBy = (who: Who): number | null => (who.kind === 'person' ? who.personId : null);
const keeper = (accountId: number | null): string => (accountId === null ? 'admin' : 'owner');

/** Answers the token of a one-time link, to be handed over; it is kept nowhere. */
export async function invite(
  { database }: PeopleDeps,
  who: Who,
  email: string,
  seat: Seat,
): Promise<{ ok: true; token: string } | Refused> {
  const address = readEmail(email);
  if (address === null) return refuseField('email', 'notEmail');
  return inTransaction(database, async (session): Promise<{ ok: true; token: string } | Refused> => {
    if (seat.accountId !== null && (await loadAccount(session, seat.accountId)) === null) return refuse('notFound');
    // Another role is a change of the seat they have, by who may change it.
    const known = await findPersonByEmail(session, address);
    if (known !== null && (await hasSeat(session, known.id, seat.accountId))) return refuseField('email', 'known');
    if ((await listInvitations(session, seat.accountId)).length >= openInvitationsMax) return refuse('conflict');
    const { id, token } = await makeLink(session, { kind: 'invitation', email: address, seat }, madeBy(who));
    const { side, role, countries, accountId } = seat;
    const subject = `invitation/${id}`;
    await recordAudit(session, { who, action: 'invitation.make', accountId, subject, new: { email: address, side, role, countries } });
    return { ok: true, token };
  });
}

/** `accountId` null: of the operator. */
export function withdraw({ database }: PeopleDeps, who: Who, id: number, accountId: number | null): Promise<{ ok: true } | Refused> {
  return inTransaction(database, async (session): Promise<{ ok: true } | Refused> => {
    const email = await withdrawInvitation(session, id, accountId);
    if (email === null) return refuse('notFound');
    await recordAudit(session, { who, action: 'invitation.withdraw', accountId, subject: `invitation/${id}`, old: { email } });
    return { ok: true };
  });
}

/** A seat of `accountId` (null: the operator's), and what the person has who changes it. */
interface Of {
  membershipId: number;
  accountId: number | null;
  by: { role: string; countries: readonly string[] | null };
}

/** Only owners touch owners, and nobody touches who reaches further than themselves. */
function isAbove(member: LockedMember, by: Of['by']): boolean {
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

/** Answers the token of a link for a new password; with `secondFactors` it also removes authenticator and passkeys. */
export function makeResetLink(
  { database }: PeopleDeps,
  who: Who,
  email: string,
  secondFactors: boolean,
): Promise<{ ok: true; token: string } | Refused> {
  return inTransaction(database, async (session): Promise<{ ok: true; token: string } | Refused> => {
    const person = await findPersonByEmail(session, email);
    if (person === null) return refuse('notFound');
    const { token } = await makeLink(session, { kind: 'reset', personId: person.id, secondFactors }, madeBy(who));
    await recordAudit(session, { who, action: 'reset-link.make', subject: `person/${person.id}`, new: { secondFactors } });
    return { ok: true, token };
  });
}
