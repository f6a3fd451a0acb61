// Does the statement add up? Its movements as they were counted, its balances where they were told, and our side beside it.

import { useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { When } from '../../ui/when.tsx';
import { reconciliationTexts, type WholeFile } from './texts.ts';

export function Proof({ file }: { file: WholeFile }) {
  const words = useTexts(reconciliationTexts);
  return (
    <Card title={words.proof} lead={words.proofLead}>
      <div className="stack">
        {file.totals.map((total) => {
          const money = (amount: string | null) => (amount === null ? null : <Money amount={amount} currency={total.currency} />);
          return (
            <div key={total.currency} className="stack">
              <p className="reconciliation-verdicts">
                <Badge tone={total.addsUp ? 'good' : 'bad'}>{total.addsUp ? words.addsUp : words.addsUpNot}</Badge>
                {total.closes === null ? null : (
                  <Badge tone={total.closes ? 'good' : 'bad'}>{total.closes ? words.closes : words.closesNot}</Badge>
                )}
              </p>
              <KeyValues
                items={[
                  { label: words.opening, value: money(total.opening) },
                  { label: words.total, value: money(total.amount) },
                  { label: words.feesTotal, value: money(total.fees) },
                  { label: words.closing, value: money(total.closing) },
                  { label: words.oursTotal, value: money(total.ours) },
                  { label: words.judged, value: <Judged file={file} /> },
                ]}
              />
            </div>
          );
        })}
      </div>
    </Card>
  );
}

function Judged({ file: { judgedFrom, judgedUntil } }: { file: WholeFile }) {
  if (judgedFrom === null || judgedUntil === null) return null;
  return (
    <>
      <When at={judgedFrom} show="exact" /> – <When at={judgedUntil} show="exact" />
    </>
  );
}
