// Divides a time into stretches that have so many rows at most, each within one day. How many rows
// that are is measured as the doctor goes (platform/doctor/pace.ts), and no plan or estimate of the
// server's is trusted: rows are counted, up to that limit, before they are taken.

import type { PacedConnection } from '../../platform/doctor/pace.ts';
import type { Stretch } from './hand.ts';

export interface CountedStretch extends Stretch {
  /** Of operations, changes of state, callbacks and transfers. */
  rows: number;
  isLast: boolean;
  /** Its end is the end of a day (UTC). */
  endsDay: boolean;
}

const dayUs = 86_400_000_000;
const firstStepUs = 60_000_000;
/** The least time of a database: whatever has happened within it is taken at once. */
const stepUsMin = 1;

// Nothing happened before an installation was; where a clock says otherwise the first stretch ends so much earlier.
const selectEnd = {
  name: 'doctor-stretch-end',
  text: `
    select "end"::text as until, "end" = date_trunc('day', "end", 'UTC') as "endsDay", "end" >= $3::timestamptz as "isLast"
    from (select least($3::timestamptz, case when $1 = '-infinity'
      then (select created_at from public.installation) - $2::bigint * interval '1 microsecond'
      else least($1::timestamptz + $2::bigint * interval '1 microsecond', date_trunc('day', $1::timestamptz, 'UTC') + interval '24 hours')
    end) as "end") e`,
};
const countIn = (table: string) =>
  `(select count(*) from (select from public.${table} where created_at >= $1::timestamptz and created_at < $2::timestamptz limit $3) r)`;
const countRows = {
  name: 'doctor-stretch-rows',
  text: `select ${['operation', 'operation_transition', 'callback', 'transfer'].map(countIn).join(' + ')} as rows`,
};

/** The stretches of a time, one after the other; each is asked for when the one before was read. */
export async function* stretchesOf(
  connection: PacedConnection,
  { from, until }: Stretch,
): AsyncGenerator<CountedStretch> {
  let stepUs = firstStepUs;
  let backUs = 0;
  for (let begins = from; ;) {
    const isFirst = begins === '-infinity';
    const step = isFirst ? backUs : stepUs;
    const [end] = await connection.query<Omit<CountedStretch, 'rows' | 'from'>>(selectEnd, [
      begins,
      step,
      until,
    ]);
    const [counted] = await connection.query<{ rows: bigint }>(countRows, [
      begins,
      end!.until,
      connection.rows + 1,
    ]);
    const rows = Number(counted!.rows);
    if (rows > connection.rows && step !== stepUsMin) {
      if (isFirst) backUs = Math.max(dayUs, backUs * 2);
      else stepUs = Math.max(stepUsMin, Math.floor(stepUs / 2));
      continue;
    }
    yield { from: begins, rows, ...end! };
    if (end!.isLast) return;
    begins = end!.until;
    if (!isFirst && rows < connection.rows / 2) stepUs = Math.min(dayUs, stepUs * 2);
  }
}
