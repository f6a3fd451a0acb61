// Routes of the amount that one user may refund without another's approval.

import { decimalsKept, parseAmount, unreadAmountProblem } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import type { ApprovalRequestKinds } from '../approvals/index.ts';
import { changeRefundLimit, readRefundLimits } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { notFound, refuseField } from '../../platform/http/portal/refused.ts';

interface LimitDeps {
  database: Database;
  approvalRequestKinds: ApprovalRequestKinds;
}

export function limitHandlers({ database, approvalRequestKinds: kinds }: LimitDeps) {
  return {
    async 'GET operator/refund-limit'({ query: { account } }) {
      const limits = await readRefundLimits(
        database,
        account === undefined ? null : Number(account),
      );
      return {
        ok: true,
        answer: {
          account: limits.account,
          installation: limits.installation,
        },
      };
    },
    async 'POST operator/refund-limit'({
      body: { accountId, limit, reason },
      caller: { session },
      visit,
    }) {
      const amount = limit === null ? null : parseAmount(limit, decimalsKept);
      if (limit !== null && amount === null) {
        return {
          ok: false,
          refusal: 'invalid',
          fields: [{ field: 'limit', problem: unreadAmountProblem(limit, decimalsKept) }],
        };
      }
      const asker = { userId: session.user.id, who: actorOf(session.user, visit) };
      const changed = await changeRefundLimit({ database, kinds }, asker, {
        accountId,
        limit: amount,
        reason: reason.trim(),
      });
      if (changed.ok) return { ok: true, answer: { approvalRequestId: changed.approvalRequestId } };
      if (changed.refusal === 'not found') return notFound;
      return refuseField('reason', 'empty');
    },
  } satisfies Partial<Handlers>;
}
