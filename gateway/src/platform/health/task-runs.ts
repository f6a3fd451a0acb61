// Reports how the background tasks of each node are doing. A node remembers the last run of each
// of its tasks, and stores all of them periodically.

import type { Session, Statement } from '../db/database.ts';
import { environment } from '../environment.ts';

/** One round. */
export interface Round {
  task: string;
  /** How long it rests between two rounds. */
  everyMs: number;
  /** On the clock of `environment.monotonic()`. */
  startedAt: number;
  durationMs: number;
  /** Null: it went well. */
  error: string | null;
}

interface Remembered extends Round {
  rounds: number;
  failures: number;
  failedAt: number | null;
}

export interface Rounds {
  note(round: Round): void;
  /** Writes what is remembered; one statement, however many tasks. */
  write(): Promise<void>;
}

/** What went wrong, as far as a page has room for it. */
const errorCharactersMax = 300;

// Rows of nodes that are gone for a day are of no use to anybody.
const upsert: Statement = {
  name: 'note_task_runs',
  text: `
    with old as (delete from task_run where noted_at < now() - interval '1 day')
    insert into task_run as t (node_id, task, every_ms, started_at, duration_ms, rounds, failures,
      failed_at, error)
    select $2, r.task, r.every, now() - r.started_ago * interval '1 millisecond', r.duration,
      r.rounds, r.failures,
      now() - r.failed_ago * interval '1 millisecond', r.error
    from json_to_recordset($1::json) as r(task text, every integer, started_ago float8,
      duration integer, rounds bigint, failures bigint,
      failed_ago float8, error text)
    on conflict (node_id, task) do update set every_ms = excluded.every_ms,
      started_at = excluded.started_at,
      duration_ms = excluded.duration_ms, rounds = excluded.rounds, failures = excluded.failures,
        failed_at = excluded.failed_at,
      error = excluded.error, noted_at = now()`,
};

export function createRounds(session: Session, nodeId: string): Rounds {
  const remembered = new Map<string, Remembered>();
  return {
    note(round) {
      const before = remembered.get(round.task);
      remembered.set(round.task, {
        ...round,
        error: round.error?.slice(0, errorCharactersMax) ?? before?.error ?? null,
        rounds: (before?.rounds ?? 0) + 1,
        failures: (before?.failures ?? 0) + (round.error === null ? 0 : 1),
        failedAt: round.error === null ? (before?.failedAt ?? null) : round.startedAt,
      });
    },
    async write() {
      const now = environment.monotonic();
      const rows = [...remembered.values()].map(
        ({ task, everyMs, startedAt, durationMs, rounds, failures, failedAt, error }) => ({
          task,
          rounds,
          failures,
          error,
          failed_ago: failedAt === null ? null : now - failedAt,
          every: everyMs,
          started_ago: now - startedAt,
          duration: Math.round(durationMs),
        }),
      );
      if (rows.length > 0) await session.query(upsert, [JSON.stringify(rows), nodeId]);
    },
  };
}

export interface TaskRun {
  nodeId: string;
  task: string;
  everyMs: number;
  startedAt: Date;
  durationMs: number;
  /** Since the node was started. */
  rounds: number;
  failures: number;
  failedAt: Date | null;
  /** The error of the last round that failed. */
  error: string | null;
  /** How much later than it should the next round is, as of the node's last note. */
  lateMs: number;
  /** The last round failed. */
  failing: boolean;
}

const selectRuns: Statement = {
  name: 'select_task_runs',
  text: `
    select r.node_id as "nodeId", r.task, r.every_ms as "everyMs", r.started_at as "startedAt",
      r.duration_ms as "durationMs",
      r.rounds::float8 as rounds, r.failures::float8 as failures, r.failed_at as "failedAt",
        r.error,
      greatest(0, extract(epoch from r.noted_at - r.started_at) * 1000 - r.duration_ms -
        r.every_ms)::float8 as "lateMs",
      coalesce(r.failed_at >= r.started_at, false) as failing
    from task_run r join node n on n.node_id = r.node_id and n.started_at <= r.noted_at
    order by r.node_id, r.task`,
};

/** Lists the nodes that run, or did so within the last day. */
export function listTaskRuns(session: Session): Promise<TaskRun[]> {
  return session.query<TaskRun>(selectRuns);
}
