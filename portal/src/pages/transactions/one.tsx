// What is there to know about one transaction of the account?

import { useLive, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/states.tsx';
import { ClaimLink } from '../claims/claim-link.tsx';
import { TransactionFacts } from './facts.tsx';
import { StatusBadge } from './status-badge.tsx';
import { Story } from './story.tsx';
import { transactionTexts } from './texts.ts';
import { Undo } from './undo.tsx';

export default function OneTransaction({ params: { id = '' } }: { params: Record<string, string> }) {
  const words = useTexts(transactionTexts);
  const read = useRead('GET transactions/:id', { params: { id } });
  useLive(['operation', 'callback'], ['GET transactions/:id']);
  return (
    <Page
      title={words.oneTitle(id)}
      back={{ to: '/transactions', label: words.title }}
      beside={read.answer === undefined ? null : <StatusBadge status={read.answer.status} />}
      actions={
        read.answer === undefined ? null : (
          <>
            <ClaimLink id={id} claims={read.answer.claims} />
            <Undo transaction={read.answer} />
          </>
        )
      }
    >
      <Loaded read={read} lines={12}>
        {(transaction) => (
          <>
            <Card title={words.facts}>
              <TransactionFacts transaction={transaction} />
            </Card>
            <Card title={words.story}>
              <Story transaction={transaction} />
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}
