// Lists the carrier connections of SMS: whether they are bound, since when, and what waits on them.

import { useFormat, useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import type { Health } from './answers.ts';
import { healthMessages } from './messages.ts';

type Carrier = Health['carriers'][number];

export function CarriersCard({ carriers }: { carriers: readonly Carrier[] }) {
  const messages = useMessages(healthMessages);
  const { number, duration } = useFormat();
  return (
    <Card title={messages.carriers} flush>
      <DataTable
        id="carriers"
        caption={messages.carriers}
        rows={[...carriers]}
        rowKey={({ name }) => name}
        empty={<EmptyState icon="plug" title={messages.noCarriers} />}
        columns={[
          { key: 'name', header: messages.carrier, cell: ({ name }) => name },
          {
            key: 'state',
            header: messages.state,
            cell: ({ state }) => (
              <Badge tone={stateTones.carrier[state]}>{messages.carrierStates[state]}</Badge>
            ),
          },
          {
            key: 'since',
            header: messages.since,
            cell: ({ since }) => (since === null ? '–' : <When at={since} />),
          },
          {
            key: 'binds',
            header: messages.binds,
            align: 'end',
            cell: ({ bound, binds }) => messages.ofBinds(number(bound), number(binds)),
          },
          {
            key: 'waiting',
            header: messages.waitingSms,
            align: 'end',
            cell: ({ waiting }) => number(waiting),
          },
          {
            key: 'oldest',
            header: messages.oldestSms,
            align: 'end',
            cell: ({ waiting, oldestSec }) => (waiting === 0 ? '–' : duration(oldestSec * 1_000)),
          },
          { key: 'error', header: messages.error, cell: (carrier) => <LastError {...carrier} /> },
        ]}
      />
    </Card>
  );
}

/** As the connector says it, in English. */
function LastError({ lastError, lastErrorAt }: Pick<Carrier, 'lastError' | 'lastErrorAt'>) {
  if (lastError === null) return '–';
  return (
    <>
      <span lang="en">{lastError}</span>
      {lastErrorAt === null ? null : (
        <p className="soft small">
          <When at={lastErrorAt} />
        </p>
      )}
    </>
  );
}
