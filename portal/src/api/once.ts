// Makes a form that moves money idempotent, however often its button is pressed. Each attempt
// carries the same key until an answer arrives; the gateway does nothing a second time under one
// key.

import { useCallback } from 'react';
import type { RouteAnswer, RouteBody, RouteName } from '@jokko/contract/portal';
import type { Input } from './call.ts';
import { useChange, type Change, type ChangeName } from './hooks.ts';

/** `crypto.randomUUID` is there over https alone. */
export const makeKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Routes whose body takes a key. */
type OnceName = {
  [Name in RouteName & ChangeName]: RouteBody<Name> extends { key: string; currency: string }
    ? Name
    : never;
}[RouteName & ChangeName];

/**
 * Keys of what was sent and not answered yet, by form: they outlive a form that is closed and
 * opened again.
 */
const unanswered = new Map<string, string>();

/** As `useChange`; `form` tells apart the forms of one route: the account that it is about, say. */
export function useChangeOnce<Name extends OnceName>(
  name: Name,
  form: string,
  options: { changes?: RouteName[] } = {},
): Omit<Change<Name>, 'run'> & {
  run(body: Omit<RouteBody<Name>, 'key'>): Promise<RouteAnswer<Name> | null>;
} {
  const place = `${name} ${form}`;
  const { run: send, ...rest } = useChange(name, {
    ...options,
    // The next try is another request: the user has been told of the first one.
    refused: ({ code }) => code === 'sentBefore' && unanswered.delete(place),
  });
  const run = useCallback(
    async (body: Omit<RouteBody<Name>, 'key'>) => {
      const key = unanswered.get(place) ?? makeKey();
      unanswered.set(place, key);
      const answer = await send({ body: { ...body, key } } as unknown as Input<Name>);
      if (answer !== null) unanswered.delete(place);
      return answer;
    },
    [place, send],
  );
  return { run, ...rest };
}
