// Previews how the first rows will be read, and what must be corrected before they can be.

import { useFormat, useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import type { Preview } from './answers.ts';
import { inWords } from './line-problem.ts';
import { reconciliationMessages } from './messages.ts';
import { uploadMessages } from './upload-messages.ts';

interface Props {
  preview: Preview;
  /** The other route leads to the same account. */
  onShared(route: string): void;
}

export function PreviewCard({ preview, onShared }: Props) {
  const { lines, faults, judged, balances, otherRoute } = preview;
  const messages = useMessages(uploadMessages);
  const {
    statuses,
    directions,
    row,
    status,
    direction,
    amount,
    fee,
    time,
    ourReference,
    providerReference,
    problem,
  } = useMessages(reconciliationMessages);
  const money = (value: string | null, currency: string | null) =>
    value === null ? '–' : currency === null ? value : <Money amount={value} currency={currency} />;
  return (
    <>
      <Faults faults={faults} judged={judged} />
      <OtherRoute otherRoute={otherRoute} onShared={onShared} />
      <DoesNotClose balances={balances} />
      <Card title={messages.preview} lead={messages.previewLead} flush>
        <DataTable
          id="reconciliation-preview"
          caption={messages.preview}
          rows={lines}
          rowKey={(line) => String(line.number)}
          columns={[
            { key: 'row', header: row, cell: (line) => line.number },
            { key: 'ours', header: ourReference, cell: (line) => line.ourReference ?? '–' },
            {
              key: 'theirs',
              header: providerReference,
              cell: (line) => line.providerReference ?? '–',
            },
            {
              key: 'direction',
              header: direction,
              cell: (line) => (line.direction === null ? '–' : directions[line.direction]),
            },
            {
              key: 'amount',
              header: amount,
              align: 'end',
              cell: (line) => money(line.amount, line.currency),
            },
            {
              key: 'fee',
              header: fee,
              align: 'end',
              cell: (line) => money(line.fee, line.currency),
            },
            {
              key: 'time',
              header: time,
              cell: (line) => (line.at === null ? '–' : <When at={line.at} show="exact" />),
            },
            {
              key: 'status',
              header: status,
              cell: (line) => (line.status === null ? '–' : statuses[line.status]),
            },
            {
              key: 'problem',
              header: problem,
              cell: (line) => (line.problem === null ? '–' : inWords(line.problem, messages)),
            },
          ]}
          empty={
            <EmptyState icon="scale" title={messages.previewNone}>
              {messages.previewNoneHint}
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}

function OtherRoute({
  otherRoute,
  onShared,
}: Pick<Preview, 'otherRoute'> & Pick<Props, 'onShared'>) {
  const messages = useMessages(uploadMessages);
  const { number } = useFormat();
  if (otherRoute === null) return null;
  const { route, count, known } = otherRoute;
  return (
    <Notice tone="bad" title={messages.otherRoute(count, number(known), route)} live>
      <p>{messages.otherRouteHint}</p>
      <Button onClick={() => onShared(route)}>{messages.sharedAccount(route)}</Button>
    </Notice>
  );
}

function Faults({ faults, judged }: Pick<Preview, 'faults' | 'judged'>) {
  const messages = useMessages(uploadMessages);
  const { number } = useFormat();
  // Another provider's file, and another account's, are said beside.
  const named = faults.filter((fault) => fault !== 'otherRoute' && fault !== 'otherAccount');
  return (
    <>
      {named.length === 0 ? null : (
        <Notice tone="warn" title={messages.faults} live>
          <ul>
            {named.map((fault) => (
              <li key={fault}>{messages.faultNames[fault] ?? fault}</li>
            ))}
          </ul>
        </Notice>
      )}
      {judged.unreadable === 0 || faults.includes('unreadable') ? null : (
        <Notice tone="warn">{messages.unreadable(judged.unreadable, number(judged.lines))}</Notice>
      )}
    </>
  );
}

function DoesNotClose({ balances }: Pick<Preview, 'balances'>) {
  const messages = useMessages(uploadMessages);
  const { money } = useFormat();
  if (balances === null) return null;
  const { currency, closing, counted } = balances;
  if (closing === null || counted === null || counted === closing) return null;
  return (
    <Notice tone="warn">
      {messages.doesNotClose(money(counted, currency), money(closing, currency))}
    </Notice>
  );
}
