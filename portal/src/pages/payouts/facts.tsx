// Summary of a payout batch: its progress, its cost, and who requested and decided it.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { When } from '../../ui/when.tsx';
import { Progress } from './state-badge.tsx';
import { payoutMessages } from './messages.ts';

export type Details = RouteAnswer<'GET payouts/:id'>;

export function OperationTerms({ batch }: { batch: Details }) {
  const {
    batch: messages,
    amount: amountLabel,
    fees: feesLabel,
    madeBy,
    byKey,
    created,
    lines: linesLabel,
    lineStates,
  } = useMessages(payoutMessages);
  const { number } = useFormat();
  const { currency, amount, fees, retry, submittedBy, decidedBy, decisionNote, lines } = batch;
  const money = (value: string) =>
    currency === null ? null : <Money amount={value} currency={currency} />;
  const asked =
    retry === null
      ? []
      : [
          { label: messages.retryLines, value: number(retry.lines) },
          { label: messages.retryAmount, value: money(retry.amount) },
          { label: messages.retryFees, value: money(retry.fees) },
          { label: messages.retryCost, value: money(retry.cost) },
        ];
  return (
    <Card>
      <div className="stack">
        {batch.state === 'draft' ||
        (batch.state === 'awaiting_approval' && retry === null) ? null : (
          <Progress batch={batch} />
        )}
        <KeyValues
          items={[
            ...asked,
            { label: linesLabel, value: number(lines) },
            { label: amountLabel, value: money(amount) },
            { label: feesLabel, value: money(fees) },
            { label: messages.cost, value: money(batch.cost) },
            ...batch.sums.map((sum) => ({
              label: lineStates[sum.state],
              value: <Sum sum={sum} currency={currency} />,
            })),
            {
              label: messages.available,
              value: batch.available === null ? null : <Available batch={batch} />,
            },
            { label: messages.file, value: batch.fileName || null },
            { label: messages.sheet, value: batch.sheet },
            { label: messages.service, value: batch.codeService },
            { label: madeBy, value: batch.byApi ? byKey(batch.madeBy) : batch.madeBy },
            { label: messages.submittedBy, value: submittedBy },
            { label: messages.decidedBy, value: decidedBy },
            { label: messages.note, value: decisionNote },
            { label: created, value: <When at={batch.createdAt} show="both" /> },
            { label: messages.changed, value: <When at={batch.changedAt} show="both" /> },
          ]}
        />
      </div>
    </Card>
  );
}

/** Now, and after what is about to be sent. */
function Available({ batch: { available, availableAfter, currency } }: { batch: Details }) {
  if (available === null || currency === null) return null;
  return (
    <>
      <Money amount={available} currency={currency} />
      {availableAfter === null ? null : (
        <>
          {' → '}
          <strong>
            <Money amount={availableAfter} currency={currency} />
          </strong>
        </>
      )}
    </>
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
  const { fees: feesLabel } = useMessages(payoutMessages);
  if (currency === null) return null;
  return (
    <>
      <Money amount={amount} currency={currency} />
      {fees === '0' ? null : (
        <span className="soft">
          {' '}
          + {feesLabel.toLowerCase()} <Money amount={fees} currency={currency} />
        </span>
      )}
    </>
  );
}
