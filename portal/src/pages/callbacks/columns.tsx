// Columns of a list of callbacks.

import { NextAttempt } from './next-attempt.tsx';
import { useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { When } from '../../ui/when.tsx';
import type { Callback } from './callback.ts';
import { callbackMessages } from './messages.ts';

export function useCallbackColumns(): Column<Callback>[] {
  const messages = useMessages(callbackMessages);
  const messageOf = (status: string): string =>
    messages.statuses[status as keyof typeof messages.statuses] ?? status;
  return [
    {
      key: 'transaction',
      header: messages.transaction,
      cell: ({ transactionId }) => <span className="number">{transactionId}</span>,
    },
    {
      key: 'externalId',
      header: messages.externalId,
      phone: 'second',
      cell: ({ externalId }) => (externalId === '' ? '–' : externalId),
    },
    {
      key: 'state',
      header: messages.state,
      phone: 'first',
      cell: ({ state, attempts }) => (
        <Badge tone={stateTones.callback[state]}>
          {state === 'due' && attempts > 0 ? messages.retrying : messages.states[state]}
        </Badge>
      ),
    },
    {
      key: 'next',
      header: messages.next,
      phone: 'second',
      cell: ({ nextAttemptAt }) =>
        nextAttemptAt === null ? '–' : <NextAttempt at={nextAttemptAt} short />,
    },
    {
      key: 'status',
      header: messages.status,
      phone: 'none',
      cell: ({ status }) => messageOf(status),
    },
    {
      key: 'error',
      header: messages.errorClass,
      phone: 'second',
      cell: ({ lastErrorClass: error, lastHttpStatus: http }) =>
        error === null
          ? '–'
          : error === 'http_status' && http !== null
            ? `HTTP ${http}`
            : messages.errors[error],
    },
    {
      key: 'attempts',
      header: messages.attempts,
      align: 'end',
      phone: 'none',
      cell: ({ attempts }) => attempts,
    },
    {
      key: 'destination',
      header: messages.destination,
      extra: true,
      cell: ({ destination }) => destination,
    },
    {
      key: 'created',
      header: messages.created,
      phone: 'second',
      cell: ({ createdAt }) => <When at={createdAt} show="exact" />,
    },
    {
      key: 'second',
      header: messages.second,
      extra: true,
      cell: ({ second }) => (second ? '✓' : '–'),
    },
  ];
}
