// Sends server-sent events over one long answer, with beats that keep proxies from cutting it.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { environment } from '../environment.ts';

export interface EventStream {
  /** One event: `id` is what a client that comes back names, `data` is one line. */
  send(event: { id?: string; kind: string; data: string }): void;
  /** Bytes that the client has not taken yet. */
  readonly unsentBytes: number;
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
  raw.writeHead(200, headers as Record<string, string>);
  const beat = environment.startTicker(() => {
    raw.write(': here\n\n');
    onBeat();
  }, beatMs);
  let isOpen = true;
  function end(): void {
    if (!isOpen) return;
    isOpen = false;
    environment.stopTimer(beat);
    raw.end();
    onEnd();
  }
  request.raw.on('close', end);
  raw.write(`retry: ${retryMs}\n\n`);
  return {
    send({ id, kind, data }) {
      raw.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${kind}\ndata: ${data}\n\n`);
    },
    get unsentBytes() {
      return raw.writableLength;
    },
    drained: () =>
      raw.writableNeedDrain && isOpen
        ? new Promise((resolve) => {
            raw.once('drain', resolve);
            raw.once('close', resolve);
          })
        : Promise.resolve(),
    end,
  };
}
