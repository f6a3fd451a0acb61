// Details shown to the approvers of money beside the amount: where a settlement goes, and whether
// the bank's reference was booked before.

import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import type { ApprovalRequest } from './index.ts';
import { listMovesOfReferences } from '../../payments/ledger/index.ts';
import {
  listPayees,
  type FloatApprovalRequest,
  type Payee,
  type SettlementApprovalRequest,
} from '../settlements/index.ts';

type Item = RouteResult<'GET operator/approval-requests'>['items'][number];
type Details = Pick<Item, 'settlement' | 'bookedBefore'>;

const settlementOf = ({ parameters }: ApprovalRequest): number | undefined =>
  (parameters as Partial<SettlementApprovalRequest>).settlementId;
const referenceOf = ({ kind, parameters }: ApprovalRequest): string[] =>
  kind === 'float' ? [(parameters as FloatApprovalRequest).reference] : [];

/** The terms of a page of approval requests. */
export async function moneyTerms(
  database: Database,
  approvalRequests: readonly ApprovalRequest[],
): Promise<(approvalRequest: ApprovalRequest) => Details> {
  const ids = approvalRequests.flatMap((approvalRequest) => settlementOf(approvalRequest) ?? []);
  const [payees, moves] = await Promise.all([
    listPayees(database, ids),
    listMovesOfReferences(database, approvalRequests.flatMap(referenceOf)),
  ]);
  return (approvalRequest) => {
    const payee = payees.get(settlementOf(approvalRequest) ?? 0);
    const [reference] = referenceOf(approvalRequest);
    const before = moves.find(
      (move) => move.reference === reference && move.approvalRequestId !== approvalRequest.id,
    );
    return {
      settlement: payee === undefined ? null : payeeItem(payee),
      bookedBefore: before?.madeAt ?? null,
    };
  };
}

function payeeItem({ id, destination, fee, ...names }: Payee): NonNullable<Item['settlement']> {
  return {
    id,
    fee,
    askedBy: names.askedByName,
    scheduledBy: names.scheduledByName,
    addedBy: names.addedByName,
    confirmedBy: names.confirmedByName,
    destination: {
      ...destination,
      scheme: destination.scheme as NonNullable<Item['settlement']>['destination']['scheme'],
    },
  };
}
