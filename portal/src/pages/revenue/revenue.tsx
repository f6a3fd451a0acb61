// Page of what the operator earns in a period, by service, route, developer, day or month.

import type { RouteAnswer } from '@jokko/contract/portal';
import { addressOf } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { useList } from '../../ui/use-list.ts';
import { ExportMenu } from '../statement/export-menu.tsx';
import { DaysChart } from './days-chart.tsx';
import { revenueMessages } from './messages.ts';

const groupings = ['service', 'route', 'developer', 'day', 'month'] as const;
const amounts = ['charged', 'returned', 'providerFees', 'margin'] as const;

export default function Revenue() {
  const messages = useMessages(revenueMessages);
  const list = useList('GET operator/revenue', {
    filters: [
      {
        name: 'by',
        label: messages.by,
        fallback: 'service',
        options: optionsOf(groupings, messages.byNames),
      },
      { days: true },
    ],
  });
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      list={list}
      id="revenue"
      rowKey={({ name, currency }) => `${name} ${currency}`}
      tools={
        <ExportMenu
          forms={['pdf', 'xlsx', 'excel', 'plain']}
          address={(form) =>
            addressOf('GET operator/revenue/export', { query: { ...list.query, form } })
          }
        />
      }
      summary={({ totals, items }) => (
        <>
          {list.search.by === 'day' ? <DaysChart sums={items} /> : null}
          <Totals totals={totals} />
        </>
      )}
      columns={[
        {
          key: 'name',
          header: messages.byNames[list.search.by],
          cell: ({ name, title }) =>
            name === '' ? (
              messages.other
            ) : title === null ? (
              name
            ) : (
              <>
                {title} <code className="soft small">{name}</code>
              </>
            ),
        },
        ...amounts.map((of) => ({
          key: of,
          header: messages[of],
          align: 'end' as const,
          cell: (sum: Record<(typeof amounts)[number] | 'currency', string>) => (
            <Money amount={sum[of]} currency={sum.currency} />
          ),
        })),
      ]}
      empty={{ icon: 'wallet', title: messages.none, noMatch: messages.none }}
    />
  );
}

type Total = RouteAnswer<'GET operator/revenue'>['totals'][number];

/** What was earned in all, beside the period of the same length before. */
function Totals({ totals }: { totals: readonly Total[] }) {
  const messages = useMessages(revenueMessages);
  const { change } = useFormat();
  if (totals.length === 0) return null;
  return (
    <DataTable
      id="revenue-totals"
      caption={messages.total}
      empty={null}
      rows={[...totals]}
      rowKey={({ currency }) => currency}
      columns={[
        { key: 'currency', header: messages.total, cell: ({ currency }) => currency },
        ...amounts.map((of) => ({
          key: of,
          header: messages[of],
          align: 'end' as const,
          cell: (total: Total) => <Money amount={total[of]} currency={total.currency} />,
        })),
        {
          key: 'before',
          header: messages.marginBefore,
          align: 'end',
          cell: ({ marginBefore, currency }) =>
            marginBefore === null ? '–' : <Money amount={marginBefore} currency={currency} />,
        },
        {
          key: 'change',
          header: messages.change,
          align: 'end',
          cell: ({ margin, marginBefore }) => change(margin, marginBefore ?? 0),
        },
      ]}
    />
  );
}
