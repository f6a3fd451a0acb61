// Describes a statement file and its progress.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Mapping } from './mapping.ts';

/**
 * `uploading` → `reading` → `matching` → `searching` → `done`; `failed`: it could not be read, and
 * nothing of it counts; `withdrawn`: nor of this one.
 */
export type FileState =
  'uploading' | 'reading' | 'matching' | 'searching' | 'done' | 'failed' | 'withdrawn';

/** Whether a node, or a command, still has to work on it. */
export const isUnderWay = ({ state }: Pick<StatementFile, 'state'>): boolean =>
  state === 'reading' || state === 'matching' || state === 'searching';

export interface StatementFile {
  id: number;
  /**
   * Whose statement it is: a route's, or that of a bank account of ours. By it files follow each
   * other.
   */
  party: string;
  /** Null: it is of a bank account. */
  route: string | null;
  /** With the one above; of a bank account none. */
  routes: string[];
  /** Null: it is of a route. */
  bankAccount: { id: number; name: string; number: string } | null;
  name: string;
  bytes: number;
  state: FileState;
  mapping: Mapping | null;
  periodFrom: Date | null;
  periodUntil: Date | null;
  /** The part of the period in which each of our movements must be named. */
  judgedFrom: Date | null;
  judgedUntil: Date | null;
  /** Number of the last row that is done in this state. */
  position: number;
  searchedUntil: Date | null;
  /**
   * Why it failed: a problem of tables, `no_column: Name`, `no_lines`, `no_period`,
   * `long_period: day day`, `same_payment: rows reference`, `mostly_unreadable: rows of`,
   * `too_slow`, `several_sheets`, `bank_…: place` (what of a bank's message cannot be read, and
   * where), `cut_short` (no node came to an end with it), `unexpected: …`. While it is worked off:
   * what stopped the last try.
   */
  problem: string | null;
  /** Lines that say a time which the stated period does not hold. */
  linesOutside: number;
  /** Steps in a row that took too long. */
  slowSteps: number;
  uploadedAt: Date;
  doneAt: Date | null;
}

export interface ListedFile extends StatementFile {
  /** Name of the user; null: the command line. */
  uploadedBy: string | null;
  lines: number;
  discrepancies: number;
  /** Counted up to 1,000. */
  discrepanciesOpen: number;
}

/** Nobody wants to know it more exactly, and a page shows it for many files. */
const openCounted = 1_000;

/** What people call the party of file `f`; names of bank accounts never change. */
export const partyName = `coalesce(f.route, (select b.name from bank_account b
  where b.id = f.bank_account_id))`;
/** Whether more statements of it are to come: a bank account is not closed. */
export const partyStands = `not exists (select from bank_account b where b.id = f.bank_account_id
  and b.closed_at is not null)`;
export const fileColumns = `f.id, f.party, f.route, f.routes,
  (select json_build_object('id', b.id, 'name', b.name, 'number', b.number) from bank_account b
    where b.id = f.bank_account_id) as "bankAccount",
   f.name, f.bytes, f.state, f.mapping, f.period_from as "periodFrom",
     f.period_until as "periodUntil",
  f.judged_from as "judgedFrom", f.judged_until as "judgedUntil", f.position,
    f.searched_until as "searchedUntil", f.problem,
  f.lines_outside as "linesOutside", f.slow_steps as "slowSteps",
  f.uploaded_at as "uploadedAt", f.done_at as "doneAt"`;
const listedColumns = `${fileColumns}, p.name as "uploadedBy",
  coalesce((select sum(s.lines) from reconciliation_sum s where s.file_id = f.id and s.class <> 'missing_there'), 0)::integer as lines,
  coalesce((select sum(s.lines) from reconciliation_sum s where s.file_id = f.id and s.class not in ('matched', 'ignored', 'repeated')), 0)::integer as discrepancies,
  (select count(*)::integer from (select from reconciliation_discrepancy g where g.file_id = f.id and g.state = 'open' limit ${openCounted}) o) as "discrepanciesOpen"`;
const selectPage: Statement = {
  name: 'list_reconciliation_files',
  text: `select ${listedColumns} from reconciliation_file f left join portal_user p
    on p.id = f.uploaded_by
    where f.id < $1 and f.state <> 'uploading' and ($2 = '' or f.party = $2) order by f.id desc
      limit $3`,
};
const selectOne: Statement = {
  name: 'select_reconciliation_file',
  text: `select ${listedColumns} from reconciliation_file f left join portal_user p
    on p.id = f.uploaded_by where f.id = $1`,
};
const selectMapping: Statement = {
  name: 'select_reconciliation_mapping',
  text: 'select mapping from reconciliation_mapping where route = $1',
};
/** The one that was kept, and those of the party's last files that users took in. */
const selectUsed: Statement = {
  name: 'select_used_reconciliation_mappings',
  text: `select mapping from (
      select 0 as rank, 0 as id, mapping from reconciliation_mapping where route = $1
      union all
      (select 1, f.id, f.mapping from reconciliation_file f where f.party = $1
        and f.mapping is not null
        and f.state not in ('uploading', 'failed', 'withdrawn') and f.mapping->>'isFetched' is null
          order by f.id desc limit 50)
    ) as used order by rank, id desc`,
};
const saveMapping: Statement = {
  name: 'save_reconciliation_mapping',
  text: `insert into reconciliation_mapping (route, mapping) values ($1, $2)
    on conflict (route) do update set mapping = excluded.mapping, updated_at = jokko_now()`,
};
const idMax = 2_147_483_647;

/** Newest first. `party`: '' for all. */
export function listFiles(
  session: Session,
  page: { party: string; before: number | null; limit: number },
): Promise<ListedFile[]> {
  return session.query<ListedFile>(selectPage, [page.before ?? idMax, page.party, page.limit]);
}

export async function findFile(session: Session, id: number): Promise<ListedFile | null> {
  return (await session.query<ListedFile>(selectOne, [id]))[0] ?? null;
}

/** As it was used last for the provider's files; null: never. */
export async function keptMapping(session: Session, route: string): Promise<Mapping | null> {
  return (await session.query<{ mapping: Mapping }>(selectMapping, [route]))[0]?.mapping ?? null;
}

/**
 * Each mapping that was used for the provider's files lately, the last one first: a provider that
 * changes its headings, or has two reports, has several.
 */
export async function usedMappings(session: Session, party: string): Promise<Mapping[]> {
  const rows = await session.query<{ mapping: Mapping }>(selectUsed, [party]);
  const byText = new Map(rows.map(({ mapping }) => [JSON.stringify(mapping), mapping]));
  return [...byText.values()];
}

export async function keepMapping(
  session: Session,
  route: string,
  mapping: Mapping,
): Promise<void> {
  await session.query(saveMapping, [route, JSON.stringify(mapping)]);
}
