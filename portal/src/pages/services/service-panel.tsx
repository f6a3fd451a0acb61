// What is there to know of a service, and how is its activation asked for?

import { useState } from 'react';
import { useChange, useErrorWords, useMay } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Code } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Money } from '../../ui/money.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { Limits, PriceWords } from './price.tsx';
import { stateOf, stateTones, type Service } from './service.ts';
import { serviceTexts } from './texts.ts';

const ceilings = ['dailyMaximum', 'weeklyMaximum', 'monthlyMaximum'] as const;

export function ServicePanel({ service, onClose }: { service: Service; onClose(): void }) {
  const words = useTexts(serviceTexts);
  const { country, length } = useFormat();
  const may = useMay('POST services/ask');
  const [asking, setAsking] = useState(false);
  const { name, code, provider, typeService, direction, price, multipleOf, currency, request, duplicateWindowSeconds } = service;
  const state = stateOf(service);
  const canAsk = may && (state === 'inactive' || state === 'refused');
  const ceiling = (amount: string | null) =>
    amount === null ? null : (
      <>
        <Money amount={amount} currency={currency} /> {words.perRecipient}
      </>
    );
  const ask = (
    <Button look="primary" icon="send" onClick={() => setAsking(true)}>
      {words.ask}
    </Button>
  );
  return (
    <SidePanel title={name} onClose={onClose} {...(canAsk ? { actions: ask } : {})}>
      <KeyValues
        items={[
          { label: words.state, value: <Badge tone={stateTones[state]}>{words.states[state]}</Badge> },
          { label: words.code, value: <Code>{code}</Code> },
          { label: words.provider, value: provider },
          { label: words.type, value: words.types[typeService] ?? typeService },
          { label: words.direction, value: words.directions[direction] },
          { label: words.country, value: service.country === null ? words.anyCountry : country(service.country) },
          { label: words.price, value: <PriceWords of={service} /> },
          { label: words.ownPrice, value: price.own ? '✓' : null },
          { label: words.refunds, value: price.refundsCommission ? words.refundsYes : words.refundsNo },
          { label: words.limits, value: <Limits of={service} /> },
          ...ceilings.map((name) => ({ label: words.ceilings[name], value: ceiling(service[name]) })),
          { label: words.duplicates, value: duplicateWindowSeconds === 0 ? null : words.duplicatesWords(length(duplicateWindowSeconds)) },
          { label: words.multiple, value: multipleOf === null ? null : <Money amount={multipleOf} currency={currency} /> },
          { label: words.asked, value: request === null || state === 'active' ? null : <When at={request.askedAt} show="both" /> },
          { label: words.answer, value: request?.answer === null || request?.answer === '' ? null : request?.answer },
        ]}
      />
      {asking ? <Ask service={service} onEnd={() => setAsking(false)} /> : null}
    </SidePanel>
  );
}

function Ask({ service: { code, name }, onEnd }: { service: Service; onEnd(): void }) {
  const words = useTexts(serviceTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST services/ask', { changes: ['GET services'] });
  const send = async (note: string): Promise<void> => {
    if ((await run({ body: { code, note } })) === null) return;
    onEnd();
    toast(words.sent);
  };
  return (
    <Dialog open title={words.askTitle(name)} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values['note'] ?? '')}>
        <Textarea
          name="note"
          label={words.note}
          optional={words.optional}
          hint={words.noteHint}
          error={sayField(error, 'note')}
          maxLength={500}
          autoFocus
        />
        <Button type="submit" look="primary" icon="send" wide pending={pending}>
          {words.send}
        </Button>
      </Form>
    </Dialog>
  );
}
