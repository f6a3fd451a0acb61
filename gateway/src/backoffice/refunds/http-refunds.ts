// Routes of refunds that users make, on both sides.

import { defined } from '@jokko/contract';
import type { RouteResult } from '@jokko/contract/portal';
import {
  approve,
  findApprovalRequest,
  listApprovalRequestsOfKind,
  refuseApprovalRequest,
  withdrawApprovalRequest,
} from '../approvals/index.ts';
import type { Decider, ApprovalRequest, ApprovalRequestKinds } from '../approvals/index.ts';
import { findOperations } from '../../payments/operations/index.ts';
import { refundAsUser, refundKinds, type Reverse } from './index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { servicesSeenBy } from '../../payments/catalogue/index.ts';
import { findSeen, type ReadingDeps } from '../transactions/http-transaction-reading.ts';
import { failureOf, approvalRequestDetails } from '../approvals/http-approval-request-details.ts';
import { previewOf } from '../approvals/http-approval-request-preview.ts';
import {
  actorOf,
  type LiveSession,
  type Membership,
  type Visit,
} from '../../platform/http/portal/caller.ts';
import { notFound, refuseField, type Refused } from '../../platform/http/portal/refused.ts';
import { limitHandlers } from './http-refund-limit.ts';

export interface RefundDeps extends ReadingDeps {
  approvalRequestKinds: ApprovalRequestKinds;
  reverse: Reverse;
}

interface Caller {
  session: LiveSession;
  membership: Membership;
}

const transactionOf = ({ parameters }: ApprovalRequest): string =>
  (parameters as { transactionId: string }).transactionId;
/** What a user may refund, as far as their seat reaches. */
export async function refundSeen(
  deps: RefundDeps,
  { session, membership }: Caller,
  visit: Visit,
  order: { accountId: number; id: string; reason: string },
): Promise<{ ok: true; answer: RouteResult<'POST transactions/refund'> } | Refused> {
  const services = servicesSeenBy(membership, deps.catalogue());
  const asker = deciderOf(session, membership, visit);
  const { database } = deps;
  const approvalRequests = { database, kinds: deps.approvalRequestKinds, reverse: deps.reverse };
  const refunded = await refundAsUser(approvalRequests, asker, {
    ...order,
    services: services === null ? null : new Set(services),
  });
  if (refunded === null) return notFound;
  return {
    ok: true,
    answer: {
      outcome: refunded.type,
      approvalRequestId: refunded.type === 'waiting' ? refunded.approvalRequestId : null,
    },
  };
}

function deciderOf({ user }: LiveSession, { accountId }: Membership, visit: Visit): Decider {
  return {
    userId: user.id,
    who: actorOf(user, visit),
    ...defined({ accountId }),
  };
}

/** A refund of the caller's account that their seat lets them see. */
async function findRefund(
  deps: RefundDeps,
  id: number,
  membership: Membership,
): Promise<ApprovalRequest | null> {
  const approvalRequest = await findApprovalRequest(deps.database, id);
  if (
    approvalRequest === null ||
    approvalRequest.kind !== refundKinds.account ||
    approvalRequest.accountId === null ||
    approvalRequest.accountId !== membership.accountId
  )
    return null;
  const seen = await findSeen(
    deps,
    { accountId: approvalRequest.accountId, id: transactionOf(approvalRequest) },
    membership,
  );
  return seen === null ? null : approvalRequest;
}

export function refundHandlers(deps: RefundDeps) {
  const { database } = deps;
  return {
    async 'GET refunds'({ query: { after }, caller: { session, membership } }) {
      const place = {
        accountId: membership.accountId,
        kind: refundKinds.account,
        before: after === undefined ? null : Number(after),
      };
      const rows = await listApprovalRequestsOfKind(database, { ...place, limit: pageRowsRead });
      const { rows: page, next } = cutPage(rows, ({ id }) => id);
      const shown = await seenBy(deps, page, membership);
      return {
        ok: true,
        answer: {
          items: shown.map((approvalRequest) => itemOf(approvalRequest, session.user.id)),
          next,
        },
      };
    },
    async 'GET refunds/:id/preview'({ params, caller: { membership } }) {
      const request = await findRefund(deps, Number(params.id), membership);
      if (request === null) return notFound;
      const preview = await previewOf(deps, deps.approvalRequestKinds, request);
      const lines = preview.lines.filter(
        ({ subject }) => membership.countries === null || subject === 'transaction',
      );
      return { ok: true, answer: { ...preview, lines } };
    },
    'POST operator/refund'({ body, caller, visit }) {
      const reason = body.reason.trim();
      if (reason === '') return refuseField('reason', 'empty');
      return refundSeen(deps, caller, visit, { ...body, reason });
    },
    ...limitHandlers(deps),
    ...refundDecisionHandlers(deps),
  } satisfies Partial<Handlers>;
}

function refundDecisionHandlers(deps: RefundDeps) {
  const { database } = deps;
  const approvalRequests = { database, kinds: deps.approvalRequestKinds };
  return {
    async 'POST refunds/approve'({ body: { id, note }, caller: { session, membership }, visit }) {
      if ((await findRefund(deps, id, membership)) === null) return notFound;
      const decided = await approve(
        approvalRequests,
        deciderOf(session, membership, visit),
        id,
        note.trim() || null,
      );
      if (!decided.ok) return decided;
      return { ok: true, answer: { state: decided.state, failure: failureOf(decided.result) } };
    },
    async 'POST refunds/refuse'({ body: { id, note }, caller: { session, membership }, visit }) {
      if ((await findRefund(deps, id, membership)) === null) return notFound;
      const decided = await refuseApprovalRequest(
        approvalRequests,
        deciderOf(session, membership, visit),
        id,
        note.trim() || null,
      );
      return decided.ok ? { ok: true, answer: {} } : decided;
    },
    async 'POST refunds/withdraw'({ body: { id }, caller: { session, membership }, visit }) {
      if ((await findRefund(deps, id, membership)) === null) return notFound;
      const decided = await withdrawApprovalRequest(
        approvalRequests,
        deciderOf(session, membership, visit),
        id,
      );
      return decided.ok ? { ok: true, answer: {} } : decided;
    },
  } satisfies Partial<Handlers>;
}

async function seenBy(
  { database, catalogue }: RefundDeps,
  rows: ApprovalRequest[],
  membership: Membership,
): Promise<ApprovalRequest[]> {
  const services = servicesSeenBy(membership, catalogue());
  if (services === null) return rows;
  const keys = rows.map((approvalRequest) => ({
    accountId: approvalRequest.accountId!,
    id: transactionOf(approvalRequest),
  }));
  const operations = await findOperations(database, keys);
  const seen = new Set(
    operations
      .filter(({ terms }) => services.includes(terms.codeService))
      .map(({ terms }) => terms.id),
  );
  return rows.filter((approvalRequest) => seen.has(transactionOf(approvalRequest)));
}

function itemOf(
  approvalRequest: ApprovalRequest,
  userId: number,
): RouteResult<'GET refunds'>['items'][number] {
  const { amount, currency } = approvalRequest.parameters as { amount: string; currency: string };
  return {
    ...approvalRequestDetails(approvalRequest, userId),
    transactionId: transactionOf(approvalRequest),
    amount,
    currency,
  };
}
