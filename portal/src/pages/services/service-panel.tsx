// Panel of one service: its details, and the request for its activation.

import { defined } from '@jokko/contract/defined';
import { useState } from 'react';
import { useChange, useErrorMessages, useMay } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Code } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Money } from '../../ui/money.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { Limits, PriceMessages } from './price.tsx';
import { stateOf, type Service } from './service.ts';
import { serviceMessages } from './messages.ts';

const ceilings = ['dailyMaximum', 'weeklyMaximum', 'monthlyMaximum'] as const;

export function ServicePanel({ service, onClose }: { service: Service; onClose(): void }) {
  const messages = useMessages(serviceMessages);
  const { country, duration } = useFormat();
  const may = useMay('POST services/ask');
  const [asking, setAsking] = useState(false);
  const {
    name,
    code,
    provider,
    typeService,
    direction,
    price,
    multipleOf,
    currency,
    request,
    duplicateWindowSeconds,
  } = service;
  const state = stateOf(service);
  const canAsk = may && (state === 'inactive' || state === 'refused');
  const ceiling = (amount: string | null) =>
    amount === null ? null : (
      <>
        <Money amount={amount} currency={currency} /> {messages.perRecipient}
      </>
    );
  const ask = (
    <Button variant="primary" icon="send" onClick={() => setAsking(true)}>
      {messages.ask}
    </Button>
  );
  return (
    <SidePanel title={name} onClose={onClose} {...defined({ actions: canAsk ? ask : undefined })}>
      <KeyValues
        items={[
          {
            label: messages.state,
            value: <Badge tone={stateTones.service[state]}>{messages.states[state]}</Badge>,
          },
          { label: messages.code, value: <Code>{code}</Code> },
          { label: messages.provider, value: provider },
          { label: messages.type, value: messages.types[typeService] ?? typeService },
          { label: messages.direction, value: messages.directions[direction] },
          {
            label: messages.country,
            value: service.country === null ? messages.anyCountry : country(service.country),
          },
          { label: messages.price, value: <PriceMessages of={service} /> },
          { label: messages.priceOverride, value: price.own ? '✓' : null },
          {
            label: messages.refunds,
            value: price.refundsCommission ? messages.refundsYes : messages.refundsNo,
          },
          { label: messages.limits, value: <Limits of={service} /> },
          ...ceilings.map((name) => ({
            label: messages.ceilings[name],
            value: ceiling(service[name]),
          })),
          {
            label: messages.duplicates,
            value:
              duplicateWindowSeconds === 0
                ? null
                : messages.duplicatesHint(duration(duplicateWindowSeconds * 1_000)),
          },
          {
            label: messages.multiple,
            value: multipleOf === null ? null : <Money amount={multipleOf} currency={currency} />,
          },
          {
            label: messages.asked,
            value:
              request === null || state === 'active' ? null : (
                <When at={request.askedAt} show="both" />
              ),
          },
          {
            label: messages.answer,
            value: request?.answer === null || request?.answer === '' ? null : request?.answer,
          },
        ]}
      />
      {asking ? <Ask service={service} onEnd={() => setAsking(false)} /> : null}
    </SidePanel>
  );
}

function Ask({ service: { code, name }, onEnd }: { service: Service; onEnd(): void }) {
  const messages = useMessages(serviceMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST services/ask', { changes: ['GET services'] });
  const send = async (note: string): Promise<void> => {
    if ((await run({ body: { code, note } })) === null) return;
    onEnd();
    toast(messages.sent);
  };
  return (
    <Dialog open title={messages.askTitle(name)} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values['note'] ?? '')}>
        <Textarea
          name="note"
          label={messages.note}
          optional={messages.optional}
          hint={messages.noteHint}
          error={fieldMessageOf(error, 'note')}
          maxLength={500}
          autoFocus
        />
        <Button type="submit" variant="primary" icon="send" wide pending={pending}>
          {messages.send}
        </Button>
      </Form>
    </Dialog>
  );
}
