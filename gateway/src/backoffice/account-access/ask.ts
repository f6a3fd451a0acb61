// Requests access to a developer's account by the operator. The operator alone may invite the
// first member, while the account has no member and no money; further members and password resets
// need two users, since access to an account gives access to its money.

import type { DeveloperRole } from '@jokko/contract/portal';
import type { Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { touch } from '../../payments/accounts/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { askIn, type Decider, type ApprovalRequestDeps } from '../approvals/index.ts';
import { loadBalances } from '../../payments/ledger/index.ts';
import {
  findMember,
  invitationRefusal,
  inviteIn,
  listInvitations,
  listMembers,
  resetLinkIn,
} from '../users/index.ts';
import { accountAccessApprovalRequests } from './approval-requests.ts';
import type { Refused } from '../../platform/http/portal/refused.ts';

/**
 * `mailWith`: seals a link's token until it is sent by e-mail; null: whoever asks hands it over.
 */
export type AccessDeps = ApprovalRequestDeps & { mailWith: Secrets | null };

/**
 * The token is returned once. `approvalRequestId`: what another user must approve before the link
 * works; null: it works.
 */
type Handed = { ok: true; token: string; approvalRequestId: number | null } | Refused;

/**
 * Whether one user of the operator may invite alone: the account has no members, no invitations and
 * no money.
 */
export async function invitesAlone(session: Session, accountId: number): Promise<boolean> {
  if (
    (await listMembers(session, accountId, 0, 1)).length > 0 ||
    (await listInvitations(session, accountId)).length > 0
  )
    return false;
  return (await loadBalances(session, [accountId])).every(
    ({ available, held }) => available === 0n && held === 0n,
  );
}

export function requestInvitation(
  { database, kinds, mailWith }: AccessDeps,
  { who, userId }: Decider,
  {
    accountId,
    email,
    role,
    reason,
  }: { accountId: number; email: string; role: DeveloperRole; reason: string },
): Promise<Handed> {
  const seat = { side: 'developer', role, accountId, countries: null } as const;
  return inTransaction(database, async (session): Promise<Handed> => {
    // Locked, so that of two who invite at once one is the first.
    if (!(await touch(session, accountId))) return { ok: false, refusal: 'notFound' };
    const refused = await invitationRefusal(session, email, seat);
    if (refused !== null) return refused;
    const alone = await invitesAlone(session, accountId);
    if (!alone && reason === '') return reasonMissing;
    const approvalRequest = {
      kind: accountAccessApprovalRequests.invitation,
      accountId,
      parameters: { email: email.trim(), role },
      reason,
      askedBy: userId,
    };
    const approvalRequestId = alone ? null : await askIn(session, kinds, who, approvalRequest);
    return {
      ...(await inviteIn(session, who, { email, seat, approvalRequestId }, mailWith)),
      approvalRequestId,
    };
  });
}

/**
 * A link for a new password of a member; with `secondFactors` without authenticator and passkeys.
 * Not of who works for the operator, too.
 */
export function requestReset(
  { database, kinds, mailWith }: AccessDeps,
  { who, userId: askedBy }: Decider,
  {
    accountId,
    membershipId,
    secondFactors,
    reason,
  }: { accountId: number; membershipId: number; secondFactors: boolean; reason: string },
): Promise<Handed> {
  return inTransaction(database, async (session): Promise<Handed> => {
    const member = await findMember(session, accountId, membershipId);
    if (member === null) return { ok: false, refusal: 'notFound' };
    if (member.isOperator || member.disabled) return { ok: false, refusal: 'conflict' };
    if (reason === '') return reasonMissing;
    const { userId, email } = member;
    const approvalRequest = {
      kind: accountAccessApprovalRequests.reset,
      accountId,
      parameters: { email, secondFactors },
      reason,
      askedBy,
    };
    const approvalRequestId = await askIn(session, kinds, who, approvalRequest);
    return {
      ...(await resetLinkIn(
        session,
        who,
        { userId, secondFactors, of: { accountId, approvalRequestId } },
        mailWith,
      )),
      approvalRequestId,
    };
  });
}

const reasonMissing: Refused = {
  ok: false,
  refusal: 'invalid',
  fields: [{ field: 'reason', problem: 'empty' }],
};
