// May a claimed message leave now, over this link and under its sender? Hours pass between acceptance and sending: the routing document may have
// changed meanwhile, the recipient's night may have begun, or the recipient may want nothing any more.

import { endOfQuiet } from '../sms/index.ts';
import { linkFor, otherLinkFor, senderFor, type Route, type Routing } from '../sms-routing/index.ts';
import type { BatchText } from './batch-texts.ts';
import type { ClaimedMessage } from './claim.ts';
import { isCertainlyUnsent, routeOf } from './record.ts';
import type { Verdict } from './verdict.ts';

/** Whether a link has a bound session on any node. */
export type IsUp = (link: string) => boolean;

export interface Circumstances {
  routing: Routing;
  /** On the database's clock. */
  nowMs: number;
  isUp: IsUp;
}

/** What becomes of it instead; null: it is sent. What has perhaps begun to arrive goes on where it began, if its sender is still allowed there. */
export function hindranceOf(message: ClaimedMessage, batch: BatchText, { routing, nowMs, isUp }: Circumstances): Verdict | null {
  if (message.optedOut) return { to: 'REJECTED', reason: 'opted_out' };
  const route = routeOf(message, routing);
  const present = route?.links.find(({ name }) => name === message.link);
  const isSenderAllowed = present !== undefined && senderFor(present, batch.sender).ok;
  if (!isCertainlyUnsent(message)) {
    if (present === undefined || isSenderAllowed) return null;
    return { to: message.reason === 'sent_again' ? 'UNKNOWN' : 'REJECTED', reason: 'bad_sender' };
  }
  if (route === null) return { to: 'REJECTED', reason: 'no_route' };
  if (!isSenderAllowed) return elsewhere(message, route, batch.sender, isUp);
  const quietUntil = batch.quiet === null ? null : endOfQuiet(nowMs, batch.quiet, route.timeZone);
  return quietUntil === null ? null : { to: 'ACCEPTED', link: message.link, dueAt: new Date(quietUntil), reason: message.reason };
}

/** Over to a link that shows the sender: one that is up, else the first of the route. */
function elsewhere({ link, dueAt, reason }: ClaimedMessage, route: Route, sender: string, isUp: IsUp): Verdict {
  const up = otherLinkFor(route, sender, link, isUp);
  const first = up === null ? linkFor(route, sender) : null;
  const to = up?.name ?? (first?.ok === true ? first.link.name : null);
  return to === null ? { to: 'REJECTED', reason: 'bad_sender', neverLeft: true } : { to: 'ACCEPTED', link: to, dueAt, reason };
}
