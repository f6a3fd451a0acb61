// The connections of a pool that nobody uses at the moment. They are closed after a while.

import type { OpenConnection } from './connection.ts';
import { environment, type Timer } from '../environment.ts';

export interface IdleConnections {
  put(connection: OpenConnection): void;
  /**
   * Takes, of those that still work, the one that came first: so a quiet node's statements meet a
   * connection that knows their plans.
   */
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
  const places = new WeakMap<OpenConnection, number>();
  let came = 0;
  const placeOf = (connection: OpenConnection): number => {
    const place = places.get(connection) ?? came++;
    places.set(connection, place);
    return place;
  };
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
      placeOf(connection);
    },
    take() {
      let first: OpenConnection | null = null;
      for (const connection of idle.keys())
        if (connection.broken) drop(connection);
        else if (first === null || placeOf(connection) < placeOf(first)) first = connection;
      if (first !== null) remove(first);
      return first;
    },
    drop: () => [...idle.keys()].forEach(drop),
    close: () => [...idle.keys()].forEach(close),
  };
}
