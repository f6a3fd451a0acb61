// Lists where this user is signed in, and ends sessions.

import { defined } from '@jokko/contract/defined';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { deviceOf } from './device.ts';
import { userMessages } from './messages.ts';

type Session = RouteAnswer<'GET sessions'>['sessions'][number];

export function SessionsCard() {
  const messages = useMessages(userMessages.sessions);
  const sessions = useRead('GET sessions', {});
  const nameOf = ({ agent }: Session): string => deviceOf(agent) ?? messages.unknown;
  return (
    <Card title={messages.title} lead={messages.lead} flush>
      <Loaded read={sessions}>
        {({ sessions: rows }) => (
          <DataTable
            id="sessions"
            caption={messages.caption}
            rows={rows}
            rowKey={({ id }) => String(id)}
            loading={sessions.loading}
            empty={null}
            actions={rows.length > 1 ? <End id="others" label={messages.endOthers} /> : null}
            columns={[
              { key: 'device', header: messages.device, cell: nameOf },
              { key: 'seen', header: messages.seen, cell: ({ seenAt }) => <When at={seenAt} /> },
              {
                key: 'started',
                header: messages.started,
                cell: ({ startedAt }) => <When at={startedAt} />,
              },
              { key: 'address', header: messages.address, cell: ({ address }) => address ?? '–' },
              {
                key: 'actions',
                header: messages.actions,
                align: 'end',
                cell: (row) =>
                  row.current ? (
                    <Badge tone="brand">{messages.current}</Badge>
                  ) : (
                    <End id={row.id} label={messages.end} name={messages.endOne(nameOf(row))} />
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

function End({ id, label, name }: { id: number | 'others'; label: string; name?: string }) {
  const messages = useMessages(userMessages.sessions);
  return (
    <Action
      route="POST sessions/end"
      body={{ id }}
      changes={['GET sessions']}
      label={label}
      {...defined({ name })}
      small
      variant={id === 'others' ? 'plain' : 'quiet'}
      done={({ ended }) => toast(messages.ended(ended))}
    />
  );
}
