// Draws the declared filters of a list.

import { defined } from '@jokko/contract/defined';
import type { ReactNode } from 'react';
import { useErrorMessages } from '../api/index.ts';
import { Select } from './field.tsx';
import { FilterBar, FilterDays, FilterMore, FilterSelect, FilterText } from './filter-bar.tsx';
import { unfiltered, type AnyFilter, type DaysFilter } from './list-filter.ts';
import type { Listed, ListState } from './use-list.ts';

export function ListFilters<Answer extends Listed>({
  list,
  actions,
}: {
  list: ListState<Answer>;
  actions?: ReactNode;
}) {
  const none = unfiltered(list.filters);
  if (Object.keys(none).length === 0) return null;
  return (
    <FilterBar active={list.narrowed} onClear={() => list.filter(none)} actions={actions}>
      {list.filters.map((filter) =>
        'days' in filter ? (
          <FilterDays
            key="days"
            from={list.values['from'] ?? ''}
            until={list.values['until'] ?? ''}
            onChange={list.filter}
          />
        ) : filter.more === true ? null : (
          <OneFilter key={filter.name} filter={filter} list={list} />
        ),
      )}
      {list.filters.some((filter) => !('days' in filter) && filter.more) ? (
        <MoreFilters list={list} none={none} />
      ) : null}
    </FilterBar>
  );
}

function MoreFilters<Answer extends Listed>({
  list,
  none,
}: {
  list: ListState<Answer>;
  none: Record<string, string>;
}) {
  const more = list.filters.flatMap((filter) =>
    'days' in filter || filter.more !== true ? [] : [filter],
  );
  const used = more.some(({ name }) => list.values[name] !== none[name]);
  return (
    <FilterMore used={used}>
      {more.map((filter) => (
        <OneFilter key={filter.name} filter={filter} list={list} />
      ))}
    </FilterMore>
  );
}

function OneFilter<Answer extends Listed>({
  filter,
  list,
}: {
  filter: Exclude<AnyFilter, DaysFilter>;
  list: ListState<Answer>;
}) {
  const { fieldMessageOf } = useErrorMessages();
  const { name } = filter;
  const value = list.values[name] ?? '';
  const set = (next: string): void => list.filter({ [name]: next });
  if ('linked' in filter) return null;
  if ('offered' in filter) {
    const offered = filter.offered(list.read.answer as never);
    // The one of the address stands there, too, while the list is being read or when it has no such
    // entry.
    const known = value === '' || offered.some((option) => option.value === value);
    const options = known ? offered : [...offered, { value, label: value }];
    return (
      <FilterSelect
        label={filter.label}
        all={filter.all}
        value={value}
        options={options}
        onChange={set}
      />
    );
  }
  if (!('options' in filter)) {
    const { label, placeholder, hint } = filter;
    return (
      <FilterText
        label={label}
        value={value}
        error={fieldMessageOf(list.read.error ?? null, filter.member ?? name)}
        {...defined({ placeholder })}
        {...defined({ hint })}
        onChange={set}
      />
    );
  }
  const { label, options, all } = filter;
  if (all !== undefined)
    return <FilterSelect label={label} all={all} value={value} options={options} onChange={set} />;
  return (
    <div className="filter">
      <Select
        label={label}
        value={value}
        options={options}
        onChange={(event) => set(event.target.value)}
      />
    </div>
  );
}
