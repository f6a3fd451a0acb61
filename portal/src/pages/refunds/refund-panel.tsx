// Panel to decide on a refund that another user of the account has requested.

import type { RouteName } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { KeyValues } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { approvalRequestMessages } from '../approval-requests/messages.ts';
import { ApprovalPreview } from '../approval-requests/approval-preview.tsx';
import { OpenRequest } from '../approval-requests/open-request.tsx';
import { useDecisionRows } from '../approval-requests/use-decision-rows.tsx';
import { ApprovalRequestState } from '../approval-requests/approval-request-messages.tsx';
import type { AskedRefund } from './answers.ts';
import { refundMessages } from './messages.ts';

const changes: RouteName[] = ['GET refunds', 'GET transactions/:id', 'GET balance'];

export function RefundPanel({ refund, onClose }: { refund: AskedRefund; onClose(): void }) {
  const messages = useMessages(refundMessages);
  const approvalRequest = useMessages(approvalRequestMessages);
  const decision = useDecisionRows(refund);
  const { id, transactionId } = refund;
  return (
    <SidePanel title={messages.number(id)} onClose={onClose}>
      <div className="stack">
        <KeyValues
          items={[
            { label: approvalRequest.state, value: <ApprovalRequestState state={refund.state} /> },
            {
              label: messages.transaction,
              value: <Link to={`/transactions/${transactionId}`}>{transactionId}</Link>,
            },
            {
              label: approvalRequest.amount,
              value: <Money amount={refund.amount} currency={refund.currency} />,
            },
            ...decision,
          ]}
        />
        {refund.state === 'open' ? <ApprovalPreview id={id} routes="refunds" /> : null}
        <OpenRequest routes="refunds" request={refund} changes={changes} messages={messages} />
      </div>
    </SidePanel>
  );
}
