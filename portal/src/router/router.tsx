// Which page is shown: the place in the address bar, matched against the table of routes; a page's
// code is fetched when it is needed, and the page before stays until it is there.

import {
  createContext,
  use,
  useEffect,
  useMemo,
  useState,
  useTransition,
  type ReactNode,
} from 'react';
import { currentPlace, navigate, watchPlaces, type HistoryEntry } from './history.ts';
import { fetchPage, type PageModule } from './page-code.ts';
import { matchPath } from './path.ts';
import {
  changeSearch,
  readSearch,
  refusedIn,
  type SearchFields,
  type SearchValues,
} from './search.ts';

export interface Route {
  pattern: string;
  load: () => Promise<PageModule>;
}

interface RouterState {
  place: HistoryEntry;
  /** A page is being fetched. */
  pending: boolean;
}
const RouterContext = createContext<RouterState | null>(null);

/**
 * Holds the place; a change of place is a transition, so that the present page stays until the next
 * one can be drawn.
 */
export function RouterProvider({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(currentPlace);
  const [pending, startTransition] = useTransition();
  useEffect(() => watchPlaces((next) => startTransition(() => setPlace(next))), []);
  const state = useMemo(() => ({ place, pending }), [place, pending]);
  return <RouterContext value={state}>{children}</RouterContext>;
}

/** The place and whether the next page is still being fetched. */
export function useRouter(): RouterState {
  const state = use(RouterContext);
  if (state === null) throw new Error('useRouter outside of RouterProvider');
  return state;
}

/** The first route that fits, and its parameters. */
export function findRoute<R extends Route>(
  routes: readonly R[],
  path: string,
): { route: R; params: Record<string, string> } | null {
  for (const route of routes) {
    const params = matchPath(route.pattern, path);
    if (params !== null) return { route, params };
  }
  return null;
}

/** Draws a route's page; another path of the same route begins anew, another filter does not. */
export function RouteView({ route, params }: { route: Route; params: Record<string, string> }) {
  const { default: Page } = use(fetchPage(route.load));
  return <Page key={JSON.stringify(params)} params={params} />;
}

let onRefused: ((names: string) => void) | null = null;
/** Found before anybody listened: a page may be drawn before its frame. */
let unreported: string | null = null;

function reportRefused(names: string): void {
  if (onRefused === null) unreported = names;
  else onRefused(names);
}

/**
 * Told the names of parameters in the address that say nothing a page knows, so that nobody takes a
 * list for narrowed that is not.
 */
export function watchRefused(hear: (names: string) => void): void {
  onRefused = hear;
  if (unreported !== null) hear(unreported);
  unreported = null;
}

/**
 * The page's search parameters and how to change them. A change replaces the present entry unless
 * `push` is said, so that the back button leaves the list instead of walking through every letter
 * of a search.
 */
export function useSearch<Fields extends SearchFields>(
  fields: Fields,
): [
  SearchValues<Fields>,
  (change: Partial<SearchValues<Fields>>, options?: { push?: boolean }) => void,
] {
  const { place } = useRouter();
  const values = useMemo(() => readSearch(fields, place.search), [fields, place.search]);
  const refused = useMemo(() => refusedIn(fields, place.search).join(', '), [fields, place.search]);
  useEffect(() => {
    if (refused !== '') reportRefused(refused);
  }, [refused]);
  const change = (
    next: Partial<SearchValues<Fields>>,
    { push = false }: { push?: boolean } = {},
  ): void => {
    const now = currentPlace();
    navigate(`${now.path}${changeSearch(fields, now.search, next)}`, { replace: !push });
  };
  return [values, change];
}
