// Page of money without a result: totals by route, of what is older than an hour or a day too,
// and the operations themselves, the oldest first.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Link } from '../../router/index.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { storyMessages } from '../transactions/messages.ts';
import { agedMessages } from './aged-messages.ts';

type Answer = RouteAnswer<'GET operator/aged-operations'>;
type Total = Answer['totals'][number];
type Age = 'any' | 'hour' | 'day';

const ages = ['any', 'hour', 'day'] as const;
const everyMs = 15_000;

export default function AgedOperations() {
  const messages = useMessages(agedMessages);
  const [age, setAge] = useState<Age>('any');
  const aged = useRead('GET operator/aged-operations', { query: { age } }, { everyMs });
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Loaded read={aged} lines={10}>
        {({ totals, items }) => (
          <>
            <TotalsCard totals={totals} />
            <Card
              title={messages.operations}
              actions={
                <Select
                  label={messages.age}
                  labelHidden
                  value={age}
                  onChange={(event) =>
                    setAge(ages.find((each) => each === event.target.value) ?? 'any')
                  }
                  options={ages.map((value) => ({ value, label: messages.ages[value] }))}
                />
              }
              flush
            >
              <Operations items={items} />
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function TotalsCard({ totals }: { totals: Total[] }) {
  const messages = useMessages(agedMessages);
  return (
    <Card title={messages.totals} flush>
      <DataTable
        id="aged-totals"
        caption={messages.totals}
        rows={totals}
        rowKey={({ route, currency }) => `${route} ${currency}`}
        empty={<EmptyState icon="check-circle" title={messages.none} />}
        columns={[
          { key: 'route', header: messages.route, primary: true, cell: ({ route }) => route },
          {
            key: 'any',
            header: messages.amount,
            align: 'end',
            cell: (total) => <Sum {...total} />,
          },
          {
            key: 'oldest',
            header: messages.oldest,
            cell: ({ oldestAt }) => <When at={oldestAt} />,
          },
          {
            key: 'hour',
            header: messages.ages.hour,
            align: 'end',
            cell: ({ hourCount, hourAmount, currency }) => (
              <Sum count={hourCount} amount={hourAmount} currency={currency} />
            ),
          },
          {
            key: 'day',
            header: messages.ages.day,
            align: 'end',
            cell: ({ dayCount, dayAmount, currency }) => (
              <Sum count={dayCount} amount={dayAmount} currency={currency} />
            ),
          },
        ]}
      />
    </Card>
  );
}

function Sum({ count, amount, currency }: Pick<Total, 'count' | 'amount' | 'currency'>) {
  const { number } = useFormat();
  if (count === 0) return '–';
  return (
    <>
      <Money amount={amount} currency={currency} /> <span className="soft">({number(count)})</span>
    </>
  );
}

function Operations({ items }: Pick<Answer, 'items'>) {
  const messages = useMessages(agedMessages);
  const { states } = useMessages(storyMessages);
  const nameOf = (state: string): string => (states as Record<string, string>)[state] ?? state;
  return (
    <DataTable
      id="aged-operations"
      caption={messages.operations}
      rows={items}
      rowKey={({ accountId, transactionId }) => `${accountId} ${transactionId}`}
      empty={<EmptyState icon="check-circle" title={messages.none} />}
      columns={[
        {
          key: 'transaction',
          header: messages.transaction,
          primary: true,
          cell: ({ accountId, transactionId }) => (
            <Link to={`/cases/${accountId}/${transactionId}`}>{transactionId}</Link>
          ),
        },
        { key: 'account', header: messages.account, cell: ({ accountName }) => accountName },
        { key: 'route', header: messages.route, cell: ({ route }) => route },
        {
          key: 'amount',
          header: messages.amount,
          align: 'end',
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        { key: 'state', header: messages.state, cell: ({ state }) => nameOf(state) },
        { key: 'opened', header: messages.opened, cell: ({ openedAt }) => <When at={openedAt} /> },
      ]}
    />
  );
}
