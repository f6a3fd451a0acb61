// Reads and writes which periods are in the archive, and what their files hold.

import type { Session, Statement } from '../../platform/db/database.ts';
import { detachedName } from '../../platform/db/partitions.ts';
import { firstIdOf, firstPeriod } from '../../platform/db/scattered-ids.ts';
import type { PeriodRange } from './detach.ts';

/** Below every id: the first period takes what was never given out. */
const lowest = -(2n ** 63n);

export const rangeOf = (period: number): PeriodRange => ({
  period,
  firstId: period === firstPeriod ? lowest : firstIdOf(period),
  endId: firstIdOf(period + 1),
});

export interface EndedPeriod {
  period: number;
  /** When its last ids may have been taken. */
  endedAt: Date;
}

const selectEnded: Statement = {
  name: 'select_ended_periods',
  text: `
    select p.period, p.ended_at as "endedAt"
    from (select period, lead(begins_at) over (order by period) as ended_at from id_period) p
    where p.ended_at <= jokko_now() - $1::integer * interval '1 day'
      and not exists (select from archive_period a where a.period = p.period)
    order by p.period`,
};

/** Periods that ended at least so many days ago and are not in the archive, oldest first. */
export const findEnded = (session: Session, ageDays: number): Promise<EndedPeriod[]> =>
  session.query(selectEnded, [ageDays]);

export interface ArchivedPeriod extends PeriodRange {
  state: 'detached' | 'archived';
  directory: string;
  archivedAt: Date | null;
  rows: bigint;
  bytes: bigint;
}

const selectArchived: Statement = {
  name: 'select_archived_periods',
  text: `
    select p.period, p.first_id as "firstId", p.end_id as "endId", p.state, p.directory,
      p.archived_at as "archivedAt", coalesce(f.rows, 0)::bigint as rows,
        coalesce(f.bytes, 0)::bigint as bytes
    from archive_period p left join lateral (
      select sum(row_count) as rows, sum(bytes) as bytes from archive_file where period = p.period
    ) f on true
    order by p.period`,
};
export const findArchived = (session: Session): Promise<ArchivedPeriod[]> =>
  session.query(selectArchived);

export interface StoredFile {
  table: string;
  name: string;
  rows: bigint;
  bytes: bigint;
  /** Hexadecimal. */
  digest: string;
}

const selectFiles: Statement = {
  name: 'select_archive_files',
  text: `
    select table_name as table, name, row_count as rows, bytes, encode(digest, 'hex') as digest
    from archive_file where period = $1 order by table_name`,
};
export const findFiles = (session: Session, period: number): Promise<StoredFile[]> =>
  session.query(selectFiles, [period]);

const insertFile: Statement = {
  name: 'insert_archive_file',
  text: `
    insert into archive_file (period, table_name, name, row_count, bytes, digest)
    values ($1, $2, $3, $4, $5, decode($6, 'hex'))`,
};
export const noteFile = (
  session: Session,
  period: number,
  { table, name, rows, bytes, digest }: StoredFile,
): Promise<unknown> => session.query(insertFile, [period, table, name, rows, bytes, digest]);

/** Call before the tables are dropped. */
export const noteArchived = (session: Session, period: number): Promise<unknown> =>
  session.query(
    {
      name: `finish_archive_period_${period}`,
      text: `
        update archive_period set state = 'archived', archived_at = now(), last_change_at =
          coalesce((select max(created_at) from ${detachedName('operation_transition', period)}),
            '-infinity')
        where period = $1`,
    },
    [period],
  );

// What the doctor proved while the rows were away tells of fewer than there are: it proves these
// days anew, and those after them, as each goes on from the one before. Days that were proven
// before have been proven with the rows.
const deleteProofs: Statement = {
  name: 'delete_proofs_without_archived',
  text: `
    delete from proven_period where until_time >= (
      select min(p.until_time) from proven_period p join archive_period a on a.period = $1
      where p.from_time < a.last_change_at and p.read_at >= a.detached_at and p.transitions < (
        select count(*) from operation_transition t where t.created_at >= p.from_time
          and t.created_at < p.until_time))`,
};
const deletePeriod: Statement = {
  name: 'delete_archive_period',
  text: `delete from archive_period where period = $1`,
};
/** Call when its rows are in the tables again. */
export async function forgetPeriod(session: Session, period: number): Promise<void> {
  await session.query(deleteProofs, [period]);
  await session.query(deletePeriod, [period]);
}

const selectInstallation: Statement = {
  name: 'select_installation_of_archive',
  text: `select id::text as id from installation`,
};
export async function installationId(session: Session): Promise<string> {
  return (await session.query<{ id: string }>(selectInstallation))[0]?.id ?? '';
}
