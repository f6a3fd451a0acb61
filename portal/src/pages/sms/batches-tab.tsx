// Lists the SMS batches that were sent, with their outcome.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { Amounts } from './amounts.tsx';
import { Counts, CountsOfLarge } from './counts.tsx';
import { smsMessages } from './messages.ts';

type ListedBatch = RouteAnswer<'GET sms/batches'>['items'][number];
const everyMs = 10_000;

export function BatchesTab() {
  const messages = useMessages(smsMessages.batches);
  const { number } = useFormat();
  const list = useList('GET sms/batches', { everyMs });
  const columns: Column<ListedBatch>[] = [
    {
      key: 'content',
      header: messages.content,
      cell: ({ id, content }) => (
        <Link to={`/sms/batches/${id}`} className="sms-content">
          {content ?? messages.textForgotten}
        </Link>
      ),
    },
    { key: 'sender', header: messages.sender, cell: ({ sender }) => sender },
    {
      key: 'recipients',
      header: messages.recipients,
      align: 'end',
      cell: ({ recipients }) => number(recipients),
    },
    {
      key: 'states',
      header: messages.states,
      cell: ({ id, counts }) =>
        counts === null ? <CountsOfLarge id={id} /> : <Counts counts={counts} />,
    },
    {
      key: 'cost',
      header: messages.cost,
      align: 'end',
      cell: ({ amounts }) => (
        <Amounts
          amounts={amounts.map(({ currency, charged }) => ({ currency, amount: charged }))}
        />
      ),
    },
    {
      key: 'parts',
      header: messages.size,
      align: 'end',
      extra: true,
      cell: ({ parts }) => number(parts),
    },
    {
      key: 'created',
      header: messages.created,
      cell: ({ createdAt, scheduledAt, cancelledAt }) =>
        cancelledAt === null ? <When at={scheduledAt ?? createdAt} /> : messages.cancelled,
    },
  ];
  return (
    <ListTable
      list={list}
      id="sms-batches"
      caption={messages.caption}
      rowKey={({ id }) => id}
      columns={columns}
      empty={{ icon: 'send', title: messages.none, hint: messages.noneHint }}
    />
  );
}
