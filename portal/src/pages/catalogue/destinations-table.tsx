// Lists where SMS go: countries and their operators, with prefixes, price and connections.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { rowsOfPage } from '../../ui/rows-of-page.ts';
import { EmptyState } from '../../ui/states.tsx';
import { destinationMessages } from './destination-messages.ts';

type Destination = RouteAnswer<'GET operator/documents/:kind'>['destinations'][number];

export function DestinationsTable({
  destinations,
  after,
  onPage,
}: {
  destinations: readonly Destination[];
  after: string;
  onPage(after: string): void;
}) {
  const messages = useMessages(destinationMessages);
  const { country: countryName } = useFormat();
  const page = rowsOfPage(destinations, after);
  return (
    <DataTable
      id="sms-destinations"
      caption={messages.caption}
      rows={page.rows}
      rowKey={({ country, operator }) => `${country} ${operator}`}
      columns={[
        {
          key: 'country',
          header: messages.country,
          primary: true,
          cell: ({ country, callingCode }) => (
            <>
              {countryName(country)} <span className="soft small">+{callingCode}</span>
            </>
          ),
        },
        {
          key: 'operator',
          header: messages.operator,
          cell: ({ operator }) => operator ?? messages.others,
        },
        {
          key: 'prefixes',
          header: messages.prefixes,
          cell: ({ prefixes }) => prefixes.join(', '),
        },
        {
          key: 'price',
          header: messages.price,
          align: 'end',
          cell: ({ price, currency }) => <Money amount={price} currency={currency} />,
        },
        {
          key: 'connections',
          header: messages.connections,
          cell: ({ connections }) => connections.join(' → ') || messages.unserved,
        },
      ]}
      pager={<Pager after={after} next={page.next} onChange={onPage} />}
      empty={<EmptyState icon="route" title={messages.none} />}
    />
  );
}
