// Routes of settlements for the operator: two users approve, the bank's file is taken along, and
// what the bank did is written down.

import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import type { ApprovalRequest, ApprovalRequestKinds } from '../approvals/index.ts';
import { listSettlements, type Settlement } from './index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { findAdvice, settlementItem } from './http-settlement-messages.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { settlementFileHandlers } from './http-settlement-file.ts';
import { readPaidWeeks } from './paid-weeks.ts';
import {
  type Kind,
  settlementDecisionHandlers,
  approvalRequestsBySettlement,
} from './http-settlement-decisions.ts';

type Item = RouteResult<'GET operator/settlements'>['items'][number];
export function settlementQueueHandlers(
  { database }: { database: Database },
  kinds: ApprovalRequestKinds,
) {
  const deps = { database, kinds };
  return {
    async 'GET operator/settlements'({ query: { state, after }, caller: { session } }) {
      const page = {
        ...(state && { state }),
        ...(after && { before: Number(after) }),
        limit: pageRowsRead,
      };
      const [rows, approvalRequests] = await Promise.all([
        listSettlements(database, page),
        approvalRequestsBySettlement(database),
      ]);
      const { rows: shown, next } = cutPage(rows, ({ id }) => id);
      const items = shown.map((row) => itemOf(row, approvalRequests.get(row.id), session.user.id));
      return {
        ok: true,
        answer: { items, next, weeks: after ? [] : await readPaidWeeks(database) },
      };
    },
    async 'GET operator/settlements/:id'({ params }) {
      const answer = await findAdvice(database, Number(params.id), null);
      return answer === null ? notFound : { ok: true, answer };
    },
    ...settlementFileHandlers({ database }),
    ...settlementDecisionHandlers(deps),
  } satisfies Partial<Handlers>;
}

function itemOf(
  settlement: Settlement,
  approvalRequest: ApprovalRequest | undefined,
  userId: number,
): Item {
  const { accountId, accountName, file, approvedByNames: approvedBy } = settlement;
  return {
    ...settlementItem(settlement),
    accountId,
    accountName,
    approvedBy,
    file,
    approvalRequest:
      approvalRequest === undefined
        ? null
        : {
            id: approvalRequest.id,
            kind: approvalRequest.kind as Kind,
            askedBy: approvalRequest.askedByName,
            own: approvalRequest.askedBy === userId,
          },
  };
}
