// How do events reach an open page? As server-sent events over one long answer, with a sign of life now and then; it ends with the right to
// it: at once where the change came to this node, else within a beat.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LiveSession } from '../../domain/people/index.ts';

const beatMs = 20_000;
/** A page that reads nothing any more. */
const unsentMaxBytes = 65_536;
const perNodeMax = 2_000;
/** Tabs of one browser share a session. */
const perSessionMax = 10;

/** `account` null: an operator's. */
interface Stream {
  session: bigint;
  person: number;
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
      return open.size < perNodeMax && [...open].filter((stream) => stream.session === session).length < perSessionMax;
    },
    /** Somebody has changed something: do those whom it can concern still have the right to what they hear? */
    recheck({ person, membership }: LiveSession): void {
      const account = membership?.accountId ?? null;
      for (const stream of open) if (stream.person === person.id || (account !== null && stream.account === account)) stream.check();
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
    live,
    follow,
    stillAllowed,
  }: { live: LiveSession; follow(tell: (event: { kind: string }) => void): () => void; stillAllowed(): Promise<boolean> },
): FastifyReply {
  const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, headers as Record<string, string>);
  const write = (text: string) => {
    if (raw.writableLength > unsentMaxBytes) end();
    else raw.write(text);
  };
  const check = (): void => void stillAllowed().then((allowed) => !allowed && end(), end);
  const beat = setInterval(() => {
    write(': here\n\n');
    check();
  }, beatMs);
  const stream: Stream = { session: live.id, person: live.person.id, account: live.membership?.accountId ?? null, end, check };
  const unfollow = follow((event) => write(`event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`));
  function end(): void {
    clearInterval(beat);
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
