// How is somebody let in, or let in again? By a one-time link, for a seat or for a new password, which whoever makes it hands over.

import type { Session } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { loadAccount } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import type { Who } from '../audit/index.ts';
import { readEmail } from './email.ts';
import { listInvitations, lockInvitation, makeLink, openInvitationsMax, withdrawInvitation } from './links.ts';
import { isAbove, madeBy } from './members.ts';
import { hasSeat } from './memberships.ts';
import type { Seat } from './memberships.ts';
import { findPersonByEmail } from './persons.ts';
import { refuse, refuseField } from './refusal.ts';
import type { Refused } from './refusal.ts';
import type { PeopleDeps } from './sign-in.ts';

/** The token of a one-time link, to be handed over; it is kept nowhere. */
type Made = { ok: true; token: string } | Refused;

export function invite({ database }: PeopleDeps, who: Who, email: string, seat: Seat): Promise<Made> {
  return inTransaction(database, async (session): Promise<Made> => {
    const refused = await invitationRefusal(session, email, seat);
    return refused ?? inviteIn(session, who, { email, seat, wishId: null });
  });
}

/** Why this address cannot be invited to this seat; null: it can. */
export async function invitationRefusal(session: Session, email: string, seat: Seat): Promise<Refused | null> {
  const address = readEmail(email);
  if (address === null) return refuseField('email', 'notEmail');
  if (seat.accountId !== null && (await loadAccount(session, seat.accountId)) === null) return refuse('notFound');
  // Another role is a change of the seat they have, by who may change it.
  const known = await findPersonByEmail(session, address);
  if (known !== null && (await hasSeat(session, known.id, seat.accountId))) return refuseField('email', 'known');
  return (await listInvitations(session, seat.accountId)).length >= openInvitationsMax ? refuse('conflict') : null;
}

/** For an address that can be invited, in the caller's transaction. `wishId`: what must be approved before the link works; null: nothing. */
export async function inviteIn(
  session: Session,
  who: Who,
  { email, seat, wishId }: { email: string; seat: Seat; wishId: number | null },
): Promise<{ ok: true; token: string }> {
  const address = readEmail(email)!;
  const { id, token } = await makeLink(session, { kind: 'invitation', email: address, seat }, madeBy(who), wishId);
  const { side, role, countries, accountId } = seat;
  const given = { email: address, side, role, countries, ...(wishId !== null && { wishId }) };
  await recordAudit(session, { who, action: 'invitation.make', accountId, subject: `invitation/${id}`, new: given });
  return { ok: true, token };
}

/** `accountId` null: of the operator. `by`: the seat of who withdraws; nobody takes back what reaches further than themselves. */
export function withdraw(
  { database }: PeopleDeps,
  who: Who,
  { id, accountId, by }: { id: number; accountId: number | null; by: { role: string; countries: readonly string[] | null } },
): Promise<{ ok: true } | Refused> {
  return inTransaction(database, async (session): Promise<{ ok: true } | Refused> => {
    const invitation = await lockInvitation(session, id, accountId);
    if (invitation === null) return refuse('notFound');
    if (isAbove(invitation, by)) return refuse('notAllowed');
    const email = await withdrawInvitation(session, id, accountId);
    if (email === null) return refuse('notFound');
    await recordAudit(session, { who, action: 'invitation.withdraw', accountId, subject: `invitation/${id}`, old: { email } });
    return { ok: true };
  });
}

/** A link for a new password; with `secondFactors` it also removes authenticator and passkeys. */
export function makeResetLink({ database }: PeopleDeps, who: Who, email: string, secondFactors: boolean): Promise<Made> {
  return inTransaction(database, async (session): Promise<Made> => {
    const person = await findPersonByEmail(session, email);
    return person === null ? refuse('notFound') : resetLinkIn(session, who, { personId: person.id, secondFactors });
  });
}

/** The same in the caller's transaction. `of`: the developer account that asks for it, and the wish that must be approved before the link works. */
export async function resetLinkIn(
  session: Session,
  who: Who,
  { personId, secondFactors, of }: { personId: number; secondFactors: boolean; of?: { accountId: number; wishId: number } },
): Promise<{ ok: true; token: string }> {
  const link = { kind: 'reset', personId, secondFactors, ...(of && { accountId: of.accountId }) } as const;
  const { token } = await makeLink(session, link, madeBy(who), of?.wishId);
  const subject = `person/${personId}`;
  await recordAudit(session, {
    who,
    action: 'reset-link.make',
    subject,
    new: { secondFactors, ...(of && { wishId: of.wishId }) },
    ...(of && { accountId: of.accountId }),
  });
  return { ok: true, token };
}
