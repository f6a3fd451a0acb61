// How far are callbacks that were sent again?

import { useChange, useMay, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { callbackTexts } from './texts.ts';

const everyMs = 5_000;
const tones = { running: 'warn', done: 'good', stopped: 'neutral' } as const;

/** Nothing while there are none. */
export function Replays() {
  const words = useTexts(callbackTexts);
  const may = useMay('POST callback-replays/stop');
  const replays = useRead('GET callback-replays', {}, { everyMs });
  const { run } = useChange('POST callback-replays/stop', { changes: ['GET callback-replays'] });
  const stop = async (id: number): Promise<void> => {
    if ((await run({ body: { id } })) !== null) toast(words.stopped);
  };
  const rows = replays.answer?.replays ?? [];
  if (rows.length === 0) return null;
  return (
    <Card flush title={words.replays}>
      <DataTable
        id="callback-replays"
        caption={words.replays}
        rows={rows}
        rowKey={({ id }) => String(id)}
        empty={null}
        columns={[
          { key: 'id', header: words.replayOf, cell: ({ id }) => `#${id}` },
          { key: 'state', header: words.state, cell: ({ state }) => <Badge tone={tones[state]}>{words.replayStates[state]}</Badge> },
          { key: 'started', header: words.started, cell: ({ startedAt }) => <When at={startedAt} /> },
          { key: 'total', header: words.total, align: 'end', cell: ({ total }) => total },
          { key: 'released', header: words.released, align: 'end', cell: ({ released }) => released },
          { key: 'delivered', header: words.deliveredCount, align: 'end', cell: ({ delivered }) => delivered },
          { key: 'rate', header: words.rate, extra: true, cell: ({ perSecond }) => words.perSecond(perSecond) },
          {
            key: 'actions',
            header: words.actions,
            align: 'end',
            cell: ({ id, state }) =>
              may && state === 'running' ? (
                <Button small look="quiet" aria-label={words.stopOf(id)} onClick={() => void stop(id)}>
                  {words.stop}
                </Button>
              ) : (
                '–'
              ),
          },
        ]}
      />
    </Card>
  );
}
