// Inquiry about the unpaid bills of a customer.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Field } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { InquiryForm, Refused, type KindProps } from './ask.tsx';
import { inquiryMessages } from './messages.ts';

type Answer = RouteAnswer<'POST inquiries/bills'>;

export function Bills({ services }: KindProps) {
  const messages = useMessages(inquiryMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST inquiries/bills');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const look = async ({
    service = '',
    accountNumber = '',
  }: Record<string, string>): Promise<void> =>
    setAnswer(await run({ body: { service, accountNumber: accountNumber.trim() } }));
  return (
    <div className="stack stack-l">
      <InquiryForm
        services={services}
        error={error}
        pending={pending}
        onSend={(values) => void look(values)}
      >
        <Field
          name="accountNumber"
          label={messages.accountNumber}
          hint={messages.accountHint}
          maxLength={64}
          error={fieldMessageOf(error, 'accountNumber')}
        />
      </InquiryForm>
      {answer === null ? null : answer.problem === null ? (
        <Found answer={answer} />
      ) : (
        <Refused problem={answer.problem} />
      )}
    </div>
  );
}

function Found({ answer: { bills, currency } }: { answer: Answer }) {
  const messages = useMessages(inquiryMessages);
  return (
    <Card title={messages.billsFound} lead={messages.payable} flush>
      <DataTable
        id="bills"
        caption={messages.billsFound}
        rows={bills}
        rowKey={({ reference }) => reference}
        empty={<EmptyState icon="file" title={messages.noBills} />}
        columns={[
          {
            key: 'bill',
            header: messages.bill,
            cell: ({ reference }) => <span className="number">{reference}</span>,
          },
          {
            key: 'amount',
            header: messages.billAmount,
            align: 'end',
            cell: ({ amount }) => <Money amount={amount} currency={currency} />,
          },
          {
            key: 'about',
            header: messages.about,
            cell: ({ infos }) =>
              infos.map(({ label, value }) => messages.info(label, value)).join(' · '),
          },
        ]}
      />
    </Card>
  );
}
