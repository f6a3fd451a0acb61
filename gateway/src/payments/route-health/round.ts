// One round of health: this node writes what it has counted, and one node of all judges every
// subject from the last five minutes and from how it stands now.

import type { Database } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';
import { slicesOf } from '../../platform/in-turns.ts';
import { addCounted, nothingOf, type Counted, type HealthCounters } from './counters.ts';
import { gather } from './gather.ts';
import { judge, usualJudgedBy, type Former, type JudgedBy } from './judge.ts';
import { countOf, percentileMs, type Durations } from './latency.ts';
import {
  purgeHealth,
  readFormer,
  readUsual,
  readWindow,
  subjectsAtOnce,
  takesRound,
  writeCounts,
  writeMinutes,
  writeStates,
  type NewState,
} from './store.ts';
import { readHealth } from './read.ts';
import { type HealthOf, type SubjectStanding, type Subject } from './subject.ts';

/** How each subject stands. Names those, too, that nothing was exchanged with of late. */
export type ReadStandings = (
  /** The usual time from sending to success, by route; ms. */
  usualResultMs: ReadonlyMap<string, number>,
) => Promise<(Subject & { standing: SubjectStanding })[]>;

export interface HealthRoundDeps {
  database: Database;
  counters: HealthCounters;
  readStandings: ReadStandings;
  /** By which numbers each subject is judged; absent: by the usual ones. */
  judgedBy?(subject: Subject): JudgedBy;
}

/** Between two judgements, whichever node makes them. */
const judgedEveryMs = 8_000;
const minuteMs = 60_000;
const usualEveryMs = 600_000;
const purgeEveryMs = 300_000;
/** Fewer calls say nothing about what is usual. */
const usualCallsMin = 50;

const keyOf = ({ kind, name }: Subject): string => `${kind} ${name}`;

export interface HealthRounds {
  /** One round of the task. */
  runOnce(): Promise<void>;
  /** As the last round of this node found it, for metrics. */
  present(): readonly HealthOf[];
}

export function createHealthRounds({
  database,
  counters,
  readStandings,
  judgedBy = () => usualJudgedBy,
}: HealthRoundDeps): HealthRounds {
  const write = createCountWriter(database, counters);
  const usual = createUsual(database);
  let purgedAt = Number.NEGATIVE_INFINITY;
  let present: readonly HealthOf[] = [];
  return {
    present: () => present,
    async runOnce() {
      await write();
      const judges = await takesRound(database, judgedEveryMs);
      if (!judges) {
        present = await readHealth(database);
        return;
      }
      await judgeAll(database, await usual(), { readStandings, judgedBy });
      present = await readHealth(database);
      if (environment.monotonic() - purgedAt < purgeEveryMs) return;
      purgedAt = environment.monotonic();
      await purgeHealth(database);
    },
  };
}

/** Writes this node's counts into the window, and once a minute into the minutes. */
function createCountWriter(database: Database, counters: HealthCounters): () => Promise<void> {
  const minute = new Map<string, Counted>();
  let minuteBegan = environment.monotonic();
  return async () => {
    const counted = counters.drain();
    let written = 0;
    try {
      for (const part of slicesOf(counted, subjectsAtOnce)) {
        await writeCounts(database, part);
        written += part.length;
      }
    } finally {
      counters.putBack(counted.slice(written));
      for (const each of counted.slice(0, written)) {
        // Receivers are many, and nobody asks how one was last week.
        if (each.kind === 'receiver') continue;
        const key = keyOf(each);
        const sum = minute.get(key) ?? nothingOf(each);
        addCounted(sum, each);
        minute.set(key, sum);
      }
    }
    if (minute.size === 0 || environment.monotonic() - minuteBegan < minuteMs) return;
    for (const part of slicesOf([...minute.values()], subjectsAtOnce)) {
      await writeMinutes(database, part);
      for (const each of part) minute.delete(keyOf(each));
    }
    minuteBegan = environment.monotonic();
  };
}

interface Usual {
  /** By subject. */
  callP95Ms: ReadonlyMap<string, number>;
  /** By route. */
  resultMs: ReadonlyMap<string, number>;
}

/** What is usual at this hour, read from time to time. */
function createUsual(database: Database): () => Promise<Usual> {
  let known: Usual = { callP95Ms: new Map(), resultMs: new Map() };
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (environment.monotonic() - readAt < usualEveryMs) return known;
    const sums = new Map<string, Counted>();
    for (const row of await readUsual(database)) {
      const sum = sums.get(keyOf(row)) ?? nothingOf(row);
      addCounted(sum, row);
      sums.set(keyOf(row), sum);
    }
    const p95 = (durations: Durations): number | null =>
      countOf(durations) < usualCallsMin ? null : percentileMs(durations, 0.95);
    known = {
      callP95Ms: mapOf(sums.values(), keyOf, ({ callMs }) => p95(callMs)),
      resultMs: mapOf(
        sums.values(),
        ({ name }) => name,
        ({ kind, resultMs }) => (kind === 'route' ? p95(resultMs) : null),
      ),
    };
    readAt = environment.monotonic();
    return known;
  };
}

function mapOf(
  all: Iterable<Counted>,
  key: (counted: Counted) => string,
  value: (counted: Counted) => number | null,
): Map<string, number> {
  const map = new Map<string, number>();
  for (const each of all) {
    const found = value(each);
    if (found !== null) map.set(key(each), found);
  }
  return map;
}

async function judgeAll(
  database: Database,
  usual: Usual,
  { readStandings, judgedBy }: Required<Pick<HealthRoundDeps, 'readStandings' | 'judgedBy'>>,
): Promise<void> {
  const [rows, standings, former] = await Promise.all([
    readWindow(database),
    readStandings(usual.resultMs),
    readFormer(database),
  ]);
  // The newest of all subjects together, since each may have been quiet of late.
  const nowMs = rows[0]?.at.getTime() ?? 0;
  const subjects = new Map<string, Subject>();
  for (const { kind, name } of [...rows, ...standings, ...former])
    subjects.set(keyOf({ kind, name }), { kind, name });
  const rowsOf = Map.groupBy(rows, keyOf);
  const standingOf = new Map(standings.map((each) => [keyOf(each), each.standing]));
  const before = new Map<string, Former>(former.map((each) => [keyOf(each), each]));
  const states = [...subjects].map(([key, subject]): NewState => {
    const { windowMs, thresholds } = judgedBy(subject);
    const evidence = {
      subject,
      ...gather(rowsOf.get(key) ?? [], nowMs, windowMs),
      standing: standingOf.get(key) ?? {},
      usualP95Ms: usual.callP95Ms.get(key) ?? null,
    };
    const { state, reasons, figures, isBetter } = judge(
      evidence,
      before.get(key) ?? null,
      thresholds,
    );
    return { ...subject, state, reasons, figures, isBetter };
  });
  // Whoever is cut short has written first what a crash of the database must not forget.
  const bad = states.filter(({ state }) => state !== 'healthy');
  const good = states.filter(({ state }) => state === 'healthy');
  for (const part of slicesOf([...bad, ...good], subjectsAtOnce)) await writeStates(database, part);
}
