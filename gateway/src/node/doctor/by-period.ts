// Runs the doctor over a database in parts (decisions/0089): days that are over are proven once
// and kept as digests, the present is read from there on, and each round reads a few of the old
// periods again, those first that nobody has read for longest. No snapshot covers all.

import type { Database, Session } from '../../platform/db/database.ts';
import { stretchesOf, type CountedStretch, type Stretch } from '../../platform/db/stretches.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Check, Inapplicable } from '../../platform/doctor/check.ts';
import type { CheckResult, Diagnosis } from '../../platform/doctor/diagnosis.ts';
import { paced, type PacedConnection, type PaceOptions } from '../../platform/doctor/pace.ts';
import {
  beginSnapshot,
  commit,
  diagnosisOf,
  examplesMax,
  runCheck,
  setInSnapshot,
} from '../../platform/doctor/run-checks.ts';
import { eachOwnerPart, eachPart, ownedTables } from './by-owner.ts';
import { makeHandTables, type HandTables } from './hand.ts';
import { eachAccountPart, readOpen } from './open.ts';
import { addToProof, asProven, noteRead, proofsWhole, readProof, storeProof } from './proof.ts';

/** A day is closed so long after its end: nothing of it is under way any more. */
const closedAfter = `interval '6 hours'`;
/** A period is a day, or so many where little happened. */
const daysMax = 31;
/**
 * A period ends with the day in which so many rows are reached; and so many are read again of the
 * past in each round.
 */
const rowsOfPeriod = 400_000;
/**
 * What happens while the present is read is read after it, so many times; then there is little
 * left.
 */
const catchUpsMax = 5;
/** Rows may break several parts that have them: so many are told apart. */
const examplesOfPart = 1_000;

export interface PeriodOptions extends PaceOptions {
  /** Reads all of the past again. */
  full: boolean;
  /** What `full` reads besides. */
  fullChecks: readonly Check[];
}

interface Round {
  database: Database;
  connection: PacedConnection;
  hand: HandTables;
  checks: readonly Check[];
  results: Map<string, CheckResult>;
  /** Violations that were counted. */
  seen: Map<string, Set<string>>;
}

/**
 * Checks everything that is not proven yet, the present, and a share of the past; `full` all of it.
 */
export async function runByPeriod(
  database: Database,
  checks: readonly Check[],
  inapplicable: readonly Inapplicable[],
  { full, fullChecks, ...pace }: PeriodOptions,
): Promise<Diagnosis> {
  const connection = paced(await database.connect('report'), pace);
  try {
    const hand = await makeHandTables(connection, ownedTables(checks));
    const seen = new Map<string, Set<string>>();
    const round: Round = { database, connection, hand, checks, results: new Map(), seen };
    for (const period of await periodsToRead(connection, full)) await readAgain(round, period);
    let from = await lastProven(connection);
    for (let until = await prove(round, from); until !== null; until = await prove(round, from))
      from = until;
    await readPresent(round, from);
    await readApart(round);
    await readOnce(round, full ? [...fullChecks, proofsWhole] : [proofsWhole]);
    return diagnosisOf([...round.results.values()], inapplicable);
  } finally {
    await connection.close();
  }
}

/** Adds what a check found in one part to what it found before. True where it found nothing. */
async function check(round: Round, part: Check, name = part.id): Promise<boolean> {
  const found = await runCheck(round.connection, part, {
    scope: 'part',
    name,
    examples: examplesOfPart,
  });
  const seen = round.seen.get(part.id) ?? new Set();
  round.seen.set(part.id, seen);
  const fresh = found.examples.filter((example) => !seen.has(example));
  for (const example of fresh) if (seen.size < examplesOfPart) seen.add(example);
  const known = round.results.get(part.id);
  round.results.set(part.id, {
    id: found.id,
    statement: known?.statement ?? found.statement,
    violations:
      (known?.violations ?? 0) + found.violations - (found.examples.length - fresh.length),
    examples: [...(known?.examples ?? []), ...fresh].slice(0, examplesMax),
    notApplicable: known?.notApplicable === null ? null : found.notApplicable,
  });
  return found.violations === 0;
}

const stretches = ({ connection }: Round, time: Stretch): AsyncGenerator<CountedStretch> =>
  stretchesOf(connection, time, {
    tables: ['operation', 'operation_transition', 'callback', 'transfer'],
    rowsMax: () => connection.rows,
  });

/** Runs `work` in a snapshot of its own, as one part. */
async function inSnapshot<Result>(
  { connection }: Round,
  work: () => Promise<Result>,
): Promise<Result> {
  await beginSnapshot(connection);
  const result = await work();
  await connection.query(commit);
  connection.endPart();
  return result;
}

async function checkRows(round: Round, reaches: readonly Check['reach'][]): Promise<boolean> {
  let sound = true;
  for (const each of round.checks)
    if (reaches.includes(each.reach ?? 'rows')) {
      const { alsoOnce: _, ...rows } = each;
      sound = (await check(round, rows)) && sound;
    }
  return sound;
}

/** Reads a stretch of the past, for its proof. True where nothing is broken. */
const readPast = (round: Round, stretch: CountedStretch): Promise<boolean> =>
  inSnapshot(round, async () => {
    await round.hand.takeStretch(stretch, stretch.isLast);
    const sound = await checkRows(round, ['rows']);
    await addToProof(round.connection);
    await round.hand.leave();
    return sound;
  });

/** Nothing to read: where a period ends, its proof may know of more. */
const isEmpty = ({ rows, isLast }: CountedStretch): boolean => rows === 0 && !isLast;

/**
 * Proves the closed days after `from`, one or several. Returns where they end; null where no day is
 * closed, or something in them is broken: that is not kept, and is found again until it is mended.
 */
async function prove(round: Round, from: string): Promise<string | null> {
  const closed = await lastClosed(round.connection, from);
  if (closed === null) return null;
  await round.hand.begin({ from, provenUntil: null });
  let rows = 0;
  let days = 0;
  for await (const stretch of stretches(round, { from, until: closed })) {
    if (!isEmpty(stretch) && !(await readPast(round, stretch))) return null;
    rows += stretch.rows;
    if (stretch.endsDay) days++;
    if (!stretch.isLast && !(stretch.endsDay && (rows >= rowsOfPeriod || days >= daysMax)))
      continue;
    if (rows === 0 && from === '-infinity') {
      if (stretch.isLast) return null;
      continue;
    }
    const period = { from, until: stretch.until };
    const proof = await inSnapshot(round, () => readProof(round.connection));
    await inTransaction(round.database, (session) => storeProof(session, period, proof));
    return stretch.until;
  }
  return null;
}

async function readAgain(round: Round, period: Stretch): Promise<void> {
  await round.hand.begin({ from: period.from, provenUntil: period.until });
  let sound = true;
  for await (const stretch of stretches(round, period))
    if (!isEmpty(stretch)) sound = (await readPast(round, stretch)) && sound;
  const same = await inSnapshot(round, () => check(round, asProven, 'as-proven'));
  if (sound && same) await noteRead(round.database, period);
}

/** What is not proven, up to now; then all that is open, and the balances. */
async function readPresent(round: Round, from: string): Promise<void> {
  const { connection, hand } = round;
  await hand.begin({ from, provenUntil: null });
  const read = (stretch: Stretch): Promise<void> =>
    inSnapshot(round, async () => {
      await hand.takeStretch(stretch, false);
      await checkRows(round, ['rows', 'present']);
      await hand.leave();
    });
  let begins = from;
  for (let times = 0; times < catchUpsMax; times++) {
    const until = await readClock(connection, begins);
    if (until === null) break;
    for await (const stretch of stretches(round, { from: begins, until }))
      if (stretch.rows > 0) await read(stretch);
    begins = until;
  }
  await read({ from: begins, until: 'infinity' });
  const open = await inSnapshot(round, async () => {
    const count = await readOpen(connection);
    await eachAccountPart(connection, hand, async (hasMoved) => {
      await checkRows(round, hasMoved ? ['rows', 'balances'] : ['balances']);
    });
    return count;
  });
  for (let after = 0, rows = 0; after < open; after += rows) {
    rows = connection.rows;
    await inSnapshot(round, async () => {
      await hand.takeOpen(after, after + rows);
      await checkRows(round, ['rows', 'present']);
    });
  }
}

/** What no query can tell is told once, of all rows. */
function rowsOf({ prove: _, ...rows }: Check): Check {
  return rows;
}

/** What is read by owners, or by stretches of transfers. */
async function readApart(round: Round): Promise<void> {
  const { connection } = round;
  for (const each of round.checks) {
    if (typeof each.reach === 'object')
      await eachOwnerPart(connection, each.reach, () => check(round, rowsOf(each)));
    for (const [number, part] of (each.parts ?? []).entries()) {
      const own = { ...rowsOf(each), sql: part.sql };
      await eachPart(connection, part, () => check(round, own, `${each.id}-${number}`));
    }
  }
}

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

/** The end of the last day after `from` that is closed; null where there is none. */
async function lastClosed(session: Session, from: string): Promise<string | null> {
  const [row] = await session.query<{ until: string }>(
    {
      name: 'doctor-last-closed',
      text: `select until::text from (select date_trunc('day', jokko_now() - ${closedAfter},
        'UTC') as until) d where until > $1::timestamptz`,
    },
    [from],
  );
  return row?.until ?? null;
}

/** The present moment; null where less than a second has passed since `from`. */
async function readClock(session: Session, from: string): Promise<string | null> {
  const [row] = await session.query<{ until: string }>(
    {
      name: 'doctor-clock',
      text: `select now::text as until from (select jokko_now() as now) c
        where now > $1::timestamptz + interval '1 second'`,
    },
    [from],
  );
  return row?.until ?? null;
}

/** The proven periods that this round reads again, the longest unread first. */
async function periodsToRead(session: Session, full: boolean): Promise<Stretch[]> {
  const rows = await session.query<{ from: string; until: string; transfers: string }>({
    name: 'doctor-periods-to-read',
    text: `select from_time::text as from, until_time::text as until,
        (select coalesce(sum(transfers), 0)::text from public.proven_balance b
          where b.until_time = p.until_time) as transfers
      from public.proven_period p
      order by read_at, until_time`,
  });
  const chosen: Stretch[] = [];
  let read = 0;
  for (const { from, until, transfers } of rows) {
    if (!full && read > 0 && read + Number(transfers) > rowsOfPeriod / 4) break;
    chosen.push({ from, until });
    read += Number(transfers) + 1;
  }
  return chosen;
}
