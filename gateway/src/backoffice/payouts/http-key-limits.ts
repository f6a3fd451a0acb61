// Routes of the payout limit of API keys. The account is always the membership's.

import { decimalsKept, parseAmount, unreadAmountProblem } from '@jokko/contract';
import {
  approve,
  findApprovalRequest,
  listApprovalRequestsOfKind,
  refuseApprovalRequest,
  withdrawApprovalRequest,
  type ApprovalRequest,
} from '../approvals/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { pageRowsRead } from '../../platform/http/page.ts';
import { notFound, refuseField } from '../../platform/http/portal/refused.ts';
import {
  changePayoutLimit,
  findLimitedKey,
  payoutLimitApprovalRequest,
  type PayoutLimitApprovalRequest,
} from './index.ts';
import { deciderOf, type Calling, type PayoutDeps } from './http-payout-call.ts';

export function keyLimitHandlers(deps: PayoutDeps) {
  const { database } = deps;
  return {
    async 'GET payout-limits'({ query: { key }, caller: { membership } }) {
      const { accountId } = membership;
      const found = await findLimitedKey(database, { accountId, key: Number(key), lock: false });
      return found === null ? notFound : { ok: true, answer: { limit: found.limit } };
    },
    async 'GET payout-limits/requests'({ caller: { session, membership } }) {
      const requests = await listApprovalRequestsOfKind(database, {
        accountId: membership.accountId,
        kind: payoutLimitApprovalRequest,
        before: null,
        limit: pageRowsRead,
      });
      const waiting = requests.filter(({ state }) => state === 'open' || state === 'expired');
      const items = waiting.map((request) => itemOf(request, session.user.id));
      return { ok: true, answer: { items } };
    },
    async 'POST payout-limits'({ body: { key, limit, reason }, ...call }) {
      const amount = parseAmount(limit, decimalsKept);
      if (amount === null) return refuseField('limit', unreadAmountProblem(limit, decimalsKept));
      const kinds = deps.approvalRequestKinds;
      const { accountId } = call.caller.membership;
      const asker = { ...deciderOf(call), accountId };
      const wanted = { key, limit: amount, reason: reason.trim() };
      const changed = await changePayoutLimit({ database, kinds }, asker, wanted);
      return changed.ok
        ? { ok: true, answer: { approvalRequestId: changed.approvalRequestId } }
        : notFound;
    },
    ...decidingHandlers(deps),
  } satisfies Partial<Handlers>;
}

function decidingHandlers({ database, approvalRequestKinds: kinds }: PayoutDeps) {
  const approvalRequests = { database, kinds };
  const isSeen = async (id: number, { membership }: Calling['caller']): Promise<boolean> => {
    const request = await findApprovalRequest(database, id);
    return (
      request?.kind === payoutLimitApprovalRequest && request.accountId === membership.accountId
    );
  };
  return {
    async 'POST payout-limits/approve'({ body: { id, note }, ...call }) {
      if (!(await isSeen(id, call.caller))) return notFound;
      const decided = await approve(approvalRequests, deciderOf(call), id, note.trim() || null);
      return decided.ok ? { ok: true, answer: { state: decided.state } } : decided;
    },
    async 'POST payout-limits/refuse'({ body: { id, note }, ...call }) {
      if (!(await isSeen(id, call.caller))) return notFound;
      const decider = deciderOf(call);
      const decided = await refuseApprovalRequest(
        approvalRequests,
        decider,
        id,
        note.trim() || null,
      );
      return decided.ok ? { ok: true, answer: {} } : decided;
    },
    async 'POST payout-limits/withdraw'({ body: { id }, ...call }) {
      if (!(await isSeen(id, call.caller))) return notFound;
      const decided = await withdrawApprovalRequest(approvalRequests, deciderOf(call), id);
      return decided.ok ? { ok: true, answer: {} } : decided;
    },
  } satisfies Partial<Handlers>;
}

function itemOf(
  { id, parameters, askedBy, askedByName, askedAt, reason, state }: ApprovalRequest,
  userId: number,
) {
  const { keyId, name, limit, inForce } = parameters as PayoutLimitApprovalRequest;
  return {
    id,
    keyId,
    name,
    limit,
    inForce,
    askedAt,
    reason,
    askedBy: askedByName,
    own: askedBy === userId,
    expired: state === 'expired',
  };
}
