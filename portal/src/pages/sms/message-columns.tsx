// Columns of a table of messages to recipients: a batch's, and the operator's of all developers.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { When } from '../../ui/when.tsx';
import { smsMessages } from './messages.ts';

/** What a message of either table has. */
type Common = Omit<RouteAnswer<'GET sms/batches/:id/messages'>['items'][number], 'position'>;

export function useMessageColumns<Row extends Common>(): Column<Row>[] {
  const { batch: messages, states, reasons, senders } = useMessages(smsMessages);
  const { number, country } = useFormat();
  return [
    {
      key: 'msisdn',
      header: messages.msisdn,
      cell: ({ msisdn }) => <span className="number">{msisdn}</span>,
    },
    {
      key: 'state',
      header: messages.state,
      cell: ({ state }) => <Badge tone={stateTones.sms[state]}>{states[state]}</Badge>,
    },
    {
      key: 'reason',
      header: messages.reason,
      cell: ({ reason }) =>
        reason === null ? '–' : ((reasons as Record<string, string>)[reason] ?? reason),
    },
    {
      key: 'country',
      header: messages.country,
      extra: true,
      cell: (message) => country(message.country),
    },
    {
      key: 'operator',
      header: messages.operator,
      cell: ({ operator }) => (operator === 'other' ? senders.other : operator),
    },
    {
      key: 'price',
      header: messages.price,
      align: 'end',
      cell: ({ price, currency, refunded }) => (
        <>
          <Money amount={price} currency={currency} />{' '}
          {refunded ? <span className="soft small">({messages.given})</span> : null}
        </>
      ),
    },
    {
      key: 'delivered',
      header: messages.delivered,
      align: 'end',
      extra: true,
      cell: ({ partsDelivered }) => number(partsDelivered),
    },
    {
      key: 'sent',
      header: messages.sentAt,
      extra: true,
      cell: ({ sentAt }) => (sentAt === null ? '–' : <When at={sentAt} show="exact" />),
    },
    {
      key: 'updated',
      header: messages.updatedAt,
      cell: ({ updatedAt }) => <When at={updatedAt} />,
    },
  ];
}
