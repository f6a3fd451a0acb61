// Lists the developers, with search. Each opens as a page of its own.

import { useState } from 'react';
import { useMay } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Link } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { developersMessages } from './messages.ts';
import { OpenAccount } from './open-account.tsx';

export default function Developers() {
  const messages = useMessages(developersMessages);
  const { number } = useFormat();
  const list = useList('GET operator/developers', {
    filters: [{ name: 'q', label: messages.search }],
  });
  const mayOpen = useMay('POST operator/developers');
  const [opening, setOpening] = useState(false);
  const open = (
    <Button variant="primary" icon="plus" onClick={() => setOpening(true)}>
      {messages.open}
    </Button>
  );
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      actions={mayOpen ? open : null}
      list={list}
      id="developers"
      rowKey={({ id }) => String(id)}
      columns={[
        {
          key: 'name',
          header: messages.name,
          cell: ({ id, name }) => <Link to={`/developers/${id}`}>{name}</Link>,
        },
        { key: 'number', header: messages.number, align: 'end', cell: ({ id }) => id },
        {
          key: 'state',
          header: messages.state,
          cell: ({ suspended }) => <StateBadge suspended={suspended} />,
        },
        {
          key: 'balance',
          header: messages.balance,
          align: 'end',
          cell: ({ balances }) => amountsOf(balances, 'available'),
        },
        {
          key: 'held',
          header: messages.held,
          align: 'end',
          extra: true,
          cell: ({ balances }) => amountsOf(balances, 'held'),
        },
        {
          key: 'services',
          header: messages.services,
          align: 'end',
          cell: ({ services }) => number(services),
        },
        {
          key: 'members',
          header: messages.members,
          align: 'end',
          cell: ({ members }) => number(members),
        },
        {
          key: 'created',
          header: messages.created,
          cell: ({ createdAt }) => <When at={createdAt} />,
        },
      ]}

      empty={{ icon: 'building', title: messages.none, hint: messages.noneHint }}
    >
      {opening ? <OpenAccount onEnd={() => setOpening(false)} /> : null}
    </ListPage>
  );
}

export function StateBadge({ suspended }: { suspended: boolean }) {
  const messages = useMessages(developersMessages);
  return suspended ? (
    <Badge tone="bad">{messages.suspended}</Badge>
  ) : (
    <Badge tone="good">{messages.active}</Badge>
  );
}

type Balances = { currency: string; available: string; held: string }[];

function amountsOf(balances: Balances, of: 'available' | 'held') {
  return balances.map((balance) => (
    <div key={balance.currency}>
      <Money amount={balance[of]} currency={balance.currency} code={balances.length > 1} />
    </div>
  ));
}
