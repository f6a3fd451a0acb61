// Page of one transaction of any account, for an operator.

import { addressOf, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/states.tsx';
import { AskProvider } from './ask-provider.tsx';
import { CustomerAnswer } from './customer-answer.tsx';
import { EvidenceMenu } from './evidence-menu.tsx';
import { TransactionDetails } from './facts.tsx';
import { Headline } from './headline.tsx';
import { Notes } from './notes.tsx';
import { ResendCallback } from './resend-callback.tsx';
import { Reversals } from './reversals.tsx';
import { StatusBadge } from './status-badge.tsx';
import { Story } from './story.tsx';
import { transactionMessages } from './messages.ts';
import { RefundOrCancel } from './refund-or-cancel.tsx';

export default function TransactionOfAll({
  params: { account = '', id = '' },
}: {
  params: Record<string, string>;
}) {
  const messages = useMessages(transactionMessages);
  const read = useRead('GET operator/transactions/:account/:id', { params: { account, id } });
  return (
    <Page
      title={messages.oneTitle(id)}
      back={{ to: '/transactions', label: messages.title }}
      beside={read.answer === undefined ? null : <StatusBadge status={read.answer.status} />}
      actions={
        read.answer === undefined ? null : (
          <>
            {read.answer.mayAsk ? <AskProvider accountId={read.answer.accountId} id={id} /> : null}
            <EvidenceMenu
              address={(form) =>
                addressOf('GET operator/transactions/:account/:id/evidence', {
                  params: { account, id },
                  query: { form },
                })
              }
            />
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
            <CustomerAnswer
              accountId={transaction.accountId}
              id={transaction.id}
              answer={transaction.customerAnswer}
            />
            <Card title={messages.details}>
              <TransactionDetails transaction={transaction} isHeaded />
            </Card>
            <Card title={messages.story}>
              <Story transaction={transaction} />
            </Card>
            <Reversals transaction={transaction} />
            <Notes transaction={transaction} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
