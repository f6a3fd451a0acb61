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
  const { batch: words, amount: amountWord, fees: feesWord, madeBy, created, lines: linesWord, lineStates } = useTexts(payoutTexts);
  const { number } = useFormat();
  const { currency, amount, fees, retry, available, submittedBy, decidedBy, decisionNote, lines } = batch;
  const money = (value: string) => (currency === null ? null : <Money amount={value} currency={currency} />);
  const asked =
    retry === null
      ? []
      : [
          { label: words.retryLines, value: number(retry.lines) },
          { label: words.retryAmount, value: money(retry.amount) },
          { label: words.retryFees, value: money(retry.fees) },
          { label: words.retryCost, value: money(retry.cost) },
        ];
  return (
    <Card>
      <div className="stack">
        {batch.state === 'draft' || (batch.state === 'awaiting_approval' && retry === null) ? null : <Progress batch={batch} />}
        <KeyValues
          items={[
            ...asked,
            { label: linesWord, value: number(lines) },
            { label: amountWord, value: money(amount) },
            { label: feesWord, value: money(fees) },
            { label: words.cost, value: money(batch.cost) },
            ...batch.sums.map((sum) => ({ label: lineStates[sum.state], value: <Sum sum={sum} currency={currency} /> })),
            { label: words.available, value: available === null ? null : money(available) },
            { label: words.file, value: batch.fileName },
            { label: words.sheet, value: batch.sheet },
            { label: words.service, value: batch.codeService },
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

/** What lines of one state come to. */
export function Sum({
  sum: { amount, fees },
  currency,
}: {
  sum: Pick<Details['sums'][number], 'amount' | 'fees'>;
  currency: string | null;
}) {
  const { fees: feesWord } = useTexts(payoutTexts);
  if (currency === null) return null;
  return (
    <>
      <Money amount={amount} currency={currency} />
      {fees === '0' ? null : (
        <span className="soft">
          {' '}
          + {feesWord.toLowerCase()} <Money amount={fees} currency={currency} />
        </span>
      )}
    </>
  );
}
