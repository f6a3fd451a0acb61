// Runs the plain statements of tests on a connection that is kept between them: to open one takes
// longer than nearly all of them.

import pg from 'pg';
import { streamOf } from '../../../platform/db/client-stream.ts';
import { runSql } from './cluster.ts';

export interface KeptConnection {
  /** Runs any number of plain statements, as a superuser. What they set is over with them. */
  run(text: string): Promise<void>;
  end(): Promise<void>;
}

/** Opened by the first statement; this process does not stay alive for it. */
export function keepConnection(url: string): KeptConnection {
  let kept: pg.Client | null = null;
  let busy = false;

  const end = async (): Promise<void> => {
    const client = kept;
    kept = null;
    if (client === null) return;
    // Its end is waited for.
    streamOf(client).ref();
    await client.end().catch(() => {});
  };
  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url });
    // The server or a test has ended it: the next statement has another one.
    client.on('error', () => {
      if (kept === client) kept = null;
    });
    await client.connect();
    return client;
  };
  const runKept = async (text: string): Promise<void> => {
    const wasKept = kept !== null;
    kept ??= await open();
    const stream = streamOf(kept).ref();
    try {
      await kept.query(text);
      await kept.query('discard all');
      stream.unref();
    } catch (error) {
      await end();
      if (!wasKept || !wasEnded(error)) throw error;
      await runSql(url, text);
    }
  };
  return {
    async run(text) {
      // One that waits for another one's lock must not wait for its connection.
      if (busy) return runSql(url, text);
      busy = true;
      try {
        await runKept(text);
      } finally {
        busy = false;
      }
    },
    end,
  };
}

/** Whether the connection had ended before the statement, which was then not run. */
const wasEnded = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ? error.code === '57P01' : true;
