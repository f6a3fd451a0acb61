// Rows of the panel of an approval request about a settlement: which one, its fee, to whom it goes,
// and who requested it. Without values for any other request.

import { useMessages } from '../../language/index.ts';
import { Money } from '../../ui/money.tsx';
import {
  ApprovalRequestPayee,
  ApprovalRequestSettlement,
  isSettlement,
  type ApprovalRequest,
} from './approval-request-messages.tsx';
import { approvalRequestMessages } from './messages.ts';

export function useSettlementRows(approvalRequest: ApprovalRequest) {
  const messages = useMessages(approvalRequestMessages);
  const { settlement: payee, currency } = approvalRequest;
  const fee = payee?.fee;
  return [
    {
      label: messages.kinds.settle,
      value: isSettlement(approvalRequest) ? (
        <ApprovalRequestSettlement approvalRequest={approvalRequest} />
      ) : null,
    },
    {
      label: messages.payee.fee,
      value:
        fee === undefined || fee === '0' ? null : <Money amount={fee} currency={currency ?? ''} />,
    },
    {
      label: messages.payee.to,
      value: payee === null ? null : <ApprovalRequestPayee payee={payee} />,
    },
    {
      label: messages.payee.asked,
      value:
        payee === null ? null : (payee.askedBy ?? messages.payee.bySchedule(payee.scheduledBy)),
    },
  ];
}
