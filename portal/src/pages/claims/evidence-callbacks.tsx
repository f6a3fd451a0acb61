// Was the developer told? The callbacks of a transaction with all their tries.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { When } from '../../ui/when.tsx';
import { claimTexts } from './texts.ts';

const tones = { due: 'warn', delivered: 'good', parked: 'bad' } as const;

export function EvidenceOfCallbacks({ callbacks }: { callbacks: RouteAnswer<'GET operator/transactions/:account/:id'>['callbacks'] }) {
  const words = useTexts(claimTexts);
  const format = useFormat();
  return (
    <section className="claim-proof">
      <h3>{words.callbacks}</h3>
      {callbacks.length === 0 ? <p className="soft">{words.noCallbacks}</p> : null}
      {callbacks.map(({ second, host, status, state, attempts }) => (
        <div key={String(second)} className="stack">
          <p>
            <code>{status}</code> · {host} <Badge tone={tones[state]}>{words.callbackStates[state]}</Badge>
          </p>
          <DataTable
            id="claim-callback-tries"
            caption={`${words.tries} · ${status}`}
            rows={attempts}
            rowKey={({ number }) => String(number)}
            columns={[
              { key: 'number', header: words.number, cell: ({ number }) => number },
              { key: 'at', header: words.when, cell: ({ at }) => <When at={at} show="exact" /> },
              {
                key: 'answer',
                header: words.answer,
                cell: ({ httpStatus, errorClass }) => [httpStatus, errorClass].filter((part) => part !== null).join(' · '),
              },
              { key: 'duration', header: words.duration, align: 'end', cell: ({ durationMs }) => `${format.number(durationMs)} ms` },
            ]}
            empty={<p className="soft">–</p>}
          />
        </div>
      ))}
    </section>
  );
}
