// Filters that the user has saved for a list: one press sets them, and what is set now can be saved
// or deleted.

import type { RouteQuery } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Field } from '../../ui/field.tsx';
import { unfiltered } from '../../ui/list-filter.ts';
import type { Listed, ListState } from '../../ui/use-list.ts';
import { savedFilterMessages } from './saved-filter-messages.ts';
import './saved-filters.css';

const freshMs = 300_000;
const changes = ['GET saved-filters'] as const;

interface Props<Answer extends Listed> {
  of: RouteQuery<'GET saved-filters'>['list'];
  list: ListState<Answer>;
}

function useSavedFilters<Answer extends Listed>({ of, list }: Props<Answer>) {
  const read = useRead('GET saved-filters', { query: { list: of } }, { freshMs });
  const none = unfiltered(list.filters);
  const saved = read.answer?.items;
  const search = searchOf(list, none);
  return { none, saved, search, active: saved?.find((each) => each.search === search) };
}

/** Those of the list, in a row; nothing while there are none. */
export function SavedFilters<Answer extends Listed>(props: Props<Answer>) {
  const messages = useMessages(savedFilterMessages);
  const { none, saved = [], active } = useSavedFilters(props);
  if (saved.length === 0) return null;
  return (
    <div className="saved-filters" role="group" aria-label={messages.title}>
      {saved.map((each) => (
        <button
          key={each.id}
          type="button"
          className="saved-filter"
          aria-pressed={each === active}
          onClick={() => props.list.filter({ ...none, ...valuesOf(none, each.search) })}
        >
          {each.name}
        </button>
      ))}
    </div>
  );
}

/** Saves what the list is narrowed by, or deletes the saved filter that is in use. */
export function SavedFilterAction<Answer extends Listed>(props: Props<Answer>) {
  const messages = useMessages(savedFilterMessages);
  const { saved, search, active } = useSavedFilters(props);
  if (saved === undefined || search === '') return null;
  if (active === undefined) return <SaveFilter of={props.of} search={search} />;
  return (
    <Action
      route="POST saved-filters/delete"
      body={{ id: active.id }}
      changes={changes}
      label={messages.delete}
      icon="trash"
      variant="quiet"
      ask={{ title: messages.deleteTitle(active.name), danger: true }}
      done={messages.deleted}
    />
  );
}

function SaveFilter({ of, search }: { of: Props<Listed>['of']; search: string }) {
  const messages = useMessages(savedFilterMessages);
  return (
    <Action
      route="POST saved-filters/save"
      body={({ name = '' }) => ({ list: of, name, search })}
      changes={changes}
      label={messages.save}
      icon="filter"
      variant="quiet"
      ask={{
        title: messages.save,
        children: <p className="soft">{messages.saveHint}</p>,
        fields: (wrong) => (
          <Field name="name" label={messages.name} maxLength={100} error={wrong('name')} />
        ),
      }}
      done={messages.saved}
    />
  );
}

/** The filters in use that may be saved, as text that is the same for the same filters. */
function searchOf<Answer extends Listed>(
  { filters, values }: ListState<Answer>,
  none: Record<string, string>,
): string {
  const unsaved = filters.flatMap((filter) =>
    !('days' in filter) && filter.unsaved === true ? [filter.name] : [],
  );
  const search = new URLSearchParams();
  for (const name of Object.keys(none)) {
    const value = values[name] ?? '';
    if (value !== none[name] && !unsaved.includes(name)) search.set(name, value);
  }
  return search.toString();
}

/** What a list no longer filters by is left out. */
const valuesOf = (none: Record<string, string>, search: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => name in none));
