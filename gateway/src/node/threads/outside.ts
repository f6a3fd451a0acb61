// Leads provider calls and posts of callbacks through the threads of this node, where it has more
// than one.

import { noteNodeWarning } from '../../platform/health/index.ts';
import type { Thread, Threads } from '../../platform/threads/threads.ts';
import { startThreads } from '../../platform/threads/threads.ts';
import {
  countIn,
  createPlaces,
  forgetCount,
  type Count,
} from '../../platform/threads/shared-count.ts';
import { createSenders } from '../../platform/threads/senders.ts';
import { openOutside, type Outside, type PathCaches } from '../money-path.ts';
import { keysOf } from '../installation.ts';
import type { GatewayOptions } from '../options.ts';
import { servicesChannel } from './edge-protocol.ts';
import { writeThreadData } from './thread-data.ts';

const entry = new URL('./worker.ts', import.meta.url);

export interface ThreadedOutside extends Outside {
  /** Null: this node has one thread. */
  threads: Threads | null;
  /** How many there are in all threads; undefined with one. */
  unknownCallers: Count | undefined;
}

export async function openOutsideThreads(
  options: GatewayOptions,
  caches: PathCaches,
  publicUrl: string,
): Promise<ThreadedOutside> {
  const { config, database, databaseUrl, log, services } = options;
  const here = openOutside(options, caches, publicUrl);
  const count = config.threads - 1;
  if (count === 0) return { ...here, threads: null, unknownCallers: undefined };
  const { receivers } = here;
  // Where there was no key, the start has written one: threads need not read it, all at once.
  const own = { ...config, secretKey: keysOf(config).current };
  const unknownPlaces = createPlaces(count);
  const senders = createSenders({ call: here.call, post: receivers.post });
  const threads = await startThreads({
    entry,
    count,
    data: (number) =>
      writeThreadData({
        ...{ number, config: own, publicUrl, databaseUrl, unknownPlaces },
        peopleSeen: options.people.seen,
        services: services.all(),
      }),
    onStart: senders.bind,
    onReady: senders.add,
    onEnd(thread) {
      senders.remove(thread);
      forgetCount(unknownPlaces, thread.number);
    },
    onFailure({ number }) {
      noteNodeWarning(database, config.nodeId, 'threadEnded', String(number)).catch(
        (error: unknown) => log.warn({ reason: String(error) }, 'ended thread not recorded'),
      );
    },
    log,
  });
  const tell = ({ link }: Thread): void => link.send(servicesChannel, services.all());
  threads.follow({ ready: tell, ended: () => {} });
  let told = services.all();
  return {
    connectors: here.connectors,
    call: senders.call,
    receivers: {
      ...receivers,
      post(request) {
        // Each thread has a guard of its own; that of this one judges the addresses that developers enter.
        void receivers.learnOwnAddresses?.();
        if (told !== services.all()) threads.ready.forEach(tell);
        told = services.all();
        return senders.post(request);
      },
    },
    threads,
    unknownCallers: countIn(unknownPlaces, 0),
    async close() {
      senders.close();
      await threads.close();
      await here.close();
    },
  };
}
