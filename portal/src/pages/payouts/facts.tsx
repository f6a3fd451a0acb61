// What is this batch as a whole: how far has it come, what does it cost, who has asked and decided?

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useTexts } from '../../language/index.ts';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { When } from '../../ui/when.tsx';
import { Progress } from './state-badge.tsx';
import { payoutTexts } from './texts.ts';

export type Details = RouteAnswer<'GET payouts/:id'>;

export function Facts({ batch }: { batch: Details }) {
  const { batch: words, amount: amountWord, fees: feesWord, madeBy, created, lines: linesWord } = useTexts(payoutTexts);
  const { number } = useFormat();
  const { currency, amount, fees, available, codeService, submittedBy, decidedBy, decisionNote, lines } = batch;
  const money = (value: string) => (currency === null ? null : <Money amount={value} currency={currency} />);
  return (
    <Card>
      <div className="stack">
        {batch.state === 'draft' || batch.state === 'awaiting_approval' ? null : <Progress batch={batch} />}
        <KeyValues
          items={[
            { label: linesWord, value: number(lines) },
            { label: amountWord, value: money(amount) },
            { label: feesWord, value: money(fees) },
            { label: words.cost, value: money(batch.cost) },
            { label: words.available, value: available === null ? null : money(available) },
            { label: words.file, value: batch.fileName },
            { label: words.service, value: codeService },
            { label: madeBy, value: batch.madeBy },
            { label: words.submittedBy, value: submittedBy },
            { label: words.decidedBy, value: decidedBy },
            { label: words.note, value: decisionNote },
            { label: created, value: <When at={batch.createdAt} show="both" /> },
            { label: words.changed, value: <When at={batch.changedAt} show="both" /> },
          ]}
        />
      </div>
    </Card>
  );
}
