// Shows the progress of replays.

import { useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { When } from '../../ui/when.tsx';
import { callbackMessages } from './messages.ts';

const everyMs = 5_000;
/** Nothing while there are none. */
export function Replays() {
  const messages = useMessages(callbackMessages);
  const replays = useRead('GET callback-replays', {}, { everyMs });
  const rows = replays.answer?.replays ?? [];
  if (rows.length === 0) return null;
  return (
    <Card flush title={messages.replays}>
      <DataTable
        id="callback-replays"
        caption={messages.replays}
        rows={rows}
        rowKey={({ id }) => String(id)}
        empty={null}
        columns={[
          { key: 'id', header: messages.replayOf, cell: ({ id }) => `#${id}` },
          {
            key: 'state',
            header: messages.state,
            cell: ({ state }) => (
              <Badge tone={stateTones.replay[state]}>{messages.replayStates[state]}</Badge>
            ),
          },
          {
            key: 'started',
            header: messages.started,
            cell: ({ startedAt }) => <When at={startedAt} />,
          },
          { key: 'total', header: messages.total, align: 'end', cell: ({ total }) => total },
          {
            key: 'released',
            header: messages.released,
            align: 'end',
            cell: ({ released }) => released,
          },
          {
            key: 'delivered',
            header: messages.deliveredCount,
            align: 'end',
            cell: ({ delivered }) => delivered,
          },
          {
            key: 'rate',
            header: messages.rate,
            extra: true,
            cell: ({ perSecond }) => messages.perSecond(perSecond),
          },
          {
            key: 'actions',
            header: messages.actions,
            align: 'end',
            cell: ({ id, state }) => (state === 'running' ? <Stop id={id} /> : '–'),
          },
        ]}
      />
    </Card>
  );
}

function Stop({ id }: { id: number }) {
  const messages = useMessages(callbackMessages);
  return (
    <Action
      route="POST callback-replays/stop"
      body={{ id }}
      changes={['GET callback-replays']}
      label={messages.stop}
      name={messages.stopOf(id)}
      small
      variant="quiet"
      done={messages.stopped}
    />
  );
}
