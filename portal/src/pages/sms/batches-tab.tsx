// What was sent, and what became of it?

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { Counts, CountsOfLarge } from './counts.tsx';
import type { TabPlace } from './sms.tsx';
import { smsTexts } from './texts.ts';

type ListedBatch = RouteAnswer<'GET sms/batches'>['items'][number];
const everyMs = 10_000;

export function BatchesTab({ place: { after, onPage } }: { place: TabPlace }) {
  const { batches: words } = useTexts(smsTexts);
  const { number } = useFormat();
  const batches = useRead('GET sms/batches', { query: { after } }, { everyMs });
  const columns: Column<ListedBatch>[] = [
    {
      key: 'content',
      header: words.content,
      cell: ({ id, content }) => (
        <Link to={`/sms/batches/${id}`} className="sms-content">
          {content ?? words.textForgotten}
        </Link>
      ),
    },
    { key: 'sender', header: words.sender, cell: ({ sender }) => sender },
    { key: 'recipients', header: words.recipients, align: 'end', cell: ({ recipients }) => number(recipients) },
    {
      key: 'states',
      header: words.states,
      cell: ({ id, counts }) => (counts === null ? <CountsOfLarge id={id} /> : <Counts counts={counts} />),
    },
    { key: 'cost', header: words.cost, align: 'end', cell: ({ charged, currency }) => <Money amount={charged} currency={currency} /> },
    { key: 'parts', header: words.size, align: 'end', extra: true, cell: ({ parts }) => number(parts) },
    { key: 'created', header: words.created, cell: ({ createdAt }) => <When at={createdAt} /> },
  ];
  return (
    <Loaded read={batches}>
      {({ items, next }) => (
        <DataTable
          id="sms-batches"
          caption={words.caption}
          rows={items}
          rowKey={({ id }) => id}
          columns={columns}
          loading={batches.loading && batches.answer === undefined}
          empty={
            <EmptyState icon="send" title={words.none}>
              {words.noneHint}
            </EmptyState>
          }
          pager={<Pager after={after} next={next} onChange={onPage} />}
        />
      )}
    </Loaded>
  );
}
