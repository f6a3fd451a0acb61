// What waits under this withdrawal code?

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Field } from '../../ui/field.tsx';
import { AskForm, Facts, type KindProps } from './ask.tsx';
import { lookUpTexts } from './texts.ts';

export function Reception({ services }: KindProps) {
  const words = useTexts(lookUpTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST look-ups/reception');
  const [answer, setAnswer] = useState<RouteAnswer<'POST look-ups/reception'> | null>(null);
  const look = async ({ service = '', reference = '' }: Record<string, string>): Promise<void> =>
    setAnswer(await run({ body: { service, reference: reference.replaceAll(/\s/g, '') } }));
  return (
    <div className="stack stack-l">
      <AskForm services={services} error={error} pending={pending} onSend={(values) => void look(values)}>
        <Field
          name="reference"
          label={words.reference}
          hint={words.referenceHint}
          inputMode="numeric"
          maxLength={40}
          error={sayField(error, 'reference')}
        />
      </AskForm>
      <Facts answer={answer} />
    </div>
  );
}
