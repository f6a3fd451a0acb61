// Lists the unconfirmed destinations. The operator confirms where an account has only one user.

import { useMay, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { destinationMessages } from '../settlements/destination-messages.ts';
import { ConfirmDestination } from '../settlements/confirm-destination.tsx';
import { DestinationMessages } from '../settlements/labels.tsx';
import { queueMessages } from './messages.ts';

/** Nothing where nothing waits. */
export function Unconfirmed() {
  const messages = useMessages(queueMessages);
  const common = useMessages(destinationMessages);
  const waiting = useRead('GET operator/destinations', {});
  const may = useMay('POST operator/destinations/confirm');
  return (
    <Loaded read={waiting}>
      {({ items }) =>
        items.length === 0 ? null : (
          <Card title={messages.unconfirmed} lead={messages.unconfirmedLead} flush>
            <DataTable
              id="unconfirmed"
              caption={messages.unconfirmed}
              rows={items}
              rowKey={({ destination }) => String(destination.id)}
              empty={null}
              columns={[
                {
                  key: 'account',
                  header: messages.account,
                  cell: ({ accountName }) => accountName,
                },
                {
                  key: 'destination',
                  header: common.destination,
                  cell: ({ destination }) => (
                    <DestinationMessages destination={{ ...destination, removed: false }} />
                  ),
                },
                {
                  key: 'addedBy',
                  header: common.addedBy,
                  cell: ({ destination }) => destination.addedBy,
                },
                {
                  key: 'added',
                  header: common.state,
                  cell: ({ destination }) => <When at={destination.addedAt} />,
                },
                {
                  key: 'actions',
                  header: common.actions,
                  align: 'end',
                  cell: (row) =>
                    may && !row.destination.own ? (
                      <ConfirmDestination
                        route="POST operator/destinations/confirm"
                        changes={['GET operator/destinations']}
                        destination={row.destination}
                      />
                    ) : null,
                },
              ]}
            />
          </Card>
        )
      }
    </Loaded>
  );
}
