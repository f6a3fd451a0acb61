// The socket of a connection to PostgreSQL, which the driver keeps to itself: it is destroyed where
// nobody waits for the server's good-bye.

import type { Socket } from 'node:net';
import type pg from 'pg';

export const streamOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
