// What came of asking for a decision? Said in a toast, or why it cannot be asked for now.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useTexts } from '../../language/index.ts';
import { toast } from '../../ui/toast.tsx';
import { caseTexts } from './texts.ts';

type Asked = RouteAnswer<'POST operator/cases/resolve'>;

/** The routes that read otherwise once somebody has asked. */
export const changed: { changes: ('GET operator/cases' | 'GET operator/cases/:account/:id' | 'GET operator/wishes')[] } = {
  changes: ['GET operator/cases', 'GET operator/cases/:account/:id', 'GET operator/wishes'],
};

export function useSayAsked(): (asked: Asked | null) => void {
  const words = useTexts(caseTexts);
  return (asked) => {
    if (asked === null) return;
    if (asked.id !== null) toast(words.asked(asked.id));
    else if (asked.refusal !== null) toast(words.refusals[asked.refusal], 'bad');
  };
}
