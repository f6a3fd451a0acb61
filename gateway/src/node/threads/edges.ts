// Lets the threads of a node take its requests, all on the node's own port, while the main thread
// listens on a socket of its own for what they hand to it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { createAsk } from '../../platform/threads/ask.ts';
import type { Thread, Threads } from '../../platform/threads/threads.ts';
import type { NodeLease } from '../leases.ts';
import { endChannel, leavingChannel, serveChannel, type ServeQuestion } from './edge-protocol.ts';
import { serveEdge, type OwnerDeps } from './owner.ts';

export interface Edges {
  /** They tell callers to connect elsewhere next time. */
  leave(): void;
  /** Resolves when all have answered what they had begun. */
  close(): Promise<void>;
}

/** A directory that only this user may enter, for the main thread's socket. */
export const makeSocketPlace = async (): Promise<{ path: string; remove(): Promise<void> }> => {
  const directory = await mkdtemp(join(tmpdir(), 'jokko-'));
  return {
    path: join(directory, 'main'),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
};

/** Resolves when all listen. */
export async function openEdges(
  threads: Threads,
  deps: OwnerDeps & { lease: Pick<NodeLease, 'incarnation'>; log: Log; socketPath: string },
): Promise<Edges> {
  const question: ServeQuestion = {
    socketPath: deps.socketPath,
    incarnation: deps.lease.incarnation,
  };
  /** What ends what a thread has under way here, and what resolves once it has ended. */
  const edges = new Map<Thread, { giveUp: () => void; ended: PromiseWithResolvers<void> }>();
  const starting: Promise<unknown>[] = [];
  let closing = false;
  const serve = (thread: Thread): Promise<unknown> => {
    edges.set(thread, {
      giveUp: serveEdge(deps, thread.link),
      ended: Promise.withResolvers<void>(),
    });
    return createAsk(thread.link, serveChannel)(question);
  };
  threads.follow({
    ready(thread) {
      if (closing) return;
      const served = serve(thread);
      starting.push(served);
      served.catch((error: unknown) => {
        deps.log.error({ thread: thread.number, reason: String(error) }, 'a thread cannot serve');
        thread.end();
      });
    },
    ended(thread) {
      edges.get(thread)?.giveUp();
      edges.get(thread)?.ended.resolve();
      edges.delete(thread);
    },
  });
  await Promise.all(starting);
  return {
    leave() {
      for (const { link } of edges.keys()) link.send(leavingChannel, true);
    },
    async close() {
      closing = true;
      await Promise.all(
        [...edges].map(([{ link }, { ended }]) =>
          Promise.race([createAsk(link, endChannel)(null), ended.promise]),
        ),
      );
    },
  };
}
