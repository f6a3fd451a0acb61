// Shows whether a statement adds up: its movements as counted, its balances where they were given,
// and our side beside it.

import { Link } from '../../router/index.ts';
import { useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { When } from '../../ui/when.tsx';
import { reconciliationMessages, type WholeFile } from './messages.ts';

export function Proof({ file }: { file: WholeFile }) {
  const messages = useMessages(reconciliationMessages);
  return (
    <Card title={messages.proof} lead={messages.proofLead}>
      <div className="stack">
        {file.totals.map((total) => {
          const money = (amount: string | null) =>
            amount === null ? null : <Money amount={amount} currency={total.currency} />;
          return (
            <div key={total.currency} className="stack">
              <p className="reconciliation-verdicts">
                <Badge tone={total.addsUp ? 'good' : 'bad'}>
                  {total.addsUp ? messages.addsUp : messages.addsUpNot}
                </Badge>
                {total.closes === null ? null : (
                  <Badge tone={total.closes ? 'good' : 'bad'}>
                    {total.closes ? messages.closes : messages.closesNot}
                  </Badge>
                )}
                {total.continues === null ? null : (
                  <Badge tone={total.continues ? 'good' : 'bad'}>
                    {total.continues ? messages.continues : messages.continuesNot}
                  </Badge>
                )}
              </p>
              <KeyValues
                items={[
                  {
                    label: messages.closingBefore,
                    value:
                      total.before === null ? null : (
                        <Link to={`/reconciliation/${total.before.id}`}>
                          {money(total.before.closing)}
                        </Link>
                      ),
                  },
                  { label: messages.opening, value: money(total.opening) },
                  { label: messages.total, value: money(total.amount) },
                  { label: messages.feesTotal, value: money(total.fees) },
                  { label: messages.feesExpected, value: money(total.feesExpected) },
                  {
                    label: messages.feesDifference,
                    value: <FeesDifference total={total} />,
                  },
                  {
                    label: messages.closingCounted,
                    value: total.closes === false ? money(total.closingCounted) : null,
                  },
                  { label: messages.closing, value: money(total.closing) },
                  { label: messages.oursTotal, value: money(total.ours) },
                  { label: messages.judged, value: <Judged file={file} /> },
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

function FeesDifference({ total }: { total: WholeFile['totals'][number] }) {
  const messages = useMessages(reconciliationMessages);
  return (
    <>
      <Badge tone={total.feesDifference === '0' ? 'good' : 'warn'}>
        <Money amount={total.feesDifference} currency={total.currency} signed />
      </Badge>
      <p className="soft small">{messages.feesExpectedHint}</p>
    </>
  );
}
