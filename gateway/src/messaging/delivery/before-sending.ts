// Decides whether a leased message may be sent now, over this carrier connection and under its
// sender. Hours may pass between acceptance and sending: the routing document may have changed,
// the recipient's quiet hours may have begun, or the recipient may have opted out.

import { endOfQuiet } from '../applications/index.ts';
import {
  connectionFor,
  otherConnectionFor,
  senderFor,
  type Route,
  type Routing,
} from '../routing/index.ts';
import type { BatchText } from './batch-texts.ts';
import type { LeasedMessage } from './lease.ts';
import { isCertainlyUnsent, routeOf } from './record.ts';
import { resendAfter, type ConnectionTraits, type MessageOutcome } from './message-outcome.ts';

/** Whether a connection has a bound session on any node. */
export type IsUp = (connection: string) => boolean;

export interface Circumstances {
  routing: Routing;
  /** On the database's clock. */
  nowMs: number;
  isUp: IsUp;
}

/**
 * What becomes of it instead; null: it is sent. What has perhaps begun to arrive goes on where it
 * began, if its sender is still allowed there.
 */
export function hindranceOf(
  message: LeasedMessage,
  batch: BatchText,
  { routing, nowMs, isUp }: Circumstances,
  traits: ConnectionTraits,
): MessageOutcome | null {
  if (message.optedOut) return { to: 'REJECTED', reason: 'opted_out' };
  const route = routeOf(message, routing);
  const present = route?.connections.find(({ name }) => name === message.connection);
  const isSenderAllowed = present !== undefined && senderFor(present, batch.sender).ok;
  const isAgain = message.reason === 'sent_again';
  // Its rule has changed while it waited.
  if (isAgain && resendAfter(traits, route, Infinity) === null)
    return { to: 'UNKNOWN', reason: 'answer_timeout' };
  const isBegun = message.partIds.some((id) => id !== null);
  if (!isCertainlyUnsent(message)) {
    if (present !== undefined && !isSenderAllowed) return { to: 'REJECTED', reason: 'bad_sender' };
    if (isBegun || !isAgain || route === null) return null;
  } else {
    if (route === null) return { to: 'REJECTED', reason: 'no_route' };
    if (!isSenderAllowed) return elsewhere(message, route, batch.sender, isUp);
  }
  const quietUntil = batch.quiet === null ? null : endOfQuiet(nowMs, batch.quiet, route.timeZone);
  return quietUntil === null
    ? null
    : {
        to: 'ACCEPTED',
        connection: message.connection,
        dueAt: new Date(quietUntil),
        reason: message.reason,
      };
}

/** Over to a connection that shows the sender: one that is up, else the first of the route. */
function elsewhere(
  { connection, dueAt, reason }: LeasedMessage,
  route: Route,
  sender: string,
  isUp: IsUp,
): MessageOutcome {
  const up = otherConnectionFor(route, sender, connection, isUp);
  const first = up === null ? connectionFor(route, sender) : null;
  const to = up?.name ?? (first?.ok === true ? first.connection.name : null);
  return to === null
    ? { to: 'REJECTED', reason: 'bad_sender', neverLeft: true }
    : { to: 'ACCEPTED', connection: to, dueAt, reason };
}
