// The cache of what was read: one query for each route and input, kept by TanStack Query. A query
// calls the gateway once and leaves trying again to `call`, which knows what may go out twice.

import { QueryClient, queryOptions, skipToken, type Query } from '@tanstack/react-query';
import type { RouteAnswer, RouteName } from '@jokko/contract/portal';
import { call, type Input } from './call.ts';

/** Shown at once without asking when it was read within this time. */
const freshForMs = 5_000;
/** How long an answer that is not on screen is kept. */
const keptForMs = 30 * 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshForMs,
      gcTime: keptForMs,
      retry: false,
      // `network.ts` knows better than the browser whether the gateway is within reach.
      networkMode: 'always',
      refetchOnReconnect: false,
    },
    // What was sent may hold a password, what came back a secret: neither outlives its form.
    mutations: { retry: false, networkMode: 'always', gcTime: 0 },
  },
});

/** The query of a route and its input; of null, one that is never asked. */
export const readingOf = <Name extends RouteName>(name: Name, input: Input<Name> | null) =>
  queryOptions<RouteAnswer<Name>>({
    queryKey: [name, input],
    queryFn: input === null ? skipToken : ({ signal }) => call(name, input, { signal }),
  });

/**
 * Marks answers of these routes as wrong: those on screen are read again now, the others when they
 * are wanted.
 */
export function invalidate(...names: RouteName[]): void {
  const filters = {
    predicate: ({ queryKey }: Query) => names.includes(queryKey[0] as RouteName),
  };
  // A reading that is under way may have been answered before the change.
  void queryClient.cancelQueries(filters).then(() => queryClient.invalidateQueries(filters));
}

/** Reads again what is on screen: it was read before the line broke, or not at all. */
export function readShownAgain(): void {
  void queryClient.refetchQueries({ type: 'active' }, { cancelRefetch: false });
}

/** Forgets everything: another user, or another membership. What is on screen is read again. */
export function clearAll(): void {
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.resetQueries();
}
