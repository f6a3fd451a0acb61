// Sends server-sent events over one long answer, with beats that keep proxies from cutting it.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { environment } from '../environment.ts';

export interface EventStream {
  /** Sends one event. A client that reconnects names the last `id`. `data` is one line. */
  send(event: { id?: string; kind: string; data: string }): void;
  /** Bytes that the client has not taken yet. */
  readonly unsentBytes: number;
  /** Whether the client has taken no byte since the last beat although some wait for it. */
  readonly isStuck: boolean;
  /** Resolves when the client has taken enough to be sent more, or has gone. */
  drained(): Promise<void>;
  end(): void;
}

export interface StreamTerms {
  beatMs: number;
  /** Called at each beat. */
  onBeat(): void;
  /** Called once, when either side has ended the stream. */
  onEnd(): void;
}

/**
 * Functions that end all streams of a kind. A node that stops calls them: it would otherwise wait
 * for the streams, which have no end of their own.
 */
export type StreamEnds = (() => void)[];

/** Clients reconnect after this time. */
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
  /** Whether bytes have waited ever since the last beat. */
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
    // Bytes that the client does not take would keep the connection until TCP gives up.
    if (raw.writableNeedDrain) raw.destroy();
    else raw.end();
    onEnd();
  }
  request.raw.on('close', end);
  // A client that ends its half waits for the end of the answer. A stream has none, and most such
  // clients have gone.
  socket.on('end', end);
  // No event tells of a client that has gone before the listeners were added.
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
