// What would this remittance cost?

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Field, Textarea } from '../../ui/field.tsx';
import { AskForm, Facts, type KindProps } from './ask.tsx';
import { lookUpTexts } from './texts.ts';

export function Quote({ services, example }: KindProps) {
  const words = useTexts(lookUpTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST look-ups/quote');
  const [answer, setAnswer] = useState<RouteAnswer<'POST look-ups/quote'> | null>(null);
  const [isJson, setJson] = useState(true);
  const look = async ({ service = '', amount = '', sendData = '' }: Record<string, string>): Promise<void> => {
    const data = readJson(sendData);
    setJson(data !== undefined);
    setAnswer(data === undefined ? null : await run({ body: { service, amount: amount.trim(), sendData: data } }));
  };
  const wrongDetail = error?.fields?.map(({ field }) => field).filter((field) => field.startsWith('sendData')) ?? [];
  const said = wrongDetail.map((field) => words.info(field.slice('sendData.'.length), sayField(error, field) ?? '')).join(' · ');
  return (
    <div className="stack stack-l">
      <AskForm services={services} error={error} pending={pending} onSend={(values) => void look(values)}>
        <Field name="amount" label={words.amount} inputMode="decimal" maxLength={20} error={sayField(error, 'amount')} />
        <Textarea
          name="sendData"
          label={words.sendData}
          hint={words.sendDataHint}
          rows={12}
          spellCheck={false}
          defaultValue={JSON.stringify(example, null, 2)}
          error={isJson ? said || undefined : words.notJson}
        />
      </AskForm>
      <Facts answer={answer} />
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
