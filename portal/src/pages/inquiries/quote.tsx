// Inquiry about the cost of a remittance.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Field, Textarea } from '../../ui/field.tsx';
import { InquiryForm, Details, type KindProps } from './ask.tsx';
import { inquiryMessages } from './messages.ts';

export function Quote({ services, example }: KindProps) {
  const messages = useMessages(inquiryMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST inquiries/quote');
  const [answer, setAnswer] = useState<RouteAnswer<'POST inquiries/quote'> | null>(null);
  const [isJson, setJson] = useState(true);
  const look = async ({
    service = '',
    amount = '',
    sendData = '',
  }: Record<string, string>): Promise<void> => {
    const data = readJson(sendData);
    setJson(data !== undefined);
    setAnswer(
      data === undefined
        ? null
        : await run({ body: { service, amount: amount.trim(), sendData: data } }),
    );
  };
  const wrongDetail =
    error?.fields?.map(({ field }) => field).filter((field) => field.startsWith('sendData')) ?? [];
  const said = wrongDetail
    .map((field) =>
      messages.info(field.slice('sendData.'.length), fieldMessageOf(error, field) ?? ''),
    )
    .join(' · ');
  return (
    <div className="stack stack-l">
      <InquiryForm
        services={services}
        error={error}
        pending={pending}
        onSend={(values) => void look(values)}
      >
        <Field
          name="amount"
          label={messages.amount}
          hint={messages.quoteHint}
          inputMode="decimal"
          maxLength={20}
          error={fieldMessageOf(error, 'amount')}
        />
        <Textarea
          name="sendData"
          label={messages.sendData}
          hint={messages.sendDataHint}
          rows={12}
          spellCheck={false}
          defaultValue={JSON.stringify(example, null, 2)}
          error={isJson ? said || undefined : messages.notJson}
        />
      </InquiryForm>
      <Details answer={answer} />
    </div>
  );
}

/** Undefined: it is none. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
