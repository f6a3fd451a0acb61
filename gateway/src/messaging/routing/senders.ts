// Decides which sender a carrier connection shows for the requested one: the same, a number in its
// place, or none, in which case the connection is not used for it.

import type { SenderEntry } from './document.ts';
import type { RoutedConnection, Route, SenderRule } from './routing.ts';

export type SenderChoice =
  | {
      ok: true;
      sender: string;
      /** True when `sender` is not the one that was asked for. */ replaced: boolean;
    }
  | { ok: false; refusal: 'sender_not_allowed' };

export type ConnectionChoice =
  | { ok: true; connection: RoutedConnection; sender: string; replaced: boolean }
  | { ok: false; refusal: 'sender_not_allowed' };

const notAllowed = { ok: false, refusal: 'sender_not_allowed' } as const;

/** Upper and lower case count as equal; what is shown is the registered spelling. */
export function senderFor(
  { senders: { allowed, numericFallback } }: Pick<RoutedConnection, 'senders'>,
  sender: string,
): SenderChoice {
  if (allowed === null) return { ok: true, sender, replaced: false };
  const registered = allowed.get(sender.toUpperCase());
  if (registered !== undefined) return { ok: true, sender: registered, replaced: false };
  return numericFallback === null
    ? notAllowed
    : { ok: true, sender: numericFallback, replaced: true };
}

/**
 * The first connection of the route that shows the sender or a replacement; with `after` the first
 * one behind the connection of that name.
 */
export function connectionFor(
  route: Route,
  sender: string,
  after?: string,
): ConnectionChoice | null {
  const from =
    after === undefined
      ? 0
      : route.connections.findIndex((connection) => connection.name === after) + 1;
  for (let at = from; at < route.connections.length; at += 1) {
    const connection = route.connections[at]!;
    const choice = senderFor(connection, sender);
    if (choice.ok)
      return { ok: true, connection, sender: choice.sender, replaced: choice.replaced };
  }
  return after === undefined ? notAllowed : null;
}

/**
 * The first other connection that shows the sender and is `usable`: those behind the connection
 * named `present`, then those before it. Null: there is none.
 */
export function otherConnectionFor(
  route: Route,
  sender: string,
  present: string,
  usable: (connection: string) => boolean,
): RoutedConnection | null {
  const at = route.connections.findIndex((connection) => connection.name === present);
  const inTurn = [
    ...route.connections.slice(at + 1),
    ...route.connections.slice(0, Math.max(0, at)),
  ];
  return (
    inTurn.find((connection) => usable(connection.name) && senderFor(connection, sender).ok) ?? null
  );
}

const everySender: SenderRule = { allowed: null, numericFallback: null };

export function compileSenders(entry: SenderEntry | undefined): SenderRule {
  if (entry === undefined) return everySender;
  const allowed =
    entry.allowed === null
      ? null
      : new Map(entry.allowed.map((sender) => [sender.toUpperCase(), sender]));
  return { allowed, numericFallback: entry.numericFallback };
}
