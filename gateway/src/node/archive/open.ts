// Reads the archive: the history of one operation, whether the files are whole, and a period's rows
// back into the database.

import { join } from 'node:path';
import { removePersonsAgain } from '../../backoffice/privacy/index.ts';
import type { Connection, Database, Session } from '../../platform/db/database.ts';
import { findRows, isWhole, openArchiveFile, type ArchiveFile } from './archive-file.ts';
import type { Value } from './columns.ts';
import { lockArchive } from './detach.ts';
import { changedColumns, insertRows, type ChangedColumns } from './partition-rows.ts';
import { findArchived, findFiles, forgetPeriod, type ArchivedPeriod } from './store.ts';

export interface ArchivedRows {
  table: string;
  /** Column names to values; times as ISO 8601. */
  rows: { [column: string]: string | boolean | null }[];
}

const isHere = (id: string) => (period: ArchivedPeriod) =>
  period.state === 'archived' && period.firstId <= BigInt(id) && BigInt(id) < period.endId;

/**
 * What the archive has of an operation, table by table; null: its period is not in the archive.
 * Throws where a file cannot be read.
 */
export async function openArchived(session: Session, id: string): Promise<ArchivedRows[] | null> {
  const period = (await findArchived(session)).find(isHere(id));
  if (period === undefined) return null;
  const tables: ArchivedRows[] = [];
  for (const { table, name } of await findFiles(session, period.period)) {
    const found = await withFile(join(period.directory, name), async (file) =>
      (await findRows(file, id)).map((row) =>
        Object.fromEntries(
          file.footer.columns.map(({ name: column, kind }, index) => [
            column,
            textOf(row[index]!, kind === 'time'),
          ]),
        ),
      ),
    );
    tables.push({ table, rows: found });
  }
  return tables;
}

function textOf(value: Value, isTime: boolean): string | boolean | null {
  if (typeof value !== 'bigint') return value;
  return isTime ? new Date(Number(value / 1_000n)).toISOString() : String(value);
}

async function withFile<Result>(
  path: string,
  work: (file: ArchiveFile) => Promise<Result>,
): Promise<Result> {
  const file = await openArchiveFile(path);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** What is wrong with the files of a period, one sentence each. */
export async function checkFiles(session: Session, period: ArchivedPeriod): Promise<string[]> {
  const faults: string[] = [];
  for (const { table, name, rows, digest } of await findFiles(session, period.period)) {
    const path = join(period.directory, name);
    const fault = await withFile(path, async (file) => {
      const { footer } = file;
      if (footer.table !== table || BigInt(footer.rows) !== rows || footer.digest !== digest)
        return `${path} is another file than the one that was written`;
      return (await isWhole(file)) ? null : `${path} is damaged`;
    }).catch((error: unknown) => `${path} cannot be read: ${String(error)}`);
    if (fault !== null) faults.push(fault);
  }
  return faults;
}

/** What came back of a period. */
export interface Restored extends ChangedColumns {
  rows: number;
  /**
   * Operations whose person was removed while they were in the archive, and is removed from what
   * came back.
   */
  withoutPerson: number;
}
export type RestoreOutcome = ({ ok: true } & Restored) | { ok: false; reason: string };

/** Puts a period's rows back into their tables, in one transaction. The files stay. */
export async function restorePeriod(database: Database, number: number): Promise<RestoreOutcome> {
  const connection = await database.connect('report');
  try {
    if (!(await lockArchive(connection)))
      return { ok: false, reason: 'another archive run is at work' };
    const period = (await findArchived(connection)).find((each) => each.period === number);
    if (period?.state !== 'archived')
      return { ok: false, reason: `period ${number} is not in the archive` };
    const faults = await checkFiles(connection, period);
    if (faults.length > 0) return { ok: false, reason: faults.join('; ') };
    await connection.query({ name: 'begin', text: 'begin' });
    const inserted = await insertPeriod(connection, period);
    const withoutPerson = await removePersonsAgain(connection, period);
    await forgetPeriod(connection, number);
    await connection.query({ name: 'commit', text: 'commit' });
    return { ok: true, ...inserted, withoutPerson };
  } finally {
    await connection.close();
  }
}

async function insertPeriod(
  connection: Connection,
  period: ArchivedPeriod,
): Promise<Omit<Restored, 'withoutPerson'>> {
  const inserted = { rows: 0, filled: [] as string[], left: [] as string[] };
  for (const { table, name } of await findFiles(connection, period.period))
    await withFile(join(period.directory, name), async (file) => {
      const { columns } = file.footer;
      const changed = await changedColumns(connection, table, columns);
      inserted.filled.push(...changed.filled);
      inserted.left.push(...changed.left);
      for (const block of file.footer.blocks.keys()) {
        const rows = await file.readRows(block);
        await insertRows(connection, table, columns, rows);
        inserted.rows += rows.length;
      }
    });
  return inserted;
}
