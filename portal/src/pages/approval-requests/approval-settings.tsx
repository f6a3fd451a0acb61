// Page of what approvals are asked for: the amount from which a refund needs two users.

import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { RefundLimitCard } from '../refunds/limit-card.tsx';
import { approvalRequestMessages } from './messages.ts';

export default function ApprovalSettings() {
  const messages = useMessages(approvalRequestMessages);
  return (
    <Page
      title={messages.settings}
      lead={messages.settingsLead}
      back={{ to: '/approvals', label: messages.title }}
      narrow
    >
      <RefundLimitCard accountId={null} />
    </Page>
  );
}
