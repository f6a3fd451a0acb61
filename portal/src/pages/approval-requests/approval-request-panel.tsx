// Panel of one approval request: its content and this user's decision, with a note that goes to
// the audit log.

import type { RouteName } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { KeyValues } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { When } from '../../ui/when.tsx';
import { PlanChanges } from '../price-plans/plan-changes.tsx';
import { ApprovalPreview } from './approval-preview.tsx';
import { approvalRequestMessages } from './messages.ts';
import { OpenRequest } from './open-request.tsx';
import { ProofList } from './proof-list.tsx';
import { useDecisionRows } from './use-decision-rows.tsx';
import { useSettlementRows } from './use-settlement-rows.tsx';
import { ApprovalRequestPrice } from './approval-request-price.tsx';
import {
  isSettlement,
  useWayOf,
  ApprovalRequestAccount,
  ApprovalRequestAmount,
  ApprovalRequestDraft,
  ApprovalRequestHead,
  ApprovalRequestState,
  ApprovalRequestTransaction,
  type ApprovalRequest,
} from './approval-request-messages.tsx';

export function ApprovalRequestPanel({
  approvalRequest,
  onClose,
}: {
  approvalRequest: ApprovalRequest;
  onClose(): void;
}) {
  const messages = useMessages(approvalRequestMessages);
  const way = useWayOf(approvalRequest);
  const decision = useDecisionRows(approvalRequest);
  const settlement = useSettlementRows(approvalRequest);
  return (
    <SidePanel title={<ApprovalRequestHead approvalRequest={approvalRequest} />} onClose={onClose}>
      <div className="stack">
        <KeyValues
          items={[
            {
              label: messages.state,
              value: <ApprovalRequestState state={approvalRequest.state} />,
            },
            {
              label: messages.account,
              value:
                approvalRequest.accountId === null ? null : (
                  <ApprovalRequestAccount approvalRequest={approvalRequest} />
                ),
            },
            {
              label: messages.amount,
              value: <ApprovalRequestAmount approvalRequest={approvalRequest} />,
            },
            {
              label: messages.transaction,
              value:
                approvalRequest.transactionId === null ? null : (
                  <ApprovalRequestTransaction approvalRequest={approvalRequest} />
                ),
            },
            {
              label: approvalRequest.kind === 'float' ? messages.kinds.float : messages.way,
              value: isSettlement(approvalRequest) ? null : way,
            },
            ...settlement,
            {
              label: messages.kinds['own-price'],
              value:
                approvalRequest.price === null ? null : (
                  <ApprovalRequestPrice approvalRequest={approvalRequest} />
                ),
            },
            {
              label: messages.draft,
              value:
                approvalRequest.draft === null ? null : (
                  <ApprovalRequestDraft approvalRequest={approvalRequest} />
                ),
            },
            ...decision,
          ]}
        />
        <ProofList request={approvalRequest} />
        {approvalRequest.state === 'open' ? (
          <ApprovalPreview id={approvalRequest.id} routes="operator/approval-requests" />
        ) : null}
        {approvalRequest.kind === 'price-plan' ? <PlanChanges id={approvalRequest.id} /> : null}
        {approvalRequest.bookedBefore === null ? null : (
          <Notice tone="warn">
            {messages.bookedBefore} <When at={approvalRequest.bookedBefore} show="both" />
          </Notice>
        )}
        <OpenRequest
          routes="operator/approval-requests"
          request={approvalRequest}
          changes={changes}
          messages={messages}
        />
      </div>
    </SidePanel>
  );
}

const changes: RouteName[] = [
  'GET operator/approval-requests',
  'GET operator/developers',
  'GET operator/developers/:id',
  'GET operator/price-plans',
  'GET operator/price-plans/:id',
  'GET operator/cases/:account/:id',
  'GET operator/settlements',
  'GET operator/settlements/:id',
  'GET operator/floats',
  'GET operator/refund-limit',
];
