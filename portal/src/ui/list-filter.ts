// Declares the filters of a list: each is a value in the page's address and a member of the query
// of the route that the list reads.

import { dayBounds } from '../language/format.ts';
import {
  choiceParam,
  dayParam,
  filterParam,
  textParam,
  type SearchFields,
} from '../router/search.ts';

interface Option<Value extends string> {
  value: Value;
  label: string;
}

/** Free text. */
interface TextControl {
  label: string;
  placeholder?: string;
  hint?: string;
  /**
   * What the route is asked for, where that is not what stands in the address; '' filters nothing.
   */
  toQuery?(value: string): string;
}

/**
 * One of a list that is known beforehand: all of them unless chosen (`all` is what that is called),
 * or `fallback`.
 */
type ChoiceControl<Value extends string> = {
  label: string;
  options: readonly Option<Value>[];
} & ({ all: string; fallback?: undefined } | { all?: undefined; fallback: Value });

/** One of a list that the gateway knows, e.g. in the answer of the list itself. */
interface OfferedControl<Answer> {
  label: string;
  all: string;
  offered(answer: Answer | undefined): readonly Option<string>[];
}

/** Comes with a link to the page and has no control. */
interface LinkedControl {
  linked: true;
}

/**
 * From a day until a day, both included; `members` are the names in the query, `from` and `until`
 * unless said.
 */
export interface DaysFilter<Member extends string = string> {
  days: true;
  members?: { from: Member; until: Member };
}

/**
 * `name` is what it is called in the address; `member` what the query calls it, where that differs.
 */
type Named<Member extends string> =
  { name: Member; member?: undefined } | { name: string; member: Member };

/**
 * `more`: among those that are shown when the user asks for them, or one of them is in use.
 * `unsaved`: left out of saved filters, since it holds numbers of customers.
 */
interface FilterPlacing {
  more?: true;
  unsaved?: true;
}

type Control<Value extends string, Answer> =
  TextControl | ChoiceControl<Value> | OfferedControl<Answer> | LinkedControl;

/** A filter of a route with this query and this answer. */
export type FilterOf<Query, Answer> =
  | {
      [Member in keyof Query & string]-?: Named<Member> &
        FilterPlacing &
        Control<Extract<NonNullable<Query[Member]>, string>, Answer>;
    }[keyof Query & string]
  | DaysFilter<keyof Query & string>;

/** Any filter, for what treats all alike. */
export type AnyFilter = DaysFilter | (Named<string> & Control<string, never> & FilterPlacing);

type ValueOf<Filter> = Filter extends { options: readonly { value: infer Value }[] }
  ? Filter extends { fallback: string }
    ? Value
    : Value | ''
  : string;
type NameOf<Filter> = Filter extends { days: true }
  ? 'from' | 'until'
  : Filter extends { name: infer Name extends string }
    ? Name
    : never;

/** What the address says, by the names of the filters. */
export type SearchOf<Filters extends readonly unknown[]> = {
  [Filter in Filters[number] as NameOf<Filter>]: ValueOf<Filter>;
};

/** The choices of a filter, by their words. */
export const optionsOf = <Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
): Option<Value>[] => values.map((value) => ({ value, label: labels[value] }));

/** The number of an account or a user as routes take it; anything else filters nothing. */
export const numberOrNone = (text: string): string => (/^[1-9]\d{0,8}$/.test(text) ? text : '');

/** The search parameters of a list: its filters, the page of it, and the row that is open. */
export function searchFieldsOf(filters: readonly AnyFilter[]): SearchFields {
  const fields: SearchFields = { after: textParam(), open: textParam() };
  for (const filter of filters) {
    if ('days' in filter) {
      fields['from'] = dayParam();
      fields['until'] = dayParam();
    } else fields[filter.name] = paramOf(filter);
  }
  return fields;
}

function paramOf(filter: Exclude<AnyFilter, DaysFilter>): SearchFields[string] {
  if (!('options' in filter)) return textParam();
  const values = filter.options.map(({ value }) => value);
  return filter.fallback === undefined ? filterParam(values) : choiceParam(values, filter.fallback);
}

/** What the route is asked for. */
export function queryOf(
  filters: readonly AnyFilter[],
  search: Record<string, string>,
  timeZone: string,
): Record<string, string> {
  const query: Record<string, string> = {};
  const add = (member: string, value: string): void => {
    if (value !== '') query[member] = value;
  };
  for (const filter of filters) {
    if ('days' in filter) {
      const { from, until } = filter.members ?? { from: 'from', until: 'until' };
      const { from: first = '', until: last = '' } = search;
      if (first !== '') add(from, dayBounds(first, timeZone).from);
      if (last !== '') add(until, dayBounds(last, timeZone).until);
      continue;
    }
    const value = search[filter.name] ?? '';
    const toQuery = 'toQuery' in filter ? filter.toQuery : undefined;
    add(filter.member ?? filter.name, toQuery === undefined ? value : toQuery(value));
  }
  return query;
}

/** The values of the filters with a control when none of them is in use. */
export function unfiltered(filters: readonly AnyFilter[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const filter of filters) {
    if ('days' in filter) {
      values['from'] = '';
      values['until'] = '';
    } else if (!('linked' in filter))
      values[filter.name] = ('fallback' in filter ? filter.fallback : undefined) ?? '';
  }
  return values;
}
