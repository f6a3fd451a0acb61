// Reads what the installation stored. Used only for what no answer and no callback shows, such as
// the record of every delivery attempt.

import { openDatabase } from '../../gateway/src/platform/db/database.ts';
import { findRunningEmbedded } from '../../gateway/src/platform/db/embedded.ts';
import type { Installation } from './installation.ts';

/** Tests read while everything else runs as well. */
const statementMs = 30_000;

export interface StoredRows {
  /** Rows of one statement; bigint columns come as BigInt. */
  read<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Nobody gets at a table until it is released by the function that is returned: what is answered
   * meanwhile needed none of it.
   */
  hold(table: string): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

type InstallationData = Pick<Installation, 'dataDir' | 'environment'>;

/** Where the database of an installation is. */
export function urlOfDatabase({ dataDir, environment }: InstallationData): string {
  const url = environment['DATABASE_URL'] ?? findRunningEmbedded(dataDir);
  if (url === null) throw new Error(`no PostgreSQL runs for ${dataDir}`);
  return url;
}

/**
 * Opens the database of an installation. Read only, by agreement, but for what the death of a node
 * leaves behind and for proofs of a browser's visitors.
 */
export function openStoredRows(installation: InstallationData): StoredRows {
  const database = openDatabase(urlOfDatabase(installation));
  const patient = database.withDeadline(statementMs);
  return {
    read: (sql, values) => patient.query({ name: sql.slice(0, 60), text: sql }, values),
    async hold(table) {
      // A purpose that may sit in a transaction.
      const connection = await database.connect('report');
      await connection.query({ name: 'begin', text: 'begin' });
      await connection.query({
        name: `hold ${table}`,
        text: `lock table ${table} in access exclusive mode`,
      });
      return () => connection.close();
    },
    close: () => database.close(),
  };
}
