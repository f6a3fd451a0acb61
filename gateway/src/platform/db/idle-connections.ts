// The connections of a pool that nobody uses at the moment. They are closed after a while.

import type { OpenConnection } from './connection.ts';
import { environment, type Timer } from '../environment.ts';

export interface IdleConnections {
  put(connection: OpenConnection): void;
  /** The one that was put last and still works. */
  take(): OpenConnection | null;
  /** Throws them away. */
  drop(): void;
  /** Closes them in order. */
  close(): void;
}

const idleMaxMs = 30_000;

/** `onGone` is called once for each connection that is no more. */
export function keepIdle(onGone: () => void): IdleConnections {
  const idle = new Map<OpenConnection, Timer>();
  const remove = (connection: OpenConnection): void => {
    environment.stopTimer(idle.get(connection));
    idle.delete(connection);
  };
  const close = (connection: OpenConnection): void => {
    remove(connection);
    connection.close().then(onGone, onGone);
  };
  const drop = (connection: OpenConnection): void => {
    remove(connection);
    connection.drop();
    onGone();
  };
  return {
    put(connection) {
      const timer = environment.startTimer(() => close(connection), idleMaxMs);
      idle.set(connection, timer.unref());
    },
    take() {
      for (const connection of [...idle.keys()].reverse()) {
        if (connection.broken) drop(connection);
        else {
          remove(connection);
          return connection;
        }
      }
      return null;
    },
    drop: () => [...idle.keys()].forEach(drop),
    close: () => [...idle.keys()].forEach(close),
  };
}
