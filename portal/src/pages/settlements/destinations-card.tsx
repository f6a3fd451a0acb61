// Where may this account be paid to? Destinations with their states; another person confirms what one has registered.

import { useState } from 'react';
import { useChange, useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { AddDestination } from './add-destination.tsx';
import { destinationTexts } from './destination-texts.ts';
import { DestinationWords, type Destination, type Terms } from './words.tsx';

type Asked = { what: 'add' } | { what: 'confirm' | 'remove'; destination: Destination } | null;

export function DestinationsCard({ terms }: { terms: Terms }) {
  const words = useTexts(destinationTexts);
  const may = useMay('POST settlements/destinations');
  const [asked, setAsked] = useState<Asked>(null);
  const end = (): void => setAsked(null);
  const columns = useColumns(may ? setAsked : null);
  return (
    <Card
      title={words.destinations}
      lead={words.lead}
      flush
      actions={
        may ? (
          <Button icon="plus" onClick={() => setAsked({ what: 'add' })}>
            {words.add}
          </Button>
        ) : null
      }
    >
      <DataTable
        id="destinations"
        caption={words.destinations}
        rows={terms.destinations}
        rowKey={({ id }) => String(id)}
        columns={columns}
        empty={
          <EmptyState icon="building" title={words.none}>
            {words.noneHint}
          </EmptyState>
        }
      />
      {asked?.what === 'add' ? <AddDestination terms={terms} onEnd={end} /> : null}
      {asked?.what === 'confirm' ? <ConfirmDestination destination={asked.destination} onEnd={end} /> : null}
      {asked?.what === 'remove' ? <RemoveDestination destination={asked.destination} onEnd={end} /> : null}
    </Card>
  );
}

/** `onAsk` null: nothing can be changed. */
function useColumns(onAsk: ((asked: Asked) => void) | null): Column<Destination>[] {
  const words = useTexts(destinationTexts);
  const columns: Column<Destination>[] = [
    {
      key: 'destination',
      header: words.holder,
      cell: (destination) => <DestinationWords destination={{ ...destination, removed: false }} />,
    },
    { key: 'state', header: words.state, cell: (destination) => <Rest destination={destination} /> },
    { key: 'addedBy', header: words.addedBy, extra: true, cell: ({ addedBy }) => addedBy },
    { key: 'confirmedBy', header: words.confirmedBy, extra: true, cell: ({ confirmedBy }) => confirmedBy ?? '–' },
  ];
  if (onAsk !== null) {
    columns.push({
      key: 'actions',
      header: words.actions,
      align: 'end',
      cell: (destination) => (
        <span className="row">
          {destination.confirmedBy !== null || destination.own ? null : (
            <Button small aria-label={words.confirmOf(destination.holder)} onClick={() => onAsk({ what: 'confirm', destination })}>
              {words.confirm}
            </Button>
          )}
          <Button small look="quiet" aria-label={words.removeOf(destination.holder)} onClick={() => onAsk({ what: 'remove', destination })}>
            {words.remove}
          </Button>
        </span>
      ),
    });
  }
  return columns;
}

/** Whether it can be used, and if not, what is missing. */
function Rest({ destination: { confirmedBy, usable, usableFrom, own } }: { destination: Destination }) {
  const words = useTexts(destinationTexts);
  if (usable) return <Badge tone="good">{words.usable}</Badge>;
  if (confirmedBy === null || usableFrom === null)
    return (
      <>
        <Badge tone="warn">{words.toConfirm}</Badge>
        {own ? <span className="settlement-line soft">{words.ownHint}</span> : null}
      </>
    );
  return (
    <>
      <Badge tone="info">{words.resting}</Badge>
      <span className="settlement-line soft">
        {words.usableFrom} <When at={usableFrom} />
      </span>
    </>
  );
}

function ConfirmDestination({ destination, onEnd }: { destination: Destination; onEnd(): void }) {
  const words = useTexts(destinationTexts);
  const { run, pending, error } = useChange('POST settlements/destinations/confirm', { changes: ['GET settlements/terms'] });
  const confirm = async (): Promise<void> => {
    if ((await run({ body: { id: destination.id } })) === null) return;
    onEnd();
    toast(words.confirmed);
  };
  return (
    <Confirm
      open
      title={words.confirmOf(destination.holder)}
      yes={words.confirm}
      pending={pending}
      error={error}
      onYes={() => void confirm()}
      onClose={onEnd}
    >
      <p>{words.confirmWords}</p>
      <p>
        <DestinationWords destination={{ ...destination, removed: false }} />
      </p>
    </Confirm>
  );
}

function RemoveDestination({ destination: { id, holder }, onEnd }: { destination: Destination; onEnd(): void }) {
  const words = useTexts(destinationTexts);
  const { run, pending, error } = useChange('POST settlements/destinations/remove', { changes: ['GET settlements/terms'] });
  const remove = async (): Promise<void> => {
    if ((await run({ body: { id } })) === null) return;
    onEnd();
    toast(words.removed);
  };
  return (
    <Confirm
      open
      danger
      title={words.removeOf(holder)}
      yes={words.remove}
      pending={pending}
      error={error}
      onYes={() => void remove()}
      onClose={onEnd}
    >
      <p>{words.removeWords}</p>
    </Confirm>
  );
}
