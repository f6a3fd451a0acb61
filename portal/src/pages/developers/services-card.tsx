// What may this account use, and at which price? The whole catalogue; each service can be given or taken away, and a price of its own asked for.

import { useState } from 'react';
import { useChange, useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { PriceWords } from '../services/price.tsx';
import type { Developer } from './developer.tsx';
import { OwnPrice } from './own-price.tsx';
import { developersTexts } from './texts.ts';

export type Service = Developer['services'][number];

export function ServicesCard({ id, services }: { id: number; services: Service[] }) {
  const words = useTexts(developersTexts);
  const may = useMay('POST operator/developers/service');
  const mayPrice = useMay('POST operator/developers/price');
  const [asked, setAsked] = useState<{ what: 'switch' | 'price'; service: Service } | null>(null);
  const change = {
    key: 'action',
    header: words.action,
    align: 'end' as const,
    cell: (service: Service) => (
      <span className="row developer-service-actions">
        {may ? (
          <Button
            small
            look="quiet"
            aria-label={service.active ? words.deactivateOne(service.name) : words.activateOne(service.name)}
            onClick={() => setAsked({ what: 'switch', service })}
          >
            {service.active ? words.deactivate : words.activate}
          </Button>
        ) : null}
        {mayPrice && service.active ? (
          <Button small look="quiet" aria-label={words.agreeOne(service.name)} onClick={() => setAsked({ what: 'price', service })}>
            {words.agree}
          </Button>
        ) : null}
      </span>
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
            cell: ({ currency, messagePrice, ...price }) => <PriceWords of={{ price, currency, messagePrice }} />,
          },
          { key: 'own', header: words.priceKind, cell: ({ own }) => (own ? words.own : words.catalogue) },
          ...(may || mayPrice ? [change] : []),
        ]}
      />
      {asked?.what === 'switch' ? <SwitchService id={id} service={asked.service} onEnd={() => setAsked(null)} /> : null}
      {asked?.what === 'price' ? <OwnPrice id={id} service={asked.service} onEnd={() => setAsked(null)} /> : null}
    </Card>
  );
}

function SwitchService({ id, service: { code, name, active }, onEnd }: { id: number; service: Service; onEnd(): void }) {
  const words = useTexts(developersTexts);
  const { run, pending, error } = useChange('POST operator/developers/service', { changes: ['GET operator/developers/:id'] });
  const change = async (): Promise<void> => {
    if ((await run({ body: { id, code, active: !active } })) === null) return;
    toast(words.saved);
    onEnd();
  };
  return (
    <Confirm
      open
      title={active ? words.switchOff(name) : words.switchOn(name)}
      yes={active ? words.deactivate : words.activate}
      danger={active}
      pending={pending}
      error={error}
      onYes={() => void change()}
      onClose={onEnd}
    >
      <p>{active ? words.switchOffWords : words.switchOnWords}</p>
    </Confirm>
  );
}
