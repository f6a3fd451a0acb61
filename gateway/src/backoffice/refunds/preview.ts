// What approving a refund would change, as the transaction and the balance stand.

import type { Database } from '../../platform/db/database.ts';
import {
  balanceLines,
  changeOf,
  type ApprovalPreview,
  type ApprovedApprovalRequest,
} from '../approvals/index.ts';
import { postingsOf, previewBalance, type LedgerEvent } from '../../payments/ledger/index.ts';
import { findOperations, type Operation } from '../../payments/operations/index.ts';
import type { RefundApprovalRequest } from './refund.ts';

export async function previewRefund(
  database: Database,
  { accountId, parameters }: Pick<ApprovedApprovalRequest, 'accountId' | 'parameters'>,
): Promise<ApprovalPreview> {
  const { transactionId: id, state: asked } = parameters as RefundApprovalRequest;
  const [operation] = await findOperations(database, [{ accountId: accountId ?? 0, id }]);
  if (operation === undefined) return { lines: [], refusal: 'unknown transaction' };
  const { state } = operation.state;
  const { after, events, refusal } = foreseen(operation);
  const changed = asked !== undefined && asked !== state;
  const line = changeOf('transaction', {
    asked: changed ? { word: asked } : null,
    before: { word: state },
    after: { word: after },
  });
  const balance = await previewBalance(
    database,
    operation.terms,
    events.flatMap((event) => postingsOf(event, operation.terms)),
  );
  return {
    lines: [line, ...balanceLines(balance)],
    refusal: refusal ?? (balance.after.available < 0n ? 'balanceTooLow' : null),
  };
}

interface Foreseen {
  after: string;
  events: LedgerEvent[];
  refusal: string | null;
}

/** A success is refunded; what is not final yet is canceled, unless the provider was faster. */
function foreseen({ state: { state }, terms }: Operation): Foreseen {
  const refused = (refusal: string | null): Foreseen => ({ after: state, events: [], refusal });
  const refunded: LedgerEvent = {
    type: 'refunded',
    commissionToo: terms.details.keepsCommission !== true,
  };
  switch (state) {
    case 'SUCCESS':
      return { after: 'REFUNDED', events: [{ type: 'refund_started' }, refunded], refusal: null };
    case 'REFUNDING':
      return { after: 'REFUNDED', events: [refunded], refusal: null };
    case 'FAILED':
      return refused('failedOperation');
    case 'CANCELED':
      return refused('alreadyCanceled');
    case 'REFUNDED':
      return refused('alreadyRefunded');
    default:
      return { after: 'CANCELED', events: [{ type: 'failed' }], refusal: null };
  }
}
