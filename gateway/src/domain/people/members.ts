// How are seats given, changed and taken away, by a person of the same side or by the command line? An account keeps an owner, the operator an admin.

import type { Session } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { loadAccount } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import type { Who } from '../audit/index.ts';
import { readEmail } from './email.ts';
import { makeLink, withdrawInvitation } from './links.ts';
import { changeMembership, dropMembership, lockAllMembers } from './memberships.ts';
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

/** A seat of `accountId` (null: the operator's), and the role of the person who changes it. */
interface Of {
  membershipId: number;
  accountId: number | null;
  by: string;
}

/** Only owners touch owners. */
const isAbove = (member: LockedMember, by: string): boolean => member.role === 'owner' && by !== 'owner';

/** Changes role and countries of a member of `accountId`; null: of the operator's people. */
export function changeMember(
  { database }: PeopleDeps,
  who: Who,
  { membershipId, accountId, role, countries, by }: Of & { role: string; countries: string[] | null },
): Promise<{ ok: true } | Refused> {
  return withMember(database, accountId, membershipId, async (session, member, others) => {
    if (isAbove(member, by)) return refuse('notAllowed');
    if (isLast(member, others, accountId) && role !== member.role) return refuse('lastOne');
    await changeMembership(session, membershipId, role, countries);
    const values = { old: { role: member.role }, new: { role, countries } };
    await recordAudit(session, { who, action: 'member.change', accountId, subject: `person/${member.personId}`, ...values });
    return { ok: true };
  });
}

export function removeMember({ database }: PeopleDeps, who: Who, { membershipId, accountId, by }: Of): Promise<{ ok: true } | Refused> {
  return withMember(database, accountId, membershipId, async (session, member, others) => {
    if (isAbove(member, by)) return refuse('notAllowed');
    if (isLast(member, others, accountId)) return refuse('lastOne');
    await dropMembership(session, membershipId);
    await recordAudit(session, {
      who,
      action: 'member.remove',
      accountId,
      subject: `person/${member.personId}`,
      old: { role: member.role },
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

function isLast(member: LockedMember, others: LockedMember[], accountId: number | null): boolean {
  const role = keeper(accountId);
  return member.role === role && !others.some((other) => other.role === role && !other.disabled);
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
    await recordAudit(session, { who, action: disabled ? 'person.disable' : 'person.enable', subject: `person/${person.id}` });
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
