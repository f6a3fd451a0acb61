// How does a page read and change? `useRead` shows what is known and reads it anew; `useChange` sends one change at a time and makes what it
// changed be read again.

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RouteAnswer, RouteName } from '@jokko/contract/portal';
import { call, CallError, type Input } from './call.ts';
import { invalidate, keyOf, lookAt, readEntry, watchEntry } from './cache.ts';

const freshForMs = 5_000;
type ReadName = Extract<RouteName, `GET ${string}`>;
export type ChangeName = Extract<RouteName, `POST ${string}`>;

export interface Read<Answer> {
  /** Undefined until something was read. While another filter is being read, the answer of the one before. */
  answer: Answer | undefined;
  error: Error | undefined;
  /** Being read, whether or not there is an answer to show meanwhile. */
  loading: boolean;
  again(): void;
}

/** Reads a route and keeps it up to date; null as input reads nothing yet. */
export function useRead<Name extends ReadName>(
  name: Name,
  input: Input<Name> | null,
  options: { freshMs?: number; everyMs?: number } = {},
): Read<RouteAnswer<Name>> {
  const key = input === null ? '' : keyOf(name, input);
  const { freshMs = freshForMs, everyMs } = options;
  const wanted = useRef(input);
  wanted.current = input;
  const before = useRef<RouteAnswer<Name> | undefined>(undefined);
  const subscribe = useCallback((listener: () => void) => (key === '' ? () => undefined : watchEntry(name, key, listener)), [name, key]);
  const entry = useSyncExternalStore(subscribe, () => lookAt<Name>(key));
  const read = useCallback(
    (fresh: number) => {
      if (wanted.current !== null && key !== '') readEntry(name, wanted.current, fresh);
    },
    [name, key],
  );
  useEffect(() => {
    read(freshMs);
    const look = (): void => {
      if (document.visibilityState === 'visible') read(freshMs);
    };
    document.addEventListener('visibilitychange', look);
    const timer = everyMs === undefined ? undefined : setInterval(look, everyMs);
    return () => {
      document.removeEventListener('visibilitychange', look);
      clearInterval(timer);
    };
  }, [read, freshMs, everyMs]);
  if (entry.answer !== undefined) before.current = entry.answer;
  const answer = entry.answer ?? before.current;
  return {
    answer,
    error: entry.error,
    loading: entry.loading || (entry.answer === undefined && entry.error === undefined && key !== ''),
    again: () => read(0),
  };
}

export interface Change<Name extends ChangeName> {
  /** Sends it; null when it was refused (then `error` says why) or another one is under way. */
  run(input: Input<Name>): Promise<RouteAnswer<Name> | null>;
  pending: boolean;
  error: CallError | null;
  reset(): void;
}

/** One change; `changes` are the routes whose answers are different afterwards, `refused` is told why it was not done. */
export function useChange<Name extends ChangeName>(
  name: Name,
  options: { changes?: RouteName[]; refused?: (error: CallError) => void } = {},
): Change<Name> {
  const [state, setState] = useState<{ pending: boolean; error: CallError | null }>({ pending: false, error: null });
  const busy = useRef(false);
  const latest = useRef(options);
  latest.current = options;
  const run = useCallback(
    async (input: Input<Name>) => {
      if (busy.current) return null;
      busy.current = true;
      setState({ pending: true, error: null });
      try {
        const answer = await call(name, input);
        invalidate(...(latest.current.changes ?? []));
        setState({ pending: false, error: null });
        return answer;
      } catch (error) {
        const refused = error instanceof CallError ? error : new CallError('internal', 0);
        setState({ pending: false, error: refused });
        latest.current.refused?.(refused);
        return null;
      } finally {
        busy.current = false;
      }
    },
    [name],
  );
  const reset = useCallback(() => setState({ pending: false, error: null }), []);
  return { run, ...state, reset };
}
