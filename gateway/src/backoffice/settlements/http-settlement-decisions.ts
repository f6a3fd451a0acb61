// Routes by which users of the operator decide about settlements, and write down what the bank did.

import { toDecimalString } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import {
  requestApproval,
  listOpenApprovalRequests,
  type ApprovalRequest,
  type ApprovalRequestKinds,
} from '../approvals/index.ts';
import { fitsBankAccount } from '../bank-accounts/index.ts';
import {
  findSettlement,
  paySettlement,
  refuseSettlement,
  stepOf,
  type SettlementApprovalRequest,
} from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { decisionAnswer } from './http-settlement-messages.ts';
import { actorOf, type SignedInUser, type Visit } from '../../platform/http/portal/caller.ts';
import { conflict, notFound, refuseField } from '../../platform/http/portal/refused.ts';

export type Kind = 'settle' | 'settle-return';

const moves = { settle: 'approve', 'settle-return': 'return' } as const;

interface Deps {
  database: Database;
  kinds: ApprovalRequestKinds;
}

async function ask(
  deps: Deps,
  kind: Kind,
  { id, reason }: { id: number; reason: string },
  user: SignedInUser,
  visit: Visit,
) {
  const settlement = await findSettlement(deps.database, id);
  if (settlement === null) return notFound;
  if (reason.trim() === '') return refuseField('reason', 'empty');
  const waits = (await approvalRequestsBySettlement(deps.database)).has(id);
  if (waits || stepOf(settlement.state, moves[kind]) === null) return conflict;
  const { currency, accountId, state } = settlement;
  const parameters: SettlementApprovalRequest = {
    settlementId: id,
    currency,
    state,
    amount: toDecimalString(settlement.amount),
  };
  const approvalRequest = {
    kind,
    accountId,
    parameters,
    reason: reason.trim(),
    askedBy: user.id,
  };
  const asked = await requestApproval(deps, actorOf(user, visit), approvalRequest);
  return asked.ok ? { ok: true as const, answer: { id: asked.id } } : notFound;
}

export function settlementDecisionHandlers(deps: Deps) {
  const { database } = deps;
  return {
    'POST operator/settlements/approve': ({ body, caller: { session }, visit }) =>
      ask(deps, 'settle', body, session.user, visit),
    'POST operator/settlements/return': ({ body, caller: { session }, visit }) =>
      ask(deps, 'settle-return', body, session.user, visit),
    async 'POST operator/settlements/pay'({
      body: { id, reference, valueDate, bankAccountId = null },
      caller: { session },
      visit,
    }) {
      if (reference.trim() === '') return refuseField('reference', 'empty');
      if (bankAccountId !== null) {
        const settlement = await findSettlement(database, id);
        if (settlement === null) return notFound;
        const { currency } = settlement;
        if (!(await fitsBankAccount(database, { bankAccountId, currency })))
          return refuseField('bankAccountId', 'notAllowed');
      }
      const paid = { id, reference: reference.trim(), valueDate, bankAccountId };
      return decisionAnswer(await paySettlement(database, actorOf(session.user, visit), paid));
    },
    async 'POST operator/settlements/refuse'({ body: { id, reason }, caller: { session }, visit }) {
      if (reason.trim() === '') return refuseField('reason', 'empty');
      return decisionAnswer(
        await refuseSettlement(database, actorOf(session.user, visit), {
          id,
          reason: reason.trim(),
        }),
      );
    },
  } satisfies Partial<Handlers>;
}

/** What another user is to decide about which settlement. */
export async function approvalRequestsBySettlement(
  database: Database,
): Promise<Map<number, ApprovalRequest>> {
  const open = await listOpenApprovalRequests(database, ['settle', 'settle-return']);
  return new Map(
    open.map((approvalRequest) => [
      (approvalRequest.parameters as SettlementApprovalRequest).settlementId,
      approvalRequest,
    ]),
  );
}
