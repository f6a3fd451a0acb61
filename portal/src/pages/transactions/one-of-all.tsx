// What does an operator see of one transaction of any account?

import { useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/states.tsx';
import { TransactionFacts } from './facts.tsx';
import { StatusBadge } from './status-badge.tsx';
import { Story } from './story.tsx';
import { transactionTexts } from './texts.ts';
import { Undo } from './undo.tsx';

export default function TransactionOfAll({ params: { account = '', id = '' } }: { params: Record<string, string> }) {
  const words = useTexts(transactionTexts);
  const read = useRead('GET operator/transactions/:account/:id', { params: { account, id } });
  return (
    <Page
      title={words.oneTitle(id)}
      back={{ to: '/transactions', label: words.title }}
      beside={read.answer === undefined ? null : <StatusBadge status={read.answer.status} />}
      actions={read.answer === undefined ? null : <Undo transaction={read.answer} />}
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
