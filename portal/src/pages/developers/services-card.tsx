// What may this account use, and at which price? The whole catalogue; each service can be given, taken away, or priced for this account alone.

import { useState } from 'react';
import { useChange, useErrorWords, useMay } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Choices, Checkbox, Radio } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Developer } from './developer.tsx';
import { developersTexts } from './texts.ts';

type Service = Developer['services'][number];

export function ServicesCard({ id, services }: { id: number; services: Service[] }) {
  const words = useTexts(developersTexts);
  const { money, number } = useFormat();
  const may = useMay('POST operator/developers/service');
  const [changed, setChanged] = useState<Service | null>(null);
  const change = {
    key: 'action',
    header: words.action,
    align: 'end' as const,
    cell: (service: Service) => (
      <Button small look="quiet" icon="edit" aria-label={words.setServiceOne(service.name)} onClick={() => setChanged(service)}>
        {words.setService}
      </Button>
    ),
  };
  return (
    <Card title={words.services} flush>
      <DataTable
        id="developer-services"
        caption={words.servicesCaption}
        rows={services}
        rowKey={({ code }) => code}
        empty={<EmptyState icon="layers" title={words.noCatalogue} />}
        columns={[
          { key: 'service', header: words.service, cell: ({ name }) => name },
          {
            key: 'state',
            header: words.state,
            cell: ({ active }) => (active ? <Badge tone="good">{words.active}</Badge> : <Badge>{words.inactive}</Badge>),
          },
          {
            key: 'price',
            header: words.price,
            align: 'end',
            cell: ({ percent, fixed, currency }) => words.priceWords(number(percent, 4), money(fixed, currency)),
          },
          { key: 'own', header: words.priceKind, cell: ({ own }) => (own ? words.own : words.catalogue) },
          ...(may ? [change] : []),
        ]}
      />
      {changed === null ? null : <ChangeService id={id} service={changed} onEnd={() => setChanged(null)} />}
    </Card>
  );
}

function ChangeService({ id, service, onEnd }: { id: number; service: Service; onEnd(): void }) {
  const words = useTexts(developersTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/developers/service', { changes: ['GET operator/developers/:id'] });
  const [active, setActive] = useState(service.active);
  const [own, setOwn] = useState(service.own);
  const send = async ({ percent = '', fixed = '', minimum = '', maximum = '' }: Record<string, string>): Promise<void> => {
    const plain = (text: string): string => text.trim().replace(',', '.');
    const bound = (text: string): string | null => (text.trim() === '' ? null : plain(text));
    const price = { percent: plain(percent), fixed: plain(fixed), minimum: bound(minimum), maximum: bound(maximum) };
    if ((await run({ body: { id, code: service.code, active, price: active && own ? price : null } })) === null) return;
    toast(words.saved);
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
    <Dialog open title={service.name} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <Checkbox label={words.activeSwitch} checked={active} onChange={(event) => setActive(event.target.checked)} />
        {active ? (
          <Choices legend={words.priceKind}>
            <Radio name="own" value="no" label={words.catalogue} checked={!own} onChange={() => setOwn(false)} />
            <Radio name="own" value="yes" label={words.own} checked={own} onChange={() => setOwn(true)} />
          </Choices>
        ) : null}
        {active && own ? (
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
        <Button type="submit" look="primary" pending={pending}>
          {words.save}
        </Button>
      </Form>
    </Dialog>
  );
}
