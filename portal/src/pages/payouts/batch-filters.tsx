// Which batches of a list are meant? By their name, state and day; both sides' lists are narrowed alike, and their filters stand in the address.

import type { RouteAnswer } from '@jokko/contract/portal';
import { dayBounds, useFormat, useTexts } from '../../language/index.ts';
import { dayParam, filterParam, textParam, useSearch } from '../../router/index.ts';
import { FilterBar, FilterDays, FilterSelect, FilterText } from '../../ui/filter-bar.tsx';
import { payoutTexts } from './texts.ts';

type State = RouteAnswer<'GET payouts'>['items'][number]['state'];
const states: readonly State[] = [
  ...(['draft', 'awaiting_approval', 'running', 'paused', 'waiting_for_funds', 'canceling', 'done', 'canceled', 'refused'] as const),
];
const filters = {
  ...{ q: textParam(), state: filterParam(states), from: dayParam(), until: dayParam() },
  ...{ account: textParam(), after: textParam() },
};
const nothing = { q: '', state: '', from: '', until: '' } as const;
type Search = { q: string; state: State | ''; from: string; until: string; after: string };

/** What the address says, and the query of it; another filter begins at the start of the list. */
export function useBatchSearch() {
  const { timeZone } = useFormat();
  const [search, change] = useSearch(filters);
  const { q, state, from, until, after } = search;
  const query = {
    ...{ q, after, ...(state && { state }) },
    ...(from === '' ? {} : { from: dayBounds(from, timeZone).from }),
    ...(until === '' ? {} : { until: dayBounds(until, timeZone).until }),
  };
  return { search, query, change };
}

export const isNarrowed = ({ q, state, from, until }: Search): boolean => q + state + from + until !== '';

export function BatchFilters({ search, onChange }: { search: Search; onChange(next: Partial<Search>): void }) {
  const words = useTexts(payoutTexts);
  const { q, state, from, until } = search;
  const narrow = (next: Partial<Search>): void => onChange({ ...next, after: '' });
  return (
    <FilterBar active={isNarrowed(search)} onClear={() => narrow(nothing)}>
      <FilterText label={words.search} value={q} onChange={(next) => narrow({ q: next })} />
      <FilterSelect
        label={words.state}
        all={words.allStates}
        value={state}
        options={states.map((value) => ({ value, label: words.states[value] }))}
        onChange={(next) => narrow({ state: next })}
      />
      <FilterDays from={from} until={until} onChange={narrow} />
    </FilterBar>
  );
}
