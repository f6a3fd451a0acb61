// How do events reach an open page? As server-sent events over one long answer, with a sign of life now and then; it ends with the session.

import type { FastifyReply, FastifyRequest } from 'fastify';

const beatMs = 20_000;
/** Each beat so many times asks whether the session still may. */
const beatsPerCheck = 3;
/** A page that reads nothing any more. */
const unsentMaxBytes = 65_536;
const perNodeMax = 2_000;

export interface EventStreams {
  readonly open: Set<() => void>;
}

export function createEventStreams(): EventStreams & { endAll(): void } {
  const open = new Set<() => void>();
  return {
    open,
    endAll() {
      for (const end of open) end();
    },
  };
}

export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  streams: EventStreams,
  { follow, stillAllowed }: { follow(tell: (event: { kind: string }) => void): () => void; stillAllowed(): Promise<boolean> },
): FastifyReply {
  if (streams.open.size >= perNodeMax) return reply.code(503).header('retry-after', '30').send();
  const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, headers as Record<string, string>);
  const write = (text: string) => {
    if (raw.writableLength > unsentMaxBytes) end();
    else raw.write(text);
  };
  let beats = 0;
  const beat = setInterval(() => {
    write(': here\n\n');
    if (++beats % beatsPerCheck === 0) stillAllowed().then((allowed) => !allowed && end(), end);
  }, beatMs);
  const unfollow = follow((event) => write(`event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`));
  function end(): void {
    clearInterval(beat);
    unfollow();
    streams.open.delete(end);
    raw.end();
  }
  streams.open.add(end);
  request.raw.on('close', end);
  // Browsers come back after this long.
  write('retry: 3000\n\n');
  return reply;
}
