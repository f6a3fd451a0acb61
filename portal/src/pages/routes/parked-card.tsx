// Table of the payouts that wait for a route, which can be canceled one by one.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Action } from '../../ui/action.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Select } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { routesMessages } from './messages.ts';

type Parked = RouteAnswer<'GET operator/parked'>['items'][number];

const everyMs = 10_000;

/** @param routes those that something waits for. */
export function ParkedCard({ routes }: { routes: readonly string[] }) {
  const messages = useMessages(routesMessages);
  const [chosen, choose] = useState('');
  const query = routes.includes(chosen) ? { route: chosen } : {};
  const parked = useRead('GET operator/parked', { query }, { everyMs });
  return (
    <Card
      title={messages.parked}
      lead={messages.parkedLead}
      {...(routes.length > 1 && {
        actions: (
          <Select
            label={messages.route}
            labelHidden
            value={query.route ?? ''}
            onChange={(event) => choose(event.target.value)}
            options={[
              { value: '', label: messages.allRoutes },
              ...routes.map((value) => ({ value, label: value })),
            ]}
          />
        ),
      })}
      flush
    >
      <Loaded read={parked} lines={4}>
        {({ items }) => <ParkedTable items={items} />}
      </Loaded>
    </Card>
  );
}

function ParkedTable({ items }: { items: readonly Parked[] }) {
  const messages = useMessages(routesMessages);
  return (
    <DataTable
      id="parked"
      caption={messages.parked}
      rows={items}
      rowKey={({ accountId, transactionId }) => `${accountId} ${transactionId}`}
      empty={<EmptyState icon="check-circle" title={messages.nothingParked} />}
      columns={[
        {
          key: 'transaction',
          header: messages.transaction,
          primary: true,
          cell: ({ accountId, transactionId }) => (
            <Link to={`/transactions/${accountId}/${transactionId}`}>{transactionId}</Link>
          ),
        },
        { key: 'account', header: messages.account, cell: ({ accountName }) => accountName },
        { key: 'service', header: messages.service, extra: true, cell: ({ service }) => service },
        { key: 'route', header: messages.route, cell: ({ route }) => route },
        {
          key: 'amount',
          header: messages.amount,
          align: 'end',
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        { key: 'opened', header: messages.opened, cell: ({ openedAt }) => <When at={openedAt} /> },
        {
          key: 'expires',
          header: messages.expires,
          cell: ({ expiresAt }) => <When at={expiresAt} />,
        },
        {
          key: 'actions',
          header: messages.actions,
          cell: (parked) => <CancelParked parked={parked} />,
        },
      ]}
    />
  );
}

function CancelParked({ parked: { accountId, transactionId } }: { parked: Parked }) {
  const messages = useMessages(routesMessages);
  return (
    <Action
      route="POST operator/parked/cancel"
      body={({ reason = '' }) => ({ accountId, id: transactionId, reason: reason.trim() })}
      changes={['GET operator/parked', 'GET operator/breakers', 'GET operator/transactions']}
      label={messages.cancel}
      name={messages.of(messages.cancel, transactionId)}
      small
      ask={{
        title: messages.cancelTitle(transactionId),
        children: <p>{messages.cancelBody}</p>,
        note: { name: 'reason', label: messages.reason, hint: messages.reasonHint },
        danger: true,
      }}
      done={messages.canceled}
    />
  );
}
