// Page of what the operator earns in a period, by service, route, developer, day or month.

import { addressOf } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import { Money } from '../../ui/money.tsx';
import { useList } from '../../ui/use-list.ts';
import { ExportMenu } from '../statement/export-menu.tsx';
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
      columns={[
        {
          key: 'name',
          header: messages.byNames[list.search.by],
          cell: ({ name }) => (name === '' ? messages.other : name),
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
