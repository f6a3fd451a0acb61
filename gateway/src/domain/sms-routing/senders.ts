// Which sender does a link show for the one that was asked for? It itself, a number in its place, or none: then the link is not for it.

import type { SenderEntry } from './document.ts';
import type { RoutedLink, Route, SenderRule } from './routing.ts';

export type SenderChoice =
  | { ok: true; sender: string; /** True when `sender` is not the one that was asked for. */ replaced: boolean }
  | { ok: false; refusal: 'sender_not_allowed' };

export type LinkChoice = { ok: true; link: RoutedLink; sender: string; replaced: boolean } | { ok: false; refusal: 'sender_not_allowed' };

const notAllowed = { ok: false, refusal: 'sender_not_allowed' } as const;

/** Upper and lower case count as equal; what is shown is the registered spelling. */
export function senderFor({ senders: { allowed, numericFallback } }: Pick<RoutedLink, 'senders'>, sender: string): SenderChoice {
  if (allowed === null) return { ok: true, sender, replaced: false };
  const registered = allowed.get(sender.toUpperCase());
  if (registered !== undefined) return { ok: true, sender: registered, replaced: false };
  return numericFallback === null ? notAllowed : { ok: true, sender: numericFallback, replaced: true };
}

/** The first link of the route that shows the sender or a replacement; with `after` the first one behind the link of that name. */
export function linkFor(route: Route, sender: string, after?: string): LinkChoice | null {
  const from = after === undefined ? 0 : route.links.findIndex((link) => link.name === after) + 1;
  for (let at = from; at < route.links.length; at += 1) {
    const link = route.links[at]!;
    const choice = senderFor(link, sender);
    if (choice.ok) return { ok: true, link, sender: choice.sender, replaced: choice.replaced };
  }
  return after === undefined ? notAllowed : null;
}

/** The first other link that shows the sender and is `usable`: those behind the link named `present`, then those before it. Null: there is none. */
export function otherLinkFor(route: Route, sender: string, present: string, usable: (link: string) => boolean): RoutedLink | null {
  const at = route.links.findIndex((link) => link.name === present);
  const inTurn = [...route.links.slice(at + 1), ...route.links.slice(0, Math.max(0, at))];
  return inTurn.find((link) => usable(link.name) && senderFor(link, sender).ok) ?? null;
}

const everySender: SenderRule = { allowed: null, numericFallback: null };

export function compileSenders(entry: SenderEntry | undefined): SenderRule {
  if (entry === undefined) return everySender;
  const allowed = entry.allowed === null ? null : new Map(entry.allowed.map((sender) => [sender.toUpperCase(), sender]));
  return { allowed, numericFallback: entry.numericFallback };
}
