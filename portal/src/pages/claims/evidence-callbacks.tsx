// Shows whether the developer was notified: the callbacks of a transaction with all their
// attempts.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { When } from '../../ui/when.tsx';
import { claimMessages } from './messages.ts';

export function EvidenceOfCallbacks({
  callbacks,
}: {
  callbacks: RouteAnswer<'GET operator/transactions/:account/:id'>['callbacks'];
}) {
  const messages = useMessages(claimMessages);
  const { duration } = useFormat();
  return (
    <section className="claim-proof">
      <h3>{messages.callbacks}</h3>
      {callbacks.length === 0 ? <p className="soft">{messages.noCallbacks}</p> : null}
      {callbacks.map(({ second, host, status, state, attempts }) => (
        <div key={String(second)} className="stack">
          <p>
            <code>{status}</code> · {host}{' '}
            <Badge tone={stateTones.callback[state]}>{messages.callbackStates[state]}</Badge>
          </p>
          <DataTable
            id="claim-callback-tries"
            caption={`${messages.tries} · ${status}`}
            rows={attempts}
            rowKey={({ number }) => String(number)}
            columns={[
              { key: 'number', header: messages.number, cell: ({ number }) => number },
              { key: 'at', header: messages.when, cell: ({ at }) => <When at={at} show="exact" /> },
              {
                key: 'answer',
                header: messages.answer,
                cell: ({ httpStatus, errorClass }) =>
                  [httpStatus, errorClass].filter((part) => part !== null).join(' · '),
              },
              {
                key: 'duration',
                header: messages.duration,
                align: 'end',
                cell: ({ durationMs }) => duration(durationMs),
              },
            ]}
            empty={<p className="soft">–</p>}
          />
        </div>
      ))}
    </section>
  );
}
