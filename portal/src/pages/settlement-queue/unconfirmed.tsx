// Which destinations has nobody confirmed? The operator confirms where an account has one person alone.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useMay, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { destinationTexts } from '../settlements/destination-texts.ts';
import { DestinationWords } from '../settlements/words.tsx';
import { queueTexts } from './texts.ts';

type Waiting = RouteAnswer<'GET operator/destinations'>['items'][number];

/** Nothing where nothing waits. */
export function Unconfirmed() {
  const words = useTexts(queueTexts);
  const common = useTexts(destinationTexts);
  const waiting = useRead('GET operator/destinations', {});
  const may = useMay('POST operator/destinations/confirm');
  const [asked, setAsked] = useState<Waiting | null>(null);
  return (
    <Loaded read={waiting}>
      {({ items }) =>
        items.length === 0 ? null : (
          <Card title={words.unconfirmed} lead={words.unconfirmedLead} flush>
            <DataTable
              id="unconfirmed"
              caption={words.unconfirmed}
              rows={items}
              rowKey={({ destination }) => String(destination.id)}
              empty={null}
              columns={[
                { key: 'account', header: words.account, cell: ({ accountName }) => accountName },
                {
                  key: 'destination',
                  header: common.destination,
                  cell: ({ destination }) => <DestinationWords destination={{ ...destination, removed: false }} />,
                },
                { key: 'addedBy', header: common.addedBy, cell: ({ destination }) => destination.addedBy },
                { key: 'added', header: common.state, cell: ({ destination }) => <When at={destination.addedAt} /> },
                {
                  key: 'actions',
                  header: common.actions,
                  align: 'end',
                  cell: (row) =>
                    may && !row.destination.own ? (
                      <Button small aria-label={common.confirmOf(row.destination.holder)} onClick={() => setAsked(row)}>
                        {common.confirm}
                      </Button>
                    ) : null,
                },
              ]}
            />
            {asked === null ? null : <ConfirmOne waiting={asked} onEnd={() => setAsked(null)} />}
          </Card>
        )
      }
    </Loaded>
  );
}

function ConfirmOne({ waiting: { destination }, onEnd }: { waiting: Waiting; onEnd(): void }) {
  const words = useTexts(destinationTexts);
  const { run, pending, error } = useChange('POST operator/destinations/confirm', { changes: ['GET operator/destinations'] });
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
