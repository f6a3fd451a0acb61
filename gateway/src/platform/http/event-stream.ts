// Sends server-sent events over one long answer, with beats that keep proxies from cutting it.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { environment } from '../environment.ts';

export interface EventStream {
  /** One event: `id` is what a client that comes back names, `data` is one line. */
  send(event: { id?: string; kind: string; data: string }): void;
  /** Bytes that the client has not taken yet. */
  readonly unsentBytes: number;
  /** The client has taken nothing since the last beat, although something waits for it. */
  readonly isStuck: boolean;
  /** Resolves when the client has taken enough to be sent more, or has gone. */
  drained(): Promise<void>;
  end(): void;
}

export interface StreamTerms {
  beatMs: number;
  /** At each beat. */
  onBeat(): void;
  /** Once, whoever ended it. */
  onEnd(): void;
}

/**
 * Functions that end all streams of a kind: they outlive their requests, so that a node which stops
 * would wait for them.
 */
export type StreamEnds = (() => void)[];

/** Clients come back after this long. */
const retryMs = 3_000;

export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { beatMs, onBeat, onEnd }: StreamTerms,
): EventStream {
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  };
  reply.hijack();
  const { raw } = reply;
  const { socket } = request.raw;
  raw.writeHead(200, headers as Record<string, string>);
  let isOpen = true;
  /** Since the last beat. */
  let hasWaited = raw.writableNeedDrain;
  raw.on('drain', () => void (hasWaited = false));
  const beat = environment.startTicker(() => {
    onBeat();
    if (!isOpen) return;
    hasWaited = raw.writableNeedDrain;
    if (!hasWaited) raw.write(': here\n\n');
  }, beatMs);
  function end(): void {
    if (!isOpen) return;
    isOpen = false;
    environment.stopTimer(beat);
    socket.off('end', end);
    // What its reader does not take would keep the connection for as long as TCP has patience.
    if (raw.writableNeedDrain) raw.destroy();
    else raw.end();
    onEnd();
  }
  request.raw.on('close', end);
  // Who says no more waits for the end of an answer; this one has none, and most have gone.
  socket.on('end', end);
  // Who has gone meanwhile is told of by no event any more.
  if (socket.destroyed || socket.readableEnded) environment.nextTurn(end);
  raw.write(`retry: ${retryMs}\n\n`);
  return {
    send({ id, kind, data }) {
      if (!isOpen) return;
      raw.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${kind}\ndata: ${data}\n\n`);
    },
    get unsentBytes() {
      return raw.writableLength;
    },
    get isStuck() {
      return hasWaited && raw.writableNeedDrain;
    },
    drained: () =>
      raw.writableNeedDrain && isOpen
        ? new Promise((resolve) => {
            const done = (): void => {
              raw.off('drain', done).off('close', done);
              resolve();
            };
            raw.on('drain', done).on('close', done);
          })
        : Promise.resolve(),
    end,
  };
}
