// Runs the doctor over a large database period by period (decisions/0089): days that are over are
// proven once and kept as digests, the present is read from there on, and each round reads a few of
// the old periods again, those first that nobody has read for longest. No snapshot covers all.

import type { Connection, Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Check, Inapplicable } from '../../platform/doctor/check.ts';
import type { CheckResult, Diagnosis } from '../../platform/doctor/diagnosis.ts';
import {
  beginSnapshot,
  commit,
  diagnosisOf,
  examplesMax,
  runCheck,
  setInSnapshot,
} from '../../platform/doctor/run-checks.ts';
import { makeHandTables, type HandTables, type Stretch } from './hand.ts';
import { asProven, noteRead, proofsWhole, readProof, storeProof } from './proof.ts';

/** A day is closed so long after its end: nothing of it is under way any more. */
const closedAfter = `interval '6 hours'`;
/** A period is a day, or so many where little happened. */
const daysMax = 31;
/** So many transfers are taken into the hand at once, where several days fit; and read again of the past in each round. */
const transfersAtOnce = 200_000;

export interface PeriodOptions {
  /** Reads all of the past again. */
  full: boolean;
  /** What `full` reads besides. */
  fullChecks: readonly Check[];
}

interface Round {
  database: Database;
  connection: Connection;
  hand: HandTables;
  checks: readonly Check[];
  results: Map<string, CheckResult>;
}

/** Checks everything that is not proven yet, the present, and a share of the past; `full` all of it. */
export async function runByPeriod(
  database: Database,
  checks: readonly Check[],
  inapplicable: readonly Inapplicable[],
  { full, fullChecks }: PeriodOptions,
): Promise<Diagnosis> {
  const connection = await database.connect('report');
  try {
    const hand = await makeHandTables(connection);
    const round: Round = { database, connection, hand, checks, results: new Map() };
    for (const period of await periodsToRead(connection, full)) await readAgain(round, period);
    let from = await lastProven(connection);
    for (const period of await periodsToProve(connection, from)) {
      if (!(await prove(round, period))) break;
      from = period.until!;
    }
    await readPresent(round, from);
    await readOnce(round, full ? [...fullChecks, proofsWhole] : [proofsWhole]);
    return diagnosisOf([...round.results.values()], inapplicable);
  } finally {
    await connection.close();
  }
}

/** Adds what a check found in one part to what it found before. True where it found nothing. */
async function check(round: Round, part: Check, name = part.id): Promise<boolean> {
  const found = await runCheck(round.connection, part, { hand: 'part', name });
  const known = round.results.get(part.id);
  round.results.set(
    part.id,
    known === undefined
      ? found
      : {
          ...known,
          violations: known.violations + found.violations,
          examples: [...known.examples, ...found.examples].slice(0, examplesMax),
          notApplicable: known.notApplicable === null ? null : found.notApplicable,
        },
  );
  return found.violations === 0;
}

/** Runs `work` with the stretch in hand. */
async function withInHand<Result>(
  { connection, hand }: Round,
  stretch: Stretch,
  work: () => Promise<Result>,
): Promise<Result> {
  await beginSnapshot(connection);
  await hand.take(stretch);
  const result = await work();
  await connection.query(commit);
  return result;
}

async function checkRows(round: Round): Promise<boolean> {
  let sound = true;
  for (const each of round.checks)
    if ((each.reach ?? 'rows') === 'rows') {
      const { alsoOnce: _, ...rows } = each;
      sound = (await check(round, rows)) && sound;
    }
  return sound;
}

/** True where it was proven and kept. What is broken is not kept: it is found again until it is mended. */
async function prove(round: Round, period: Stretch): Promise<boolean> {
  const proof = await withInHand(round, period, async () =>
    (await checkRows(round)) ? readProof(round.connection) : null,
  );
  if (proof === null) return false;
  await inTransaction(round.database, (session) => storeProof(session, period, proof));
  return true;
}

async function readAgain(round: Round, period: Stretch): Promise<void> {
  const sound = await withInHand(round, period, async () => {
    const rows = await checkRows(round);
    return (await check(round, asProven, 'as-proven')) && rows;
  });
  if (sound) await noteRead(round.database, period);
}

const readPresent = (round: Round, from: string): Promise<void> =>
  withInHand(round, { from, until: null }, async () => {
    await checkRows(round);
    for (const each of round.checks) if (each.reach === 'present') await check(round, each);
  });

/** What reads its tables as a whole, each check in a snapshot of its own. */
async function readOnce(round: Round, others: readonly Check[]): Promise<void> {
  const parts = round.checks.flatMap((each): Check[] => {
    if (each.reach === 'once') return [each];
    const { alsoOnce, ...rows } = each;
    return alsoOnce === undefined ? [] : [{ ...rows, reach: 'once', sql: alsoOnce }];
  });
  for (const part of [...parts, ...others]) {
    await beginSnapshot(round.connection);
    await setInSnapshot(round.connection, { search_path: 'public, pg_temp' });
    await check(round, part, `once-${others.includes(part) ? 'other-' : ''}${part.id}`);
    await round.connection.query(commit);
  }
}

/** The end of the last proven period. */
async function lastProven(session: Session): Promise<string> {
  const [row] = await session.query<{ until: string | null }>({
    name: 'doctor-last-proven',
    text: 'select max(until_time)::text as until from public.proven_period',
  });
  return row!.until ?? '-infinity';
}

/** The closed days after `from`, in periods of one day, or of several with few transfers. */
async function periodsToProve(session: Session, from: string): Promise<Stretch[]> {
  const days = await session.query<{ until: string; transfers: string }>(
    {
      name: 'doctor-days-to-prove',
      text: `
        with first as (
          select case when $1 = '-infinity' then (select date_trunc('day', min(at), 'UTC') from (
            select min(created_at) as at from public.operation union all select min(created_at) from public.transfer) t)
            else $1::timestamptz end as begins
        )
        select (day + interval '24 hours')::text as until,
          (select count(*)::text from public.transfer t where t.created_at >= day and t.created_at < day + interval '24 hours') as transfers
        from first, generate_series(first.begins, jokko_now() - ${closedAfter} - interval '24 hours', interval '24 hours') day
        order by day`,
    },
    [from],
  );
  const periods: Stretch[] = [];
  let [begins, until, held, count] = [from, '', 0, 0];
  const close = (): void => {
    if (count > 0) periods.push({ from: begins, until });
    [begins, held, count] = [until, 0, 0];
  };
  for (const day of days) {
    const transfers = Number(day.transfers);
    if (count === daysMax || (count > 0 && held + transfers > transfersAtOnce)) close();
    [until, held, count] = [day.until, held + transfers, count + 1];
  }
  close();
  return periods;
}

/** The proven periods that this round reads again, the longest unread first. */
async function periodsToRead(session: Session, full: boolean): Promise<Stretch[]> {
  const rows = await session.query<{ from: string; until: string; transfers: string }>({
    name: 'doctor-periods-to-read',
    text: `select from_time::text as from, until_time::text as until,
        (select coalesce(sum(transfers), 0)::text from public.proven_balance b where b.until_time = p.until_time) as transfers
      from public.proven_period p
      order by read_at, until_time`,
  });
  const chosen: Stretch[] = [];
  let read = 0;
  for (const { from, until, transfers } of rows) {
    if (!full && read > 0 && read + Number(transfers) > transfersAtOnce) break;
    chosen.push({ from, until });
    read += Number(transfers) + 1;
  }
  return chosen;
}
