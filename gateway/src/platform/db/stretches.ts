// Divides a time into stretches that have so many rows at most, each within one day, so that no
// statement reads more at once. No estimate of the server's is trusted: rows are counted, up to
// that limit, before they are taken.

import type { Session } from './database.ts';

/** Times of the database, as texts: the driver's dates have no microseconds. */
export interface Stretch {
  from: string;
  until: string;
}

export interface StretchRows {
  /** Tables with an index of `created_at`, whose rows are counted together. */
  tables: readonly string[];
  /** That the next stretch may have. */
  rowsMax(): number;
}

export interface CountedStretch extends Stretch {
  rows: number;
  isLast: boolean;
  /** Its end is the end of a day (UTC). */
  endsDay: boolean;
}

const dayUs = 86_400_000_000;
const firstStepUs = 60_000_000;
/** The least time of a database: whatever has happened within it is taken at once. */
const stepUsMin = 1;

// Nothing happened before an installation was; where a clock says otherwise the first stretch ends
// so much earlier.
const selectEnd = {
  name: 'select_stretch_end',
  text: `
    select "end"::text as until, "end" = date_trunc('day', "end", 'UTC') as "endsDay",
      "end" >= $3::timestamptz as "isLast"
    from (select least($3::timestamptz, case when $1 = '-infinity'
      then (select created_at from public.installation) - $2::bigint * interval '1 microsecond'
      else least($1::timestamptz + $2::bigint * interval '1 microsecond',
        date_trunc('day', $1::timestamptz, 'UTC') + interval '24 hours')
    end) as "end") e`,
};
const countIn = (table: string) =>
  `(select count(*) from (select from public.${table} where created_at >= $1::timestamptz
    and created_at < $2::timestamptz limit $3) r)`;
const countRows = (tables: readonly string[]) => ({
  name: `count_rows_${tables.join('_')}`,
  text: `select ${tables.map(countIn).join(' + ')} as rows`,
});

/** The stretches of a time, one after the other; each is asked for when the one before was read. */
export async function* stretchesOf(
  session: Session,
  { from, until }: Stretch,
  { tables, rowsMax }: StretchRows,
): AsyncGenerator<CountedStretch> {
  let stepUs = firstStepUs;
  let backUs = 0;
  for (let begins = from; ;) {
    const isFirst = begins === '-infinity';
    const step = isFirst ? backUs : stepUs;
    const [end] = await session.query<Omit<CountedStretch, 'rows' | 'from'>>(selectEnd, [
      begins,
      step,
      until,
    ]);
    const [counted] = await session.query<{ rows: bigint }>(countRows(tables), [
      begins,
      end!.until,
      rowsMax() + 1,
    ]);
    const rows = Number(counted!.rows);
    if (rows > rowsMax() && step !== stepUsMin) {
      if (isFirst) backUs = Math.max(dayUs, backUs * 2);
      else stepUs = Math.max(stepUsMin, Math.floor(stepUs / 2));
      continue;
    }
    yield { from: begins, rows, ...end! };
    if (end!.isLast) return;
    begins = end!.until;
    if (!isFirst && rows < rowsMax() / 2) stepUs = Math.min(dayUs, stepUs * 2);
  }
}
