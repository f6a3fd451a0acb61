// Lists the destinations to which this account may be paid, with their states. Another user
// confirms what one has registered.

import { useState } from 'react';
import { useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { AddDestination } from './add-destination.tsx';
import { destinationMessages } from './destination-messages.ts';
import { ConfirmDestination } from './confirm-destination.tsx';
import { DestinationMessages, type Destination, type Terms } from './labels.tsx';

export function DestinationsCard({ terms }: { terms: Terms }) {
  const messages = useMessages(destinationMessages);
  const may = useMay('POST settlements/destinations');
  const [adding, setAdding] = useState(false);
  const columns = useColumns(may);
  return (
    <Card
      title={messages.destinations}
      lead={messages.lead}
      flush
      actions={
        may ? (
          <Button icon="plus" onClick={() => setAdding(true)}>
            {messages.add}
          </Button>
        ) : null
      }
    >
      <DataTable
        id="destinations"
        caption={messages.destinations}
        rows={terms.destinations}
        rowKey={({ id }) => String(id)}
        columns={columns}
        empty={
          <EmptyState icon="building" title={messages.none}>
            {messages.noneHint}
          </EmptyState>
        }
      />
      {adding ? <AddDestination terms={terms} onEnd={() => setAdding(false)} /> : null}
    </Card>
  );
}

function useColumns(mayChange: boolean): Column<Destination>[] {
  const messages = useMessages(destinationMessages);
  const columns: Column<Destination>[] = [
    {
      key: 'destination',
      header: messages.holder,
      cell: (destination) => (
        <DestinationMessages destination={{ ...destination, removed: false }} />
      ),
    },
    {
      key: 'state',
      header: messages.state,
      cell: (destination) => <Rest destination={destination} />,
    },
    { key: 'addedBy', header: messages.addedBy, extra: true, cell: ({ addedBy }) => addedBy },
    {
      key: 'confirmedBy',
      header: messages.confirmedBy,
      extra: true,
      cell: ({ confirmedBy }) => confirmedBy ?? '–',
    },
  ];
  if (mayChange) {
    columns.push({
      key: 'actions',
      header: messages.actions,
      align: 'end',
      cell: (destination) => (
        <span className="row">
          {destination.confirmedBy !== null || destination.own ? null : (
            <ConfirmDestination
              route="POST settlements/destinations/confirm"
              changes={['GET settlements/terms']}
              destination={destination}
            />
          )}
          <RemoveDestination destination={destination} />
        </span>
      ),
    });
  }
  return columns;
}

/** Whether it can be used, and if not, what is missing. */
function Rest({
  destination: { confirmedBy, usable, usableFrom, own },
}: {
  destination: Destination;
}) {
  const messages = useMessages(destinationMessages);
  if (usable) return <Badge tone="good">{messages.usable}</Badge>;
  if (confirmedBy === null || usableFrom === null)
    return (
      <>
        <Badge tone="warn">{messages.toConfirm}</Badge>
        {own ? <span className="settlement-line soft">{messages.ownHint}</span> : null}
      </>
    );
  return (
    <>
      <Badge tone="info">{messages.resting}</Badge>
      <span className="settlement-line soft">
        {messages.usableFrom} <When at={usableFrom} />
      </span>
    </>
  );
}

function RemoveDestination({ destination: { id, holder } }: { destination: Destination }) {
  const messages = useMessages(destinationMessages);
  const title = messages.removeOf(holder);
  return (
    <Action
      route="POST settlements/destinations/remove"
      body={{ id }}
      changes={['GET settlements/terms']}
      label={messages.remove}
      name={title}
      small
      variant="quiet"
      ask={{ title, children: <p>{messages.removeBody}</p>, danger: true }}
      done={messages.removed}
    />
  );
}
