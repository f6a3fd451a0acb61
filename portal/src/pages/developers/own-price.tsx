// At which price is this account to have a service? Asked for here, and in force once another person has approved it.

import { useState } from 'react';
import { useChange, useErrorWords } from '../../api/index.ts';
import { plainAmount, useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Choices, Radio } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Service } from './services-card.tsx';
import { developersTexts } from './texts.ts';

export function OwnPrice({ id, service, onEnd }: { id: number; service: Service; onEnd(): void }) {
  const words = useTexts(developersTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/developers/price', { changes: ['GET operator/wishes'] });
  const [own, setOwn] = useState(true);
  const send = async ({ percent = '', fixed = '', minimum = '', maximum = '', reason = '' }: Record<string, string>): Promise<void> => {
    const bound = (text: string): string | null => (text.trim() === '' ? null : plainAmount(text));
    const entry = { percent: plainAmount(percent), fixed: plainAmount(fixed), minimum: bound(minimum), maximum: bound(maximum) };
    if ((await run({ body: { id, code: service.code, price: own ? entry : null, reason: reason.trim() } })) === null) return;
    toast(words.asked);
    onEnd();
  };
  const amount = (name: 'fixed' | 'minimum' | 'maximum', value: string | null) => (
    <Field
      name={name}
      label={`${words[name]} (${service.currency})`}
      inputMode="decimal"
      defaultValue={value ?? ''}
      error={sayField(error, `price.${name}`)}
      {...(name === 'fixed' ? {} : { optional: words.optional })}
    />
  );
  return (
    <Dialog open title={words.agreeTitle(service.name)} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{words.agreeLead}</p>
        {service.own ? (
          <Choices legend={words.priceKind}>
            <Radio name="own" value="yes" label={words.own} checked={own} onChange={() => setOwn(true)} />
            <Radio name="own" value="no" label={words.catalogue} checked={!own} onChange={() => setOwn(false)} />
          </Choices>
        ) : null}
        {own ? (
          <>
            <Field
              name="percent"
              label={`${words.percent} (%)`}
              inputMode="decimal"
              defaultValue={service.percent}
              error={sayField(error, 'price.percent')}
            />
            {amount('fixed', service.fixed)}
            {amount('minimum', service.minimum)}
            {amount('maximum', service.maximum)}
          </>
        ) : null}
        <Field name="reason" label={words.reason} hint={words.reasonHint} maxLength={500} error={sayField(error, 'reason')} required />
        <Button type="submit" look="primary" pending={pending}>
          {words.ask}
        </Button>
      </Form>
    </Dialog>
  );
}
