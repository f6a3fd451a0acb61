// Routes by which another user of the account approves or refuses a submitted payout batch.

import { refuseApprovalRequest, withdrawApprovalRequest } from '../approvals/index.ts';
import { approvePayouts } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { conflict, notFound, type Refused } from '../../platform/http/portal/refused.ts';
import { type PayoutDeps, type Calling, deciderOf, seen } from './http-payout-call.ts';

export function decidingHandlers(deps: PayoutDeps) {
  const approvalRequests = { database: deps.database, kinds: deps.approvalRequestKinds };
  const approvalRequestOf = async (
    id: number,
    { membership }: Calling['caller'],
  ): Promise<number | Refused> => {
    const batch = await seen(deps, id, membership);
    if (batch === null) return notFound;
    return batch.state === 'awaiting_approval' && batch.approvalRequestId !== null
      ? batch.approvalRequestId
      : conflict;
  };
  return {
    async 'POST payouts/approve'({
      body: { id, approvalRequest: seenApprovalRequest, note },
      ...call
    }) {
      const approvalRequest = await approvalRequestOf(id, call.caller);
      if (typeof approvalRequest !== 'number') return approvalRequest;
      if (approvalRequest !== seenApprovalRequest) return conflict;
      const decided = await approvePayouts(
        approvalRequests,
        deciderOf(call),
        { batchId: id, approvalRequestId: approvalRequest },
        note.trim() || null,
      );
      const duplicates = !decided.ok && decided.refusal === 'duplicates';
      if (!decided.ok && !duplicates) return decided;
      const batch = await seen(deps, id, call.caller.membership);
      return batch === null ? notFound : { ok: true, answer: { state: batch.state, duplicates } };
    },
    async 'POST payouts/refuse'({
      body: { id, approvalRequest: seenApprovalRequest, note },
      ...call
    }) {
      const approvalRequest = await approvalRequestOf(id, call.caller);
      if (typeof approvalRequest !== 'number') return approvalRequest;
      if (approvalRequest !== seenApprovalRequest) return conflict;
      const decided = await refuseApprovalRequest(
        approvalRequests,
        deciderOf(call),
        approvalRequest,
        note.trim() || null,
      );
      return decided.ok ? { ok: true, answer: {} } : decided;
    },
    async 'POST payouts/withdraw'({ body: { id }, ...call }) {
      const approvalRequest = await approvalRequestOf(id, call.caller);
      if (typeof approvalRequest !== 'number') return approvalRequest;
      const decided = await withdrawApprovalRequest(
        approvalRequests,
        deciderOf(call),
        approvalRequest,
      );
      return decided.ok ? { ok: true, answer: {} } : decided;
    },
  } satisfies Partial<Handlers>;
}
