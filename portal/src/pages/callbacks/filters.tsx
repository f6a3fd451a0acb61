// Which callbacks are looked for? Values live in the page's address.

import { useTexts } from '../../language/index.ts';
import { FilterBar, FilterDays, FilterSelect, FilterText } from '../../ui/filter-bar.tsx';
import { choices, type Narrow } from './callback.ts';
import { callbackTexts } from './texts.ts';

type Search = Required<Parameters<Narrow>[0]>;

export function CallbackFilters({ search, onChange }: { search: Search; onChange: Narrow }) {
  const words = useTexts(callbackTexts);
  const { q, state, status, error, lane, from, until } = search;
  const active = [q, state, status, error, lane, from, until].some((value) => value !== '');
  const clear = (): void => onChange({ q: '', state: '', status: '', error: '', lane: '', from: '', until: '' });
  return (
    <FilterBar active={active} onClear={clear}>
      <FilterText label={words.transaction} placeholder={words.transactionHint} value={q} onChange={(next) => onChange({ q: next })} />
      <FilterSelect
        label={words.state}
        all={words.all}
        value={state}
        options={choices.states.map((value) => ({ value, label: words.states[value] }))}
        onChange={(next) => onChange({ state: next })}
      />
      <FilterSelect
        label={words.status}
        all={words.all}
        value={status}
        options={choices.statuses.map((value) => ({ value, label: words.statuses[value] }))}
        onChange={(next) => onChange({ status: next })}
      />
      <FilterSelect
        label={words.errorClass}
        all={words.all}
        value={error}
        options={choices.errorClasses.map((value) => ({ value, label: words.errors[value] }))}
        onChange={(next) => onChange({ error: next })}
      />
      <FilterText label={words.lane} placeholder={words.laneHint} value={lane} onChange={(next) => onChange({ lane: next })} />
      <FilterDays from={from} until={until} onChange={onChange} />
    </FilterBar>
  );
}
