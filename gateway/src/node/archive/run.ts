// Moves the history of old periods to files: takes the partitions out, writes a file of each, reads
// the files back and compares them with the tables, and only then drops the tables. What was done
// stands in the database, so that a run that was broken off anywhere is continued by the next.

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection, Database, Session } from '../../platform/db/database.ts';
import { archivedTables, detachedName, partitionedTables } from '../../platform/db/partitions.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { encodeRows, openArchiveFile, writeArchiveFile } from './archive-file.ts';
import { detachPeriod, findObstacle, lockArchive } from './detach.ts';
import { readColumns, readPartition } from './partition-rows.ts';
import {
  findArchived,
  findEnded,
  installationId,
  noteArchived,
  noteFile,
  rangeOf,
  type EndedPeriod,
  type StoredFile,
} from './store.ts';

export type Step = 'detached' | 'written' | 'verified' | 'dropped';
export interface ArchiveRun {
  database: Database;
  directory: string;
  /** Only periods that ended so long ago. */
  ageDays: number;
  /** Called after each step of a period; a test stops here. */
  onStep?: (step: Step, period: number) => void;
}

export interface PlannedPeriod extends EndedPeriod {
  /** Why it must wait; null: it can be archived. */
  obstacle: string | null;
}

/** The periods that are old enough, and what keeps them from being archived. */
export async function planArchive(session: Session, ageDays: number): Promise<PlannedPeriod[]> {
  const ended = await findEnded(session, ageDays);
  const planned: PlannedPeriod[] = [];
  for (const period of ended)
    planned.push({ ...period, obstacle: await findObstacle(session, rangeOf(period.period)) });
  return planned;
}

export interface ArchiveOutcome {
  archived: { period: number; files: StoredFile[] }[];
  waiting: PlannedPeriod[];
}

/**
 * Archives all periods that can be, first those of a run that was broken off. Null: another run is
 * at work.
 */
export async function runArchive(run: ArchiveRun): Promise<ArchiveOutcome | null> {
  const lock = await run.database.connect('report');
  try {
    if (!(await lockArchive(lock))) return null;
    const outcome: ArchiveOutcome = { archived: [], waiting: [] };
    const finish = async (period: number, directory: string): Promise<void> => {
      const files = await finishPeriod({ ...run, directory }, period);
      outcome.archived.push({ period, files });
    };
    for (const { period, state, directory } of await findArchived(run.database))
      if (state === 'detached') await finish(period, directory);
    for (const planned of await planArchive(run.database, run.ageDays)) {
      const obstacle =
        planned.obstacle ??
        (await findForeignFile(run, planned.period)) ??
        (await detachPeriod(run.database, rangeOf(planned.period), run.directory));
      if (obstacle !== null) {
        outcome.waiting.push({ ...planned, obstacle });
        continue;
      }
      run.onStep?.('detached', planned.period);
      await finish(planned.period, run.directory);
    }
    return outcome;
  } finally {
    await lock.close();
  }
}

const folderName = (period: number): string => `period-${String(period).padStart(4, '0')}`;
const fileName = (table: string, period: number): string =>
  join(folderName(period), `${table}.jokko-archive`);

/**
 * The files that are there are replaced, unless they are the only copy of what another database
 * had.
 */
async function findForeignFile(
  { database, directory }: ArchiveRun,
  period: number,
): Promise<string | null> {
  const own = await installationId(database);
  for (const table of archivedTables) {
    const path = join(directory, fileName(table, period));
    if (!existsSync(path)) continue;
    const file = await openArchiveFile(path);
    await file.close();
    if (file.footer.installation !== own) return `${path} is of another installation`;
  }
  return null;
}

/** Writes and compares the files of a detached period, and drops its tables. */
async function finishPeriod(run: ArchiveRun, period: number): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  await mkdir(join(run.directory, folderName(period)), { recursive: true, mode: 0o700 });
  for (const table of archivedTables) files.push(await writeTable(run, table, period));
  run.onStep?.('written', period);
  for (const file of files) await verifyTable(run, file, period);
  run.onStep?.('verified', period);
  await inTransaction(run.database, async (session) => {
    await noteArchived(session, period);
    for (const file of files) {
      await noteFile(session, period, file);
      const name = detachedName(file.table, period);
      await session.query({ name: `drop_${name}`, text: `drop table ${name}` });
    }
  });
  run.onStep?.('dropped', period);
  return files;
}

async function writeTable(run: ArchiveRun, table: string, period: number): Promise<StoredFile> {
  const name = fileName(table, period);
  return withPartition(run.database, async (connection) => {
    const partition = detachedName(table, period);
    const columns = await readColumns(connection, partition);
    const { rows, bytes, digest } = await writeArchiveFile(
      join(run.directory, name),
      {
        installation: await installationId(connection),
        table,
        period,
        columns,
        idColumn: partitionedTables[table]!,
      },
      readPartition(connection, partition, columns, `written_${table}`),
    );
    return { table, name, rows: BigInt(rows), bytes: BigInt(bytes), digest };
  });
}

/** Reads the file and the table side by side. Throws where they differ: the table stays. */
async function verifyTable(run: ArchiveRun, { table, name }: StoredFile, period: number) {
  const path = join(run.directory, name);
  const file = await openArchiveFile(path);
  try {
    await withPartition(run.database, async (connection) => {
      const partition = detachedName(table, period);
      const columns = await readColumns(connection, partition);
      let block = 0;
      for await (const rows of readPartition(connection, partition, columns, `read_${table}`)) {
        const expected = encodeRows(columns, rows);
        const found = block < file.footer.blocks.length ? await file.readRaw(block++) : [];
        const same = expected.every((column, index) => found[index]?.equals(column) === true);
        if (!same) throw new Error(`${path} differs from its table`);
        if ((await file.readRows(block - 1)).length !== rows.length)
          throw new Error(`${path} has other rows than its table`);
      }
      if (block !== file.footer.blocks.length) throw new Error(`${path} has more than its table`);
    });
  } finally {
    await file.close();
  }
}

/** A connection in a transaction that only reads. */
async function withPartition<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await database.connect('report');
  try {
    await connection.query({ name: 'begin_reading', text: 'begin read only' });
    return await work(connection);
  } finally {
    await connection.close();
  }
}
