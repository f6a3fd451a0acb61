// Where is this person signed in, and how is a session ended?

import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorWords, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { deviceOf } from './device.ts';
import { personTexts } from './texts.ts';

type Session = RouteAnswer<'GET sessions'>['sessions'][number];

export function SessionsCard() {
  const { sessions: words } = useTexts(personTexts);
  const { say } = useErrorWords();
  const sessions = useRead('GET sessions', {});
  const { run, pending } = useChange('POST sessions/end', { changes: ['GET sessions'] });
  const end = async (id: number | 'others'): Promise<void> => {
    const answer = await run({ body: { id } });
    if (answer !== null) toast(words.ended(answer.ended));
    else if (sessions.error !== undefined) toast(say(sessions.error), 'bad');
  };
  const nameOf = ({ agent }: Session): string => deviceOf(agent) ?? words.unknown;
  return (
    <Card title={words.title} lead={words.lead} flush>
      <Loaded read={sessions}>
        {({ sessions: rows }) => (
          <DataTable
            id="sessions"
            caption={words.caption}
            rows={rows}
            rowKey={({ id }) => String(id)}
            loading={sessions.loading}
            empty={null}
            actions={
              rows.length > 1 ? (
                <Button small pending={pending} onClick={() => void end('others')}>
                  {words.endOthers}
                </Button>
              ) : null
            }
            columns={[
              { key: 'device', header: words.device, cell: nameOf },
              { key: 'seen', header: words.seen, cell: ({ seenAt }) => <When at={seenAt} /> },
              { key: 'started', header: words.started, cell: ({ startedAt }) => <When at={startedAt} /> },
              { key: 'address', header: words.address, cell: ({ address }) => address ?? '–' },
              {
                key: 'actions',
                header: words.actions,
                align: 'end',
                cell: (row) =>
                  row.current ? (
                    <Badge tone="brand">{words.current}</Badge>
                  ) : (
                    <Button small look="quiet" aria-label={words.endOne(nameOf(row))} onClick={() => void end(row.id)}>
                      {words.end}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
