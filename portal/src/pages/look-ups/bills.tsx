// Which bills of this customer are unpaid?

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Field } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AskForm, Refused, type KindProps } from './ask.tsx';
import { lookUpTexts } from './texts.ts';

type Answer = RouteAnswer<'POST look-ups/bills'>;

export function Bills({ services }: KindProps) {
  const words = useTexts(lookUpTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST look-ups/bills');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const look = async ({ service = '', accountNumber = '' }: Record<string, string>): Promise<void> =>
    setAnswer(await run({ body: { service, accountNumber: accountNumber.trim() } }));
  return (
    <div className="stack stack-l">
      <AskForm services={services} error={error} pending={pending} onSend={(values) => void look(values)}>
        <Field
          name="accountNumber"
          label={words.accountNumber}
          hint={words.accountHint}
          maxLength={64}
          error={sayField(error, 'accountNumber')}
        />
      </AskForm>
      {answer === null ? null : answer.problem === null ? <Found answer={answer} /> : <Refused problem={answer.problem} />}
    </div>
  );
}

function Found({ answer: { bills, currency } }: { answer: Answer }) {
  const words = useTexts(lookUpTexts);
  return (
    <Card title={words.billsFound} lead={words.payable} flush>
      <DataTable
        id="bills"
        caption={words.billsFound}
        rows={bills}
        rowKey={({ reference }) => reference}
        empty={<EmptyState icon="file" title={words.noBills} />}
        columns={[
          { key: 'bill', header: words.bill, cell: ({ reference }) => <span className="number">{reference}</span> },
          { key: 'amount', header: words.billAmount, align: 'end', cell: ({ amount }) => <Money amount={amount} currency={currency} /> },
          { key: 'about', header: words.about, cell: ({ infos }) => infos.map(({ label, value }) => words.info(label, value)).join(' · ') },
        ]}
      />
    </Card>
  );
}
