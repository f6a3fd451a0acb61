// Form that requests a price override of a service for this account. In force once another user
// has approved it.

import { defined } from '@jokko/contract/defined';
import { useState } from 'react';
import { useChange, useErrorMessages } from '../../api/index.ts';
import { plainAmount, useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Choices, Radio } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Service } from './answers.ts';
import { developersMessages } from './messages.ts';

export function PriceOverride({
  id,
  service,
  onEnd,
}: {
  id: number;
  service: Service;
  onEnd(): void;
}) {
  const messages = useMessages(developersMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/developers/price', {
    changes: ['GET operator/approval-requests'],
  });
  const [own, setOwn] = useState(true);
  const send = async ({
    percent = '',
    fixed = '',
    minimum = '',
    maximum = '',
    reason = '',
  }: Record<string, string>): Promise<void> => {
    const bound = (text: string): string | null => (text.trim() === '' ? null : plainAmount(text));
    const entry = {
      percent: plainAmount(percent),
      fixed: plainAmount(fixed),
      minimum: bound(minimum),
      maximum: bound(maximum),
    };
    if (
      (await run({
        body: { id, code: service.code, price: own ? entry : null, reason: reason.trim() },
      })) === null
    )
      return;
    toast(messages.asked);
    onEnd();
  };
  const amount = (name: 'fixed' | 'minimum' | 'maximum', value: string | null) => (
    <Field
      name={name}
      label={`${messages[name]} (${service.currency})`}
      inputMode="decimal"
      defaultValue={value ?? ''}
      error={fieldMessageOf(error, `price.${name}`)}
      {...defined({ optional: name === 'fixed' ? undefined : messages.optional })}
    />
  );
  return (
    <Dialog open title={messages.agreeTitle(service.name)} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{messages.agreeLead}</p>
        {service.own ? <Whose own={own} onChange={setOwn} /> : null}
        {own ? (
          <>
            <Field
              name="percent"
              label={`${messages.percent} (%)`}
              inputMode="decimal"
              defaultValue={service.percent}
              error={fieldMessageOf(error, 'price.percent')}
            />
            {amount('fixed', service.fixed)}
            {amount('minimum', service.minimum)}
            {amount('maximum', service.maximum)}
          </>
        ) : null}
        <Field
          name="reason"
          label={messages.reason}
          hint={messages.reasonHint}
          maxLength={500}
          error={fieldMessageOf(error, 'reason')}
          required
        />
        <Button type="submit" variant="primary" pending={pending}>
          {messages.ask}
        </Button>
      </Form>
    </Dialog>
  );
}

/** Whether the account gets its own price or the catalogue's. */
function Whose({ own, onChange }: { own: boolean; onChange(own: boolean): void }) {
  const messages = useMessages(developersMessages);
  return (
    <Choices legend={messages.priceKind}>
      <Radio
        name="own"
        value="yes"
        label={messages.own}
        checked={own}
        onChange={() => onChange(true)}
      />
      <Radio
        name="own"
        value="no"
        label={messages.catalogue}
        checked={!own}
        onChange={() => onChange(false)}
      />
    </Choices>
  );
}
