// Invites a user or resets a password, by a one-time link for a membership or a new password.
// It is sent by e-mail, or, without a mail server, handed over by its creator.

import { defined } from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { loadAccount } from '../../payments/accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Who } from '../../platform/audit/index.ts';
import { readEmail } from './email.ts';
import {
  listInvitations,
  lockInvitation,
  makeLink,
  openInvitationsMax,
  withdrawInvitation,
} from './links.ts';
import { invitationsRefusal, invitesByMail } from './invitation-limits.ts';
import { mailInvitation, mailReset, withdrawLinkMails } from './link-mail.ts';
import { isAbove, madeBy } from './members.ts';
import { hasSeat } from './memberships.ts';
import type { Seat } from './memberships.ts';
import { findUserByEmail } from './users.ts';
import type { UsersDeps } from './sign-in.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { refuse, refuseField, type Refused } from '../../platform/http/portal/refused.ts';

/** The token of a one-time link, to be handed over; it is kept nowhere. */
type Made = { ok: true; token: string } | Refused;
/** `mailed`: it was sent to its reader, and is shown to nobody. */
type Invited = { ok: true; token: string; mailed: boolean } | Refused;

export function invite(
  { database, ...deps }: UsersDeps,
  who: Who,
  email: string,
  seat: Seat,
): Promise<Invited> {
  return inTransaction(database, async (session): Promise<Invited> => {
    const refused = await invitationRefusal(session, email, seat);
    if (refused !== null) return refused;
    const mailWith = (await invitesByMail(session, seat.accountId)) ? mailedWith(deps) : null;
    const made = await inviteIn(session, who, { email, seat, approvalRequestId: null }, mailWith);
    return { ...made, mailed: mailWith !== null };
  });
}

/** What seals a link's token until it is sent; null: it is not sent. */
export const mailedWith = ({ secrets, mails }: Omit<UsersDeps, 'database'>): Secrets | null =>
  mails === true ? secrets : null;

/** Why this address cannot be invited to this seat; null: it can. */
export async function invitationRefusal(
  session: Session,
  email: string,
  seat: Seat,
): Promise<Refused | null> {
  const address = readEmail(email);
  if (address === null) return refuseField('email', 'notEmail');
  if (seat.accountId !== null && (await loadAccount(session, seat.accountId)) === null)
    return refuse('notFound');
  // Another role is a change of the seat they have, by who may change it.
  const known = await findUserByEmail(session, address);
  if (known !== null && (await hasSeat(session, known.id, seat.accountId)))
    return refuseField('email', 'known');
  if ((await listInvitations(session, seat.accountId)).length >= openInvitationsMax)
    return refuse('conflict');
  return invitationsRefusal(session, seat.accountId, address);
}

/**
 * For an address that can be invited, in the caller's transaction. `approvalRequestId`: what must
 * be approved before the link works; null: nothing. `mailWith`: see `mailedWith`.
 */
export async function inviteIn(
  session: Session,
  who: Who,
  {
    email,
    seat,
    approvalRequestId,
  }: { email: string; seat: Seat; approvalRequestId: number | null },
  mailWith: Secrets | null,
): Promise<{ ok: true; token: string }> {
  const address = readEmail(email)!;
  const { id, token } = await makeLink(
    session,
    { kind: 'invitation', email: address, seat },
    madeBy(who),
    approvalRequestId,
  );
  if (mailWith !== null) {
    const mailed = { email: address, seat, madeBy: madeBy(who), approvalRequestId };
    await mailInvitation(session, mailWith, { ...mailed, linkId: id, token });
  }
  const { side, role, countries, accountId } = seat;
  const given = {
    email: address,
    side,
    role,
    countries,
    ...defined({ approvalRequestId }),
  };
  await recordAudit(session, {
    who,
    action: 'invitation.make',
    accountId,
    subject: `invitation/${id}`,
    new: given,
  });
  return { ok: true, token };
}

/**
 * `accountId` null: of the operator. `by`: the role of the user who withdraws, which must cover the
 * invited role.
 */
export function withdraw(
  { database }: UsersDeps,
  who: Who,
  {
    id,
    accountId,
    by,
  }: {
    id: number;
    accountId: number | null;
    by: { role: string; countries: readonly string[] | null };
  },
): Promise<{ ok: true } | Refused> {
  return inTransaction(database, async (session): Promise<{ ok: true } | Refused> => {
    const invitation = await lockInvitation(session, id, accountId);
    if (invitation === null) return refuse('notFound');
    if (isAbove(invitation, by)) return refuse('notAllowed');
    const email = await withdrawInvitation(session, id, accountId);
    if (email === null) return refuse('notFound');
    await withdrawLinkMails(session, [id]);
    await recordAudit(session, {
      who,
      action: 'invitation.withdraw',
      accountId,
      subject: `invitation/${id}`,
      old: { email },
    });
    return { ok: true };
  });
}

/** A link for a new password; with `secondFactors` it also removes authenticator and passkeys. */
export function makeResetLink(
  { database }: UsersDeps,
  who: Who,
  email: string,
  secondFactors: boolean,
): Promise<Made> {
  return inTransaction(database, async (session): Promise<Made> => {
    const user = await findUserByEmail(session, email);
    return user === null
      ? refuse('notFound')
      : resetLinkIn(session, who, { userId: user.id, secondFactors });
  });
}

/**
 * The same in the caller's transaction. `of`: the developer account that asks for it, and the
 * approval request that must be approved before the link works.
 */
export async function resetLinkIn(
  session: Session,
  who: Who,
  {
    userId,
    secondFactors,
    of,
  }: {
    userId: number;
    secondFactors: boolean;
    of?: { accountId: number; approvalRequestId: number };
  },
  mailWith: Secrets | null = null,
): Promise<{ ok: true; token: string }> {
  const link = {
    kind: 'reset',
    userId,
    secondFactors,
    ...(of && { accountId: of.accountId }),
  } as const;
  const { id, token } = await makeLink(session, link, madeBy(who), of?.approvalRequestId);
  if (mailWith !== null) {
    const approvalRequestId = of?.approvalRequestId ?? null;
    const mailed = { linkId: id, token, approvalRequestId };
    await mailReset(session, mailWith, { userId, secondFactors, ...mailed });
  }
  const subject = `person/${userId}` as const;
  await recordAudit(session, {
    who,
    action: 'reset-link.make',
    subject,
    new: { secondFactors, ...(of && { approvalRequestId: of.approvalRequestId }) },
    ...(of && { accountId: of.accountId }),
  });
  return { ok: true, token };
}
