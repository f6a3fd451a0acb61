// How does the operator let somebody into a developer's account? The first one alone, while there is nobody and no money; whoever comes after
// that, or is let in again with a new password, by two persons, since with a seat goes the money.

import type { DeveloperRole } from '@jokko/contract/portal';
import type { Session } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { touch } from '../accounts/index.ts';
import { askIn, type Decider, type WishDeps } from '../approvals/index.ts';
import { loadBalances } from '../ledger/index.ts';
import { findMember, invitationRefusal, inviteIn, listInvitations, listMembers, resetLinkIn, type Refused } from '../people/index.ts';
import { wayInWishes } from './wishes.ts';

/** The token is told once. `wishId`: what another person must approve before the link works; null: it works. */
type Handed = { ok: true; token: string; wishId: number | null } | Refused;

/** Whether one person of the operator may invite alone: nobody is in the account or on the way, and it holds nothing. */
export async function invitesAlone(session: Session, accountId: number): Promise<boolean> {
  if ((await listMembers(session, accountId, 0, 1)).length > 0 || (await listInvitations(session, accountId)).length > 0) return false;
  return (await loadBalances(session, [accountId])).every(({ available, held }) => available === 0n && held === 0n);
}

export function askForInvitation(
  { database, kinds }: WishDeps,
  { who, personId }: Decider,
  { accountId, email, role, reason }: { accountId: number; email: string; role: DeveloperRole; reason: string },
): Promise<Handed> {
  const seat = { side: 'developer', role, accountId, countries: null } as const;
  return inTransaction(database, async (session): Promise<Handed> => {
    // Locked, so that of two who invite at once one is the first.
    if (!(await touch(session, accountId))) return { ok: false, refusal: 'notFound' };
    const refused = await invitationRefusal(session, email, seat);
    if (refused !== null) return refused;
    const alone = await invitesAlone(session, accountId);
    if (!alone && reason === '') return reasonMissing;
    const wish = { kind: wayInWishes.invitation, accountId, parameters: { email: email.trim(), role }, reason, askedBy: personId };
    const wishId = alone ? null : await askIn(session, kinds, who, wish);
    return { ...(await inviteIn(session, who, { email, seat, wishId })), wishId };
  });
}

/** A link for a new password of a member; with `secondFactors` without authenticator and passkeys. Not of who works for the operator, too. */
export function askForReset(
  { database, kinds }: WishDeps,
  { who, personId: askedBy }: Decider,
  { accountId, membershipId, secondFactors, reason }: { accountId: number; membershipId: number; secondFactors: boolean; reason: string },
): Promise<Handed> {
  return inTransaction(database, async (session): Promise<Handed> => {
    const member = await findMember(session, accountId, membershipId);
    if (member === null) return { ok: false, refusal: 'notFound' };
    if (member.isOperator || member.disabled) return { ok: false, refusal: 'conflict' };
    if (reason === '') return reasonMissing;
    const { personId, email } = member;
    const wish = { kind: wayInWishes.reset, accountId, parameters: { email, secondFactors }, reason, askedBy };
    const wishId = await askIn(session, kinds, who, wish);
    return { ...(await resetLinkIn(session, who, { personId, secondFactors, of: { accountId, wishId } })), wishId };
  });
}

const reasonMissing: Refused = { ok: false, refusal: 'invalid', fields: [{ field: 'reason', problem: 'empty' }] };
