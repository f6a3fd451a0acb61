// Services that this account may use, and their prices. Lists the whole catalogue; each service
// can be granted or withdrawn, and a price override requested.

import { useState } from 'react';
import { useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ActivateSeveral, ApplyPlan } from '../price-plans/apply-plan.tsx';
import { PriceMessages } from '../services/price.tsx';
import type { Service } from './answers.ts';
import { developersMessages } from './messages.ts';
import { PriceOverride } from './price-override.tsx';

export function ServicesCard({ id, services }: { id: number; services: Service[] }) {
  const messages = useMessages(developersMessages);
  const may = useMay('POST operator/developers/service');
  const mayPrice = useMay('POST operator/developers/price');
  const [asked, setAsked] = useState<Service | null>(null);
  const change = {
    key: 'action',
    header: messages.action,
    align: 'end' as const,
    cell: (service: Service) => (
      <span className="row developer-service-actions">
        <SwitchService id={id} service={service} />
        {mayPrice && service.active ? (
          <Button
            small
            variant="quiet"
            aria-label={messages.agreeOne(service.name)}
            onClick={() => setAsked(service)}
          >
            {messages.agree}
          </Button>
        ) : null}
      </span>
    ),
  };
  return (
    <Card
      title={messages.services}
      actions={
        <>
          <ApplyPlan accountId={id} />
          <ActivateSeveral id={id} services={services} />
        </>
      }
      flush
    >
      <DataTable
        id="developer-services"
        caption={messages.servicesCaption}
        rows={services}
        rowKey={({ code }) => code}
        empty={<EmptyState icon="layers" title={messages.noCatalogue} />}
        columns={[
          { key: 'service', header: messages.service, cell: ({ name }) => name },
          {
            key: 'state',
            header: messages.state,
            cell: ({ active }) =>
              active ? (
                <Badge tone="good">{messages.active}</Badge>
              ) : (
                <Badge>{messages.inactive}</Badge>
              ),
          },
          {
            key: 'price',
            header: messages.price,
            align: 'end',
            cell: ({ currency, messagePrice, ...price }) => (
              <PriceMessages of={{ price, currency, messagePrice }} />
            ),
          },
          {
            key: 'own',
            header: messages.priceKind,
            cell: ({ own }) => (own ? messages.own : messages.catalogue),
          },
          ...(may || mayPrice ? [change] : []),
        ]}
      />
      {asked === null ? null : (
        <PriceOverride id={id} service={asked} onEnd={() => setAsked(null)} />
      )}
    </Card>
  );
}

function SwitchService({ id, service: { code, name, active } }: { id: number; service: Service }) {
  const messages = useMessages(developersMessages);
  return (
    <Action
      route="POST operator/developers/service"
      body={{ id, code, active: !active }}
      changes={['GET operator/developers/:id']}
      label={active ? messages.deactivate : messages.activate}
      name={active ? messages.deactivateOne(name) : messages.activateOne(name)}
      small
      variant="quiet"
      ask={{
        title: active ? messages.switchOff(name) : messages.switchOn(name),
        children: <p>{active ? messages.switchOffBody : messages.switchOnBody}</p>,
        danger: active,
      }}
      done={messages.saved}
    />
  );
}
