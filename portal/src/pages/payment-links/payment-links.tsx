// Page of payment links: what each is for, its status, and what it has earned.

import { useState } from 'react';
import { useMay } from '../../api/index.ts';
import { type InLanguage, useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { LinkAmount, type Link } from './link-amount.tsx';
import { LinkPanel } from './link-panel.tsx';
import { linkMessages } from './messages.ts';
import { NewLink } from './new-link.tsx';

export default function PaymentLinks() {
  const messages = useMessages(linkMessages);
  const list = useList('GET payment-links', { live: ['operation'] });
  const may = useMay('POST payment-links');
  const [making, setMaking] = useState(false);
  const add = (
    <Button variant="primary" icon="plus" onClick={() => setMaking(true)}>
      {messages.add}
    </Button>
  );
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      actions={may ? add : null}
      list={list}
      id="payment-links"
      rowKey={({ id }) => id}
      rowName={({ description }) => description}
      panel={({ row, onClose }) => row && <LinkPanel of={row} onClose={onClose} />}
      columns={columnsOf(messages)}
      empty={{ icon: 'globe', title: messages.none, hint: messages.noneHint }}
    >
      {making ? (
        <NewLink
          onMade={(id) => {
            setMaking(false);
            list.show(id);
          }}
          onEnd={() => setMaking(false)}
        />
      ) : null}
    </ListPage>
  );
}

function columnsOf(messages: InLanguage<typeof linkMessages>): Column<Link>[] {
  return [
    {
      key: 'description',
      header: messages.description,
      primary: true,
      cell: ({ description }) => description,
    },
    {
      key: 'state',
      header: messages.state,
      cell: ({ status }) => (
        <Badge tone={stateTones.paymentLink[status]}>{messages.states[status]}</Badge>
      ),
    },
    {
      key: 'amount',
      header: messages.amount,
      align: 'end',
      cell: (link) => <LinkAmount of={link} />,
    },
    {
      key: 'payments',
      header: messages.payments,
      align: 'end',
      cell: ({ payments }) => payments,
    },
    {
      key: 'earned',
      header: messages.earned,
      align: 'end',
      cell: ({ earned, currency }) => <Money amount={earned} currency={currency} />,
    },
    {
      key: 'created',
      header: messages.created,
      extra: true,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
  ];
}
