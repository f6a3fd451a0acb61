// Delivers events to an open page. Its stream ends when the right to it ends: at once where the
// change came to this node, else within one beat.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LiveSession } from './caller.ts';
import { openEventStream } from '../event-stream.ts';

const beatMs = 20_000;
/** A page that reads nothing any more. */
const unsentMaxBytes = 65_536;
const perNodeMax = 2_000;
/** Tabs of one browser share a session. */
const perSessionMax = 10;

/** `account` null: an operator's. */
interface Stream {
  session: bigint;
  user: number;
  account: number | null;
  end(): void;
  check(): void;
}

export type EventStreams = ReturnType<typeof createEventStreams>;

export function createEventStreams() {
  const open = new Set<Stream>();
  let closes = false;
  return {
    open,
    /** The node stops: what opens now ends at once. */
    get closes() {
      return closes;
    },
    /** False when the node or the session has as many as it may. */
    hasRoom(session: bigint): boolean {
      return (
        open.size < perNodeMax &&
        [...open].filter((stream) => stream.session === session).length < perSessionMax
      );
    },
    /**
     * Somebody has changed something: do those whom it can concern still have the right to what
     * they hear?
     */
    recheck({ user, membership }: LiveSession): void {
      const account = membership?.accountId ?? null;
      for (const stream of open)
        if (stream.user === user.id || (account !== null && stream.account === account))
          stream.check();
    },
    endAll(): void {
      closes = true;
      for (const stream of open) stream.end();
    },
  };
}

/** `stillAllowed`: asked each beat. The streams must have room. */
export function openPageEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  { open, closes }: EventStreams,
  {
    session,
    follow,
    stillAllowed,
  }: {
    session: LiveSession;
    follow(notify: (event: { kind: string }) => void): () => void;
    stillAllowed(): Promise<boolean>;
  },
): FastifyReply {
  let unfollow = () => {};
  const events = openEventStream(request, reply, {
    beatMs,
    onBeat: check,
    onEnd() {
      unfollow();
      open.delete(stream);
    },
  });
  const { end } = events;
  function check(): void {
    if (events.unsentBytes > unsentMaxBytes) end();
    else void stillAllowed().then((allowed) => !allowed && end(), end);
  }
  const stream: Stream = {
    session: session.id,
    user: session.user.id,
    account: session.membership?.accountId ?? null,
    end,
    check,
  };
  open.add(stream);
  unfollow = follow((event) => {
    if (events.unsentBytes > unsentMaxBytes) end();
    else events.send({ kind: event.kind, data: JSON.stringify(event) });
  });
  if (closes) end();
  return reply;
}
