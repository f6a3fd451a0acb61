// Declares the filters of a payout batch list, the developer's and the operator's.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { optionsOf } from '../../ui/list-filter.ts';
import { payoutMessages } from './messages.ts';

const states = [
  'draft',
  'awaiting_approval',
  'running',
  'paused',
  'waiting_for_funds',
  'canceling',
  'done',
  'canceled',
  'refused',
] as const satisfies readonly RouteAnswer<'GET payouts'>['items'][number]['state'][];

export function useBatchFilters() {
  const messages = useMessages(payoutMessages);
  return [
    { name: 'q', label: messages.search },
    {
      name: 'state',
      label: messages.state,
      all: messages.allStates,
      options: optionsOf(states, messages.states),
    },
    { days: true },
  ] as const;
}
