// Reads a list whose filters, page and open row live in the address, and reads it again when
// something happens.

import { useState } from 'react';
import type { RouteAnswer, RouteName, RouteQuery } from '@jokko/contract/portal';
import { useRealtime, useRead, type Input, type Read } from '../api/index.ts';
import { useLanguage } from '../language/index.ts';
import { useSearch } from '../router/index.ts';
import {
  queryOf,
  searchFieldsOf,
  unfiltered,
  type AnyFilter,
  type FilterOf,
  type SearchOf,
} from './list-filter.ts';

/** What a list answers: its rows, and what comes after them where it has pages. */
export interface Listed {
  items: readonly unknown[];
  next?: string | null;
}

type LiveKinds = Parameters<typeof useRealtime>[0];
type ReadName = Extract<RouteName, `GET ${string}`>;
export type ListName = {
  [Name in ReadName]: RouteAnswer<Name> extends Listed ? Name : never;
}[ReadName];

/** What a table of it needs to know. */
export interface ListState<Answer extends Listed> {
  read: Read<Answer>;
  filters: readonly AnyFilter[];
  /** The values of the filters, by name. */
  values: Record<string, string>;
  /** One of the filters that have a control is in use. */
  narrowed: boolean;
  /** Other filters or another page are being read: the rows shown are those of before. */
  loading: boolean;
  /** The cursor of the page that is shown, '' for the first. */
  after: string;
  /** The key of the row that is open, or ''. */
  open: string;
  filter(next: Record<string, string>): void;
  goTo(after: string): void;
  show(key: string): void;
}

export interface List<Name extends ListName, Search> extends ListState<RouteAnswer<Name>> {
  search: Search;
  /** What the route is asked for, without the page: the same for an export. */
  query: Partial<RouteQuery<Name>>;
  /** Sets filters; another filter begins at the start of the list. */
  narrow(next: Partial<Search>): void;
}

interface Options<Name extends ListName, Filters> {
  params?: Input<Name>['params'];
  filters?: Filters;
  /** What it asks for besides the filters. */
  query?: Partial<RouteQuery<Name>>;
  /** Read again when one of these happens. */
  live?: LiveKinds;
  /** What else is read again then. */
  liveReads?: readonly RouteName[];
  everyMs?: number;
  /** The open row is closed when the filters change. */
  closesWhenNarrowed?: boolean;
}

export function useList<
  Name extends ListName,
  const Filters extends readonly FilterOf<RouteQuery<Name>, RouteAnswer<Name>>[],
>(route: Name, options: Options<Name, Filters> = {}): List<Name, SearchOf<Filters>> {
  const { live = [], liveReads = [], everyMs, closesWhenNarrowed = false } = options;
  const filters = (options.filters ?? []) as unknown as readonly AnyFilter[];
  const { timeZone } = useLanguage();
  const [found, change] = useSearch(searchFieldsOf(filters));
  const { after = '', open = '', ...values } = found as Record<string, string>;
  const query = { ...options.query, ...queryOf(filters, values, timeZone) };
  const asked = { ...query, ...(after && { after }) };
  const input = {
    ...(options.params && { params: options.params }),
    ...(Object.keys(asked).length > 0 && { query: asked }),
  } as unknown as Input<Name>;
  const read = useRead(route, input, everyMs === undefined ? {} : { everyMs });
  useRealtime(live, [route, ...liveReads], live.length > 0);
  const loading = useLoading(read.loading, JSON.stringify(input));
  const filter = (next: Record<string, string>): void =>
    change({ ...next, after: '', ...(closesWhenNarrowed && { open: '' }) });
  return {
    read,
    filters,
    values,
    search: values as SearchOf<Filters>,
    query: query as Partial<RouteQuery<Name>>,
    narrowed: Object.entries(unfiltered(filters)).some(([name, none]) => values[name] !== none),
    loading,
    after,
    open,
    filter,
    narrow: (next) => filter(next as Record<string, string>),
    goTo: (to) => change({ after: to }, { push: true }),
    show: (key) => change({ open: key }),
  };
}

/** Said for what the user asked for, not for every time that the same is read again. */
function useLoading(reading: boolean, asked: string): boolean {
  const [shown, setShown] = useState(asked);
  if (!reading && shown !== asked) setShown(asked);
  return reading && shown !== asked;
}
