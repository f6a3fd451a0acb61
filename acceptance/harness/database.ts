// What did the installation store? Only for what no answer and no callback shows, such as the record of every delivery attempt.

import { openDatabase } from '../../gateway/src/db/database.ts';
import { findRunningEmbedded } from '../../gateway/src/db/embedded.ts';
import type { Installation } from './installation.ts';

export interface StoredRows {
  /** Rows of one statement; bigint columns come as BigInt. */
  read<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Nobody gets at a table until it is released by the function that is returned: what is answered meanwhile needed none of it. */
  hold(table: string): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** Opens the database of an installation that runs on its own PostgreSQL. Read only, by agreement, but for what the death of a node leaves behind. */
export function openStoredRows({ dataDir }: Pick<Installation, 'dataDir'>): StoredRows {
  const url = findRunningEmbedded(dataDir);
  if (url === null) throw new Error(`no PostgreSQL runs for ${dataDir}`);
  const database = openDatabase(url);
  return {
    read: (sql, values) => database.query({ name: sql.slice(0, 60), text: sql }, values),
    async hold(table) {
      const connection = await database.connect();
      await connection.query({ name: 'begin', text: 'begin' });
      await connection.query({ name: `hold ${table}`, text: `lock table ${table} in access exclusive mode` });
      return () => connection.close();
    },
    close: () => database.close(),
  };
}
