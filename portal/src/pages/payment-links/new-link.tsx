// Form that makes a payment link.

import { useState } from 'react';
import { makeKey, useChange } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { linkMessages } from './messages.ts';

const kinds = ['fixed', 'range'] as const;
const uses = ['many', 'one'] as const;
const validities = ['none', 'day', 'week', 'month'] as const;
const minutesOf = { none: null, day: 1_440, week: 10_080, month: 43_200 } as const;

export function NewLink({ onMade, onEnd }: { onMade(id: string): void; onEnd(): void }) {
  const messages = useMessages(linkMessages);
  const [kind, setKind] = useState<(typeof kinds)[number]>('fixed');
  // What is sent again because its answer was lost makes no second link.
  const [ownId] = useState(() => `link-${makeKey().slice(0, 12)}`);
  const save = useChange('POST payment-links', { changes: ['GET payment-links'] });
  const wrong = (field: string): string | undefined =>
    save.error?.fields.some((fault) => fault.field === field) === true ? messages.wrong : undefined;
  const send = async (values: Record<string, string>): Promise<void> => {
    const amountOf = (name: string, of: typeof kind): string | null =>
      kind === of ? (values[name] ?? '').trim() : null;
    const made = await save.run({
      body: {
        id: values['id']?.trim() || ownId,
        uses: values['uses'] as (typeof uses)[number],
        amount: amountOf('amount', 'fixed'),
        minimum: amountOf('minimum', 'range'),
        maximum: amountOf('maximum', 'range'),
        description: values['description'] ?? '',
        expiresInMinutes: minutesOf[values['validity'] as (typeof validities)[number]],
        callbackUrl: values['callbackUrl'] ?? '',
      },
    });
    if (made === null) return;
    toast(messages.made);
    onMade(made.id);
  };
  return (
    <Drawer open title={messages.add} onClose={onEnd}>
      <Form
        error={save.error?.code === 'conflict' ? null : save.error}
        onSend={(values) => void send(values)}
      >
        {save.error?.code === 'conflict' ? (
          <Notice tone="bad" live>
            {messages.taken}
          </Notice>
        ) : null}
        <Field
          name="description"
          label={messages.description}
          hint={messages.descriptionHint}
          error={wrong('description')}
          maxLength={200}
          required
        />
        <Select
          name="kind"
          label={messages.kind}
          value={kind}
          onChange={({ target }) => setKind(target.value as typeof kind)}
          options={optionsOf(kinds, messages.kinds)}
        />
        {(kind === 'fixed' ? (['amount'] as const) : (['minimum', 'maximum'] as const)).map(
          (name) => (
            <Field
              key={name}
              name={name}
              label={messages[name]}
              error={wrong(name)}
              inputMode="decimal"
              required
            />
          ),
        )}
        <Select name="uses" label={messages.usesLabel} options={optionsOf(uses, messages.uses)} />
        <Select
          name="validity"
          label={messages.validity}
          options={optionsOf(validities, messages.validities)}
        />
        <MoreFields wrong={wrong} />
        <Button type="submit" variant="primary" wide pending={save.pending}>
          {messages.make}
        </Button>
      </Form>
    </Drawer>
  );
}

function MoreFields({ wrong }: { wrong(field: string): string | undefined }) {
  const messages = useMessages(linkMessages);
  return (
    <>
      <Field
        name="id"
        label={messages.reference}
        hint={messages.referenceHint}
        error={wrong('id')}
        optional={messages.optional}
        pattern="[A-Za-z0-9._:@\-]{1,80}"
        spellCheck={false}
      />
      <Field
        name="callbackUrl"
        type="url"
        label={messages.callbackUrl}
        error={wrong('callbackUrl')}
        optional={messages.optional}
      />
    </>
  );
}
