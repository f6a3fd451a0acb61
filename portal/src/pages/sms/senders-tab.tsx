// Lists the senders that operators allow, and the price of an SMS there.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Money } from '../../ui/money.tsx';
import { useList } from '../../ui/use-list.ts';
import { smsMessages } from './messages.ts';

type Rule = RouteAnswer<'GET sms/senders'>['items'][number];

export function SendersTab() {
  const messages = useMessages(smsMessages.senders);
  const { country } = useFormat();
  const list = useList('GET sms/senders');
  const columns: Column<Rule>[] = [
    { key: 'country', header: messages.country, cell: (rule) => country(rule.country) },
    {
      key: 'operator',
      header: messages.operator,
      cell: ({ operator }) => (operator === 'other' ? messages.other : operator),
    },
    {
      key: 'allowed',
      header: messages.allowed,
      cell: ({ allowed }) => (allowed === null ? messages.every : allowed.join(', ')),
    },
    {
      key: 'replacement',
      header: messages.replacement,
      cell: ({ allowed, replacement }) =>
        allowed === null ? '–' : (replacement ?? messages.refused),
    },
    {
      key: 'price',
      header: messages.price,
      align: 'end',
      cell: ({ pricePerPart, currency }) => <Money amount={pricePerPart} currency={currency} />,
    },
  ];
  return (
    <div className="stack">
      <p className="soft">{messages.lead}</p>
      <ListTable
        list={list}
        id="sms-senders"
        caption={messages.caption}
        rowKey={(rule) => `${rule.country} ${rule.operator}`}
        columns={columns}
        empty={{ icon: 'route', title: messages.none }}
      />
    </div>
  );
}
