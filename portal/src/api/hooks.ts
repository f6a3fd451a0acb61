// Reading and changing from a page: `useRead` shows what is known and reads it anew; `useChange`
// sends one change at a time and has what it changed read again.

import { defined } from '@jokko/contract/defined';
import { useCallback, useRef, useState } from 'react';
import { hashKey, useMutation, useQuery } from '@tanstack/react-query';
import type { RouteAnswer, RouteName } from '@jokko/contract/portal';
import { invalidate, readingOf } from './cache.ts';
import { call, CallError, type Input } from './call.ts';

type ReadName = Extract<RouteName, `GET ${string}`>;
export type ChangeName = Extract<RouteName, `POST ${string}`>;

export interface Read<Answer> {
  /**
   * Undefined until something was read. While another filter is being read, the answer of the one
   * before.
   */
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
  { freshMs, everyMs }: { freshMs?: number; everyMs?: number } = {},
): Read<RouteAnswer<Name>> {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...readingOf(name, input),
    ...defined({ staleTime: freshMs, refetchInterval: everyMs }),
  });
  const key = hashKey([name, input]);
  const shown = useShown<RouteAnswer<Name>>(key, data, isPending && isFetching ? 'reading' : error);
  return {
    ...shown,
    loading: isFetching || (isPending && input !== null),
    again() {
      if (input !== null) void refetch({ cancelRefetch: false });
    },
  };
}

/**
 * What to show while nothing has come: the answer to the filters before, and the error of the last
 * try, so that neither a list nor the button that reads again goes away under who uses it.
 */
function useShown<Answer>(
  key: string,
  answer: Answer | undefined,
  error: Error | null | 'reading',
): { answer: Answer | undefined; error: Error | undefined } {
  const [last, setLast] = useState<{ key: string; answer?: Answer; error?: Error }>({ key });
  const lastError = last.key === key ? last.error : undefined;
  const next = {
    answer: answer ?? last.answer,
    error: error === 'reading' ? lastError : (error ?? undefined),
  };
  if (last.key !== key || next.answer !== last.answer || next.error !== last.error)
    setLast({
      key,
      // An answer may be null.
      ...(next.answer !== undefined && { answer: next.answer }),
      ...defined({ error: next.error }),
    });
  return next;
}

export interface Change<Name extends ChangeName> {
  /** Sends it; null when it was refused (then `error` says why) or another one is under way. */
  run(input: Input<Name>): Promise<RouteAnswer<Name> | null>;
  pending: boolean;
  error: CallError | null;
  reset(): void;
}

/**
 * One change; `changes` are the routes whose answers are different afterwards, `refused` is told
 * why it was not done.
 */
export function useChange<Name extends ChangeName>(
  name: Name,
  { changes = [], refused }: { changes?: RouteName[]; refused?: (error: CallError) => void } = {},
): Change<Name> {
  const { mutateAsync, isPending, error, reset } = useMutation<
    RouteAnswer<Name>,
    CallError,
    Input<Name>
  >({
    mutationFn: (input) => call(name, input).catch((failure: unknown) => throwAsCallError(failure)),
    onSuccess: () => invalidate(...changes),
    ...defined({ onError: refused }),
  });
  const busy = useRef(false);
  const run = useCallback(
    async (input: Input<Name>) => {
      if (busy.current) return null;
      busy.current = true;
      try {
        return await mutateAsync(input);
      } catch {
        return null;
      } finally {
        busy.current = false;
      }
    },
    [mutateAsync],
  );
  return { run, pending: isPending, error, reset };
}

function throwAsCallError(failure: unknown): never {
  throw failure instanceof CallError ? failure : new CallError('internal', 0);
}
