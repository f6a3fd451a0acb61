// Delivers events to an open page as server-sent events over one long answer, with periodic
// keep-alives. The stream ends when the right to it ends: at once where the change came to this
// node, else within one keep-alive interval.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LiveSession } from './caller.ts';
import { environment } from '../../environment.ts';

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
  return {
    open,
    /** False when the node or the session has as many as it may. */
    hasRoom(session: bigint): boolean {
      return (
        open.size < perNodeMax &&
        [...open].filter((stream) => stream.session === session).length < perSessionMax
      );
    },
    /** Somebody has changed something: do those whom it can concern still have the right to what they hear? */
    recheck({ user, membership }: LiveSession): void {
      const account = membership?.accountId ?? null;
      for (const stream of open)
        if (stream.user === user.id || (account !== null && stream.account === account))
          stream.check();
    },
    endAll(): void {
      for (const stream of open) stream.end();
    },
  };
}

/** `stillAllowed`: asked each beat. The streams must have room. */
export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { open }: EventStreams,
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
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  };
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, headers as Record<string, string>);
  const write = (text: string) => {
    if (raw.writableLength > unsentMaxBytes) end();
    else raw.write(text);
  };
  const check = (): void => void stillAllowed().then((allowed) => !allowed && end(), end);
  const beat = environment.startTicker(() => {
    write(': here\n\n');
    check();
  }, beatMs);
  const stream: Stream = {
    session: session.id,
    user: session.user.id,
    account: session.membership?.accountId ?? null,
    end,
    check,
  };
  const unfollow = follow((event) =>
    write(`event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`),
  );
  function end(): void {
    environment.stopTimer(beat);
    unfollow();
    open.delete(stream);
    raw.end();
  }
  open.add(stream);
  request.raw.on('close', end);
  // Browsers come back after this long.
  write('retry: 3000\n\n');
  return reply;
}
