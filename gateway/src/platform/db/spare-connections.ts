// Connections of transactions that have ended well wait here for the next one: a connection of its
// own for each would cost more than most transactions (a process there, a password check of some
// thousand rounds here).

import type { OpenConnection } from './connection.ts';
import { keepIdle } from './idle-connections.ts';

export interface SpareConnections {
  /** One that waits, else a new one. */
  take(): Promise<OpenConnection>;
  /** Outside a transaction, and with nothing of its session changed. */
  put(connection: OpenConnection): void;
  /** Throws those away that wait: one has gone silent, and what silenced it silenced them. */
  drop(): void;
  /** Resolves when none is left; what is put afterwards is closed at once. */
  close(): Promise<void>;
}

/** The background tasks of an idle node need one or two at a time; more is a rush that ends. */
const sparesMax = 4;

export function keepSpares(open: () => Promise<OpenConnection>): SpareConnections {
  let closed: PromiseWithResolvers<void> | null = null;
  /** Those that wait, and those that waited and are being closed. */
  let living = 0;
  const idle = keepIdle(() => {
    living--;
    if (living === 0) closed?.resolve();
  });
  return {
    async take() {
      const spare = idle.take();
      if (spare === null) return open();
      living--;
      return spare;
    },
    put(connection) {
      if (closed !== null || living >= sparesMax) {
        connection.close().catch(() => {});
        return;
      }
      living++;
      idle.put(connection);
    },
    drop: () => idle.drop(),
    close() {
      closed ??= Promise.withResolvers<void>();
      idle.close();
      if (living === 0) closed.resolve();
      return closed.promise;
    },
  };
}
