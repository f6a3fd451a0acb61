// What does a list of callbacks show of each?

import { useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { When } from '../../ui/when.tsx';
import { stateTones, type Callback } from './callback.ts';
import { callbackTexts } from './texts.ts';

export function useCallbackColumns(): Column<Callback>[] {
  const words = useTexts(callbackTexts);
  const say = (status: string): string => words.statuses[status as keyof typeof words.statuses] ?? status;
  return [
    { key: 'transaction', header: words.transaction, cell: ({ transactionId }) => <span className="number">{transactionId}</span> },
    { key: 'state', header: words.state, cell: ({ state }) => <Badge tone={stateTones[state]}>{words.states[state]}</Badge> },
    { key: 'status', header: words.status, cell: ({ status }) => say(status) },
    {
      key: 'error',
      header: words.errorClass,
      cell: ({ lastErrorClass: error, lastHttpStatus: http }) =>
        error === null ? '–' : error === 'http_status' && http !== null ? `HTTP ${http}` : words.errors[error],
    },
    { key: 'attempts', header: words.attempts, align: 'end', cell: ({ attempts }) => attempts },
    { key: 'lane', header: words.lane, cell: ({ lane }) => lane },
    { key: 'created', header: words.created, cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      key: 'next',
      header: words.next,
      extra: true,
      cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? '–' : <When at={nextAttemptAt} />),
    },
    { key: 'second', header: words.second, extra: true, cell: ({ second }) => (second ? '✓' : '–') },
  ];
}
