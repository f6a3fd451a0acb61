// A database with the history of every kind of operation, all of it 600 days old, and a directory
// for the archive.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepPeriodsAhead } from '../../../platform/db/id-periods.ts';
import { archivedTables } from '../../../platform/db/partitions.ts';
import { fillCorrectly, type Ids } from '../../doctor/testing/correct.ts';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../doctor/testing/postgres.ts';
import { runArchive, type ArchiveOutcome } from '../run.ts';

export const ageDays = 400;

export interface ArchiveFixture {
  ids: Ids;
  db: TestDatabase;
  directory: string;
  rows<Row>(text: string): Promise<Row[]>;
  /** Nothing is under way any more. */
  settle(): Promise<void>;
  /** All rows of the tables in partitions, as text. */
  contents(): Promise<{ [table: string]: string[] }>;
  /** A run; waits for one whose process was killed just before. */
  run(): Promise<ArchiveOutcome>;
  close(): Promise<void>;
}

export interface Filled {
  postgres: TestPostgres;
  ids: Ids;
  /** Name of the database that each test has a copy of. */
  template: string;
}

export async function fillOnce(): Promise<Filled> {
  const postgres = await startTestPostgres();
  const db = await postgres.database();
  const ids = await fillCorrectly(db.database);
  await keepPeriodsAhead(db.database);
  await db.sql(`update installation set clock_offset = interval '600 days'`);
  await db.leave();
  return { postgres, ids, template: db.name };
}

export async function openFixture({ postgres, ids, template }: Filled): Promise<ArchiveFixture> {
  const db = await postgres.database(template);
  const directory = mkdtempSync(join(tmpdir(), 'jokko-archive-'));
  chmodSync(directory, 0o755);
  let asked = 0;
  const rows = <Row>(text: string): Promise<Row[]> =>
    db.database.query<Row>({ name: `archive_test_${++asked}`, text });
  return {
    ids,
    db,
    directory,
    rows,
    settle: () =>
      db.sql(`
        update operation set next_step_at = null;
        update callback set next_attempt_at = null;
        update operation_case set resolved_at = jokko_now(), resolution = 'settled'
          where resolved_at is null;
        update claim set status = 'CLOSED'`),
    async contents() {
      const found: { [table: string]: string[] } = {};
      for (const table of archivedTables) {
        const texts = await rows<{ row: string }>(
          `select t::text as row from ${table} t order by t::text`,
        );
        found[table] = texts.map(({ row }) => row);
      }
      return found;
    },
    async run() {
      for (;;) {
        const outcome = await runArchive({ database: db.database, directory, ageDays });
        if (outcome !== null) return outcome;
      }
    },
    async close() {
      await db.close();
      rmSync(directory, { recursive: true });
    },
  };
}
