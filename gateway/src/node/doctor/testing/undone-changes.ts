// Lets tests change a database and undo it: each change is made in a transaction that is rolled
// back, after somebody who opens a transaction of his own has read it. To copy the database for
// each change takes longer than to read it.

import type pg from 'pg';
import { connectClient } from '../../../platform/db/connect.ts';
import type { Connection, Database, Statement } from '../../../platform/db/database.ts';

export interface UndoneChanges {
  /**
   * Runs `sql`, any number of statements as a superuser, has `read` read what came of it, and
   * undoes it.
   */
  after<Result>(sql: string, read: (database: Database) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** What a reader may do here as in a transaction of its own: nothing but read. */
const beginReading = 'savepoint reader_begins; set transaction read only';

export async function openUndoneChanges(url: string): Promise<UndoneChanges> {
  const client = await connectClient(url, { purpose: 'report' });
  const resetSequences = await readSequences(client);
  const query = async <Row>({ name, text }: Statement, values: readonly unknown[] = []) => {
    // The change's transaction goes on when the reader's ends.
    if (/^(commit|rollback)$/.test(text)) return [];
    if (text.startsWith('begin')) {
      await client.query(beginReading);
      return [];
    }
    return (await client.query({ name, text, values: [...values] })).rows as Row[];
  };
  const connection: Connection = {
    home: undefined,
    broken: false,
    query,
    close: () => Promise.resolve(),
    giveBack: () => Promise.resolve(),
    drop: () => {},
  };
  const database: Database = {
    query,
    connect: () => Promise.resolve(connection),
    close: () => Promise.resolve(),
  };
  return {
    async after(sql, read) {
      await client.query('begin isolation level repeatable read');
      try {
        await client.query(sql);
        return await read(database);
      } finally {
        await client.query('rollback');
        await client.query(resetSequences);
      }
    },
    close: () => client.end(),
  };
}

/**
 * A statement that puts all sequences back to where they are now: a rollback leaves them, and
 * changes name ids.
 */
async function readSequences(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ call: string }>(
    `select format('setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
       coalesce(last_value, start_value), last_value is not null) as call from pg_sequences`,
  );
  return `select ${rows.map(({ call }) => call).join(', ')}`;
}
