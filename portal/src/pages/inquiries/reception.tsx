// Inquiry about what waits under a withdrawal code.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Field } from '../../ui/field.tsx';
import { InquiryForm, Details, type KindProps } from './ask.tsx';
import { inquiryMessages } from './messages.ts';

export function Reception({ services }: KindProps) {
  const messages = useMessages(inquiryMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST inquiries/reception');
  const [answer, setAnswer] = useState<RouteAnswer<'POST inquiries/reception'> | null>(null);
  const look = async ({ service = '', reference = '' }: Record<string, string>): Promise<void> =>
    setAnswer(await run({ body: { service, reference: reference.replaceAll(/\s/g, '') } }));
  return (
    <div className="stack stack-l">
      <InquiryForm
        services={services}
        error={error}
        pending={pending}
        onSend={(values) => void look(values)}
      >
        <Field
          name="reference"
          label={messages.reference}
          hint={messages.referenceHint}
          inputMode="numeric"
          maxLength={40}
          error={fieldMessageOf(error, 'reference')}
        />
      </InquiryForm>
      <Details answer={answer} />
    </div>
  );
}
