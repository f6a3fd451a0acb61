// Writes a large body to disk as it comes, so that only complete ones take memory.

import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { environment } from '../../environment.ts';
import { startDeadline } from '../../system/deadline.ts';

export interface SpoolOptions {
  directory: string;
  maxBytes: number;
  /** Sees all of the body in its order. */
  see?: (chunk: Buffer) => void;
  /** The rest of the body must have come by then. */
  timeoutMs?: number;
}

export type Spooled<T> = { ok: true; value: T } | { ok: false; reason: SpoolFault };
export type SpoolFault = 'tooLarge' | 'tooSlow' | 'aborted';

/**
 * Spools `head` and the rest of the body and runs `use`, whose `read` loads it into memory. The
 * file is removed afterwards in any case.
 */
export async function spool<T>(
  request: IncomingMessage,
  head: Buffer,
  { directory, maxBytes, see, timeoutMs }: SpoolOptions,
  use: (read: () => Promise<Buffer>) => Promise<T>,
): Promise<Spooled<T>> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, environment.uuid());
  const slow = new AbortController();
  const deadline = timeoutMs === undefined ? null : startDeadline(timeoutMs, () => slow.abort());
  let size = 0;
  const counted = async function* () {
    for await (const chunk of bodyOf(request, head, slow.signal)) {
      size += chunk.length;
      if (size > maxBytes) return;
      see?.(chunk);
      yield chunk;
    }
  };
  try {
    try {
      await pipeline(Readable.from(counted()), createWriteStream(file, { mode: 0o600 }));
    } catch {
      return { ok: false, reason: slow.signal.aborted ? 'tooSlow' : 'aborted' };
    } finally {
      deadline?.stop();
    }
    if (size > maxBytes) return { ok: false, reason: 'tooLarge' };
    return { ok: true, value: await use(() => readFile(file)) };
  } finally {
    await rm(file, { force: true });
  }
}

/** The connection stays open when the reading ends early: the answer goes out on it. */
async function* bodyOf(
  request: IncomingMessage,
  head: Buffer,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  yield head;
  const rest = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  const stopped = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('too slow')), { once: true });
  });
  stopped.catch(() => undefined);
  try {
    for (;;) {
      const next = await Promise.race([rest.next(), stopped]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not awaited: it waits for what is still being read.
    rest.return?.().catch(() => undefined);
  }
}
