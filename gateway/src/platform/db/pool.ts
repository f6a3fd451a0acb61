// A pool of connections for single statements. Nobody waits long for a free one, and when one
// connection has gone silent the idle ones are thrown away with it: what silenced it silenced them.

import type { OpenConnection } from './connection.ts';
import { NoAnswer } from './database-away.ts';
import { keepIdle } from './idle-connections.ts';
import { startDeadline } from '../system/deadline.ts';

export interface Pool {
  /**
   * Runs `work` on a connection that nobody else uses meanwhile. Throws NoAnswer when none is free
   * in time.
   */
  use<Result>(work: (connection: OpenConnection) => Promise<Result>): Promise<Result>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

/** Told of a connection that became free, or, by null, of a place for a new one. */
type Waiting = (connection: OpenConnection | null) => void;

const connectionsMax = 8;
/** For a free connection (F60). */
const waitMaxMs = 2_000;

/**
 * `open` makes a connection. Nothing connects before the first use. `patience`: how many times
 * longer than usual a free one is waited for.
 */
export function createPool(open: () => Promise<OpenConnection>, patience = 1): Pool {
  const waiting: Waiting[] = [];
  let places = connectionsMax;
  let closed: PromiseWithResolvers<void> | null = null;
  const freePlace = (): void => {
    const next = waiting.shift();
    if (next !== undefined) return next(null);
    places++;
    if (places === connectionsMax) closed?.resolve();
  };
  const idle = keepIdle(freePlace);
  const take = async (): Promise<OpenConnection> => {
    const free = idle.take();
    if (free !== null) return free;
    if (places > 0) places--;
    else {
      const given = await inLine(waiting, waitMaxMs * patience);
      if (given !== null) return given;
    }
    return open().catch((error: unknown) => {
      freePlace();
      throw error;
    });
  };
  const giveBack = (connection: OpenConnection): void => {
    if (connection.broken) return freePlace();
    const next = waiting.shift();
    if (next !== undefined) return next(connection);
    idle.put(connection);
    if (closed !== null) idle.close();
  };
  return {
    async use(work) {
      if (closed !== null) throw new Error('the database was closed');
      const connection = await take();
      try {
        return await work(connection);
      } catch (error) {
        if (error instanceof NoAnswer) idle.drop();
        throw error;
      } finally {
        giveBack(connection);
      }
    },
    close() {
      closed ??= Promise.withResolvers<void>();
      idle.close();
      if (places === connectionsMax) closed.resolve();
      return closed.promise;
    },
  };
}

function inLine(waiting: Waiting[], maxMs: number): Promise<OpenConnection | null> {
  return new Promise((resolve, reject) => {
    const next: Waiting = (given) => {
      deadline.stop();
      resolve(given);
    };
    const deadline = startDeadline(maxMs, () => {
      waiting.splice(waiting.indexOf(next), 1);
      reject(new NoAnswer(`no connection was free within ${maxMs} ms`));
    });
    waiting.push(next);
  });
}
