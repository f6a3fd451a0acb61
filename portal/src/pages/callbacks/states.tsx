// Above the list of callbacks: a choice of what became of them, with counts. What else the list is
// narrowed by is not counted, but for its days.

import { useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { CountedChoices } from '../../ui/counted-choices.tsx';
import type { Listed, ListState } from '../../ui/use-list.ts';
import { choices } from './callback.ts';
import { callbackMessages } from './messages.ts';

type NarrowedList = Pick<ListState<Listed>, 'values' | 'filter'> & {
  query: { since?: string; until?: string };
};

const everyMs = 30_000;
/** Filters with which the counts would be of something else. */
const uncounted = ['q', 'status', 'error', 'destination'];

export function CallbackStates({ list: { query, values, filter } }: { list: NarrowedList }) {
  const messages = useMessages(callbackMessages);
  const { since, until } = query;
  const counted = uncounted.every((name) => (values[name] ?? '') === '');
  const days = { ...(since && { since }), ...(until && { until }) };
  const { answer } = useRead('GET callbacks/counts', counted ? { query: days } : null, { everyMs });
  const countOf = (name: 'all' | (typeof choices.states)[number]) =>
    answer === undefined || !counted ? { count: null, more: false } : answer[name];
  return (
    <CountedChoices
      label={messages.byState}
      chosen={values['state'] ?? ''}
      onChoose={(state) => filter({ state })}
      choices={[
        { value: '', label: messages.all, ...countOf('all') },
        ...choices.states.map((state) => ({
          value: state,
          label: messages.states[state],
          ...countOf(state),
        })),
      ]}
    />
  );
}
