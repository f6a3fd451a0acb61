// Shows in a toast the result of requesting a decision, or why it cannot be requested for now.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { toast } from '../../ui/toast.tsx';
import { caseMessages } from './messages.ts';

type Asked = RouteAnswer<'POST operator/cases/resolve'>;

/** The routes that read otherwise once somebody has asked. */
export const changed: {
  changes: (
    'GET operator/cases' | 'GET operator/cases/:account/:id' | 'GET operator/approval-requests'
  )[];
} = {
  changes: [
    'GET operator/cases',
    'GET operator/cases/:account/:id',
    'GET operator/approval-requests',
  ],
};

export function useSayAsked(): (asked: Asked | null) => void {
  const messages = useMessages(caseMessages);
  return (asked) => {
    if (asked === null) return;
    if (asked.id !== null) toast(messages.asked(asked.id));
    else if (asked.refusal !== null) toast(messages.refusals[asked.refusal], 'bad');
  };
}
