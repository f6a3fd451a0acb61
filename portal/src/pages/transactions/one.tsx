// Page of one transaction of the account.

import { addressOf, useRealtime, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/states.tsx';
import { ClaimLink } from '../claims/claim-link.tsx';
import { EvidenceMenu } from './evidence-menu.tsx';
import { TransactionDetails } from './facts.tsx';
import { Headline } from './headline.tsx';
import { ResendCallback } from './resend-callback.tsx';
import { Reversals } from './reversals.tsx';
import { StatusBadge } from './status-badge.tsx';
import { Story } from './story.tsx';
import { transactionMessages } from './messages.ts';
import { RefundOrCancel } from './refund-or-cancel.tsx';

export default function OneTransaction({
  params: { id = '' },
}: {
  params: Record<string, string>;
}) {
  const messages = useMessages(transactionMessages);
  const read = useRead('GET transactions/:id', { params: { id } });
  useRealtime(['operation', 'callback'], ['GET transactions/:id']);
  return (
    <Page
      title={messages.oneTitle(id)}
      back={{ to: '/transactions', label: messages.title }}
      beside={read.answer === undefined ? null : <StatusBadge status={read.answer.status} />}
      actions={
        read.answer === undefined ? null : (
          <>
            <EvidenceMenu
              address={(form) =>
                addressOf('GET transactions/:id/evidence', { params: { id }, query: { form } })
              }
            />
            <ClaimLink id={id} claims={read.answer.claims} />
            <ResendCallback transaction={read.answer} />
            <RefundOrCancel transaction={read.answer} />
          </>
        )
      }
    >
      <Loaded read={read} lines={12}>
        {(transaction) => (
          <>
            <Headline transaction={transaction} />
            <Card title={messages.details}>
              <TransactionDetails transaction={transaction} isHeaded />
            </Card>
            <Card title={messages.story}>
              <Story transaction={transaction} />
            </Card>
            <Reversals transaction={transaction} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
