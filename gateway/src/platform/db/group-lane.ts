// Writes groups of commands, one transaction at a time, on a connection of its own that is made
// anew when it has failed.

import { hasCommitted, leaveCommitMark, LeaseOver, type Marker } from './commit-fate.ts';
import type { Purpose } from './connection-settings.ts';
import type { Connection, Database } from './database.ts';
import { CommitUnknown, Undecided, type Decide, type Decision } from './group-decision.ts';
import { Held, type WaitFor } from './group-decision.ts';
import { environment } from '../environment.ts';
import { startDeadline, type Deadline } from '../system/deadline.ts';
import { within } from './within.ts';

/**
 * Serialization failures, deadlocks, lock time-outs, and unique keys taken concurrently are retried
 * this often (F47).
 */
const retriesMax = 5;
const retryableCodes = new Set(['40001', '40P01', '55P03', '23505']);
const lockNotAvailable = '55P03';
/** Nothing is begun again after this: the callers' patience is over soon. */
const retryMs = 3_000;
/**
 * A connection that cannot be had for this long gives its commands back as failed: nothing was
 * stored.
 */
const connectTimeoutMs = 4_000;
const reconnectPauseMs = 50;
/** How long the fate of a commit is queried before callers are left without an answer (F03). */
const commitFateMs = 4_000;

export interface LaneDeps<Command, Result> extends Marker {
  database: Database;
  /** Told how long each commit took, from its first lock. */
  onCommit?: ((tookMs: number) => void) | undefined;
  decide: Decide<Command, Result>;
  /** The purpose of its connection; `writer` unless told. */
  purpose?: 'large';
}

/** What came of one command. */
export type Outcome<Result> = { result: Result | Held } | { error: unknown };

export interface Lane<Command, Result> {
  /**
   * Writes them in one transaction; a command that the database refuses, or that our own code fails
   * to decide, never fails its neighbors. Never throws.
   */
  write(commands: Command[], waitFor: WaitFor): Promise<Outcome<Result>[]>;
  close(): Promise<void>;
}

export function openLane<Command, Result>(deps: LaneDeps<Command, Result>): Lane<Command, Result> {
  const connect = reconnector(deps.database, deps.purpose ?? 'writer');
  const write: Lane<Command, Result>['write'] = async (commands, waitFor) => {
    try {
      const results = await writeTogether(commands, waitFor, connect.get, deps);
      return results.map((result) => ({ result }));
    } catch (error) {
      if (waitFor !== null && codeOf(error) === lockNotAvailable)
        return commands.map(() => ({ result: new Held(waitFor) }));
      const together = error instanceof CommitUnknown || !isOfOneCommand(error);
      if (commands.length === 1 || together) return commands.map(() => ({ error }));
      // The fault is found by writing each alone.
      const outcomes: Outcome<Result>[] = [];
      for (const command of commands) outcomes.push(...(await write([command], null)));
      return outcomes;
    }
  };
  return { write, close: connect.close };
}

type Connect = (deadline?: Deadline) => Promise<Connection>;

const patienceOf = ({ patience = 1 }: Database): number => patience;

function reconnector(
  database: Database,
  purpose: Purpose,
): { get: Connect; close(): Promise<void> } {
  let connection: Connection | null = null;
  let opening: Promise<Connection> | null = null;
  const open = (): Promise<Connection> => {
    // Kept also when nobody waits for it any more.
    opening ??= database
      .connect(purpose)
      .then((made) => (connection = made))
      .finally(() => (opening = null));
    return opening;
  };
  return {
    async get(deadline) {
      if (connection !== null && !connection.broken) return connection;
      const own = deadline ?? startDeadline(connectTimeoutMs * patienceOf(database));
      try {
        return await repeatUntil(own, open);
      } finally {
        if (deadline === undefined) own.stop();
      }
    },
    close: async () => connection?.close().catch(() => {}),
  };
}

async function repeatUntil(
  deadline: Deadline,
  open: () => Promise<Connection>,
): Promise<Connection> {
  for (;;) {
    try {
      return await within(deadline.leftMs(), open());
    } catch (error) {
      if (deadline.leftMs() <= 0) throw error;
      await environment.sleep(reconnectPauseMs);
    }
  }
}

async function writeTogether<Command, Result>(
  commands: Command[],
  waitFor: WaitFor,
  connect: Connect,
  deps: LaneDeps<Command, Result>,
): Promise<Decision<Result>['results']> {
  const retryUntil = environment.monotonic() + retryMs * patienceOf(deps.database);
  for (let retry = 0; ; retry++) {
    const connection = await connect();
    const mark = environment.uuid();
    // Absent while nothing can have been committed.
    let storing: Decision<Result> | undefined;
    const began = environment.monotonic();
    try {
      const decision = await deps.decide(connection, commands, waitFor);
      if (decision.store === null) await connection.query({ name: 'rollback', text: 'rollback' });
      else {
        storing = decision;
        await decision.store(() => leaveCommitMark(connection, deps, mark));
        deps.onCommit?.(environment.monotonic() - began);
      }
      decision.committed?.();
      return decision.results;
    } catch (error) {
      if (!connection.broken)
        await connection.query({ name: 'rollback', text: 'rollback' }).catch(() => {});
      if (error instanceof LeaseOver) throw error;
      const lost = connection.broken || !isOfOneCommand(error);
      if (lost) connection.drop();
      if (lost && storing !== undefined && (await committed(mark, connect, deps))) {
        storing.committed?.();
        return storing.results;
      }
      const retryable = lost || isRetryable(error, waitFor);
      if (!retryable || retry >= retriesMax || environment.monotonic() > retryUntil) throw error;
      await environment.sleep(environment.random() * 20 * 2 ** retry);
    }
  }
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

/** Who waits for an account comes back by itself. */
const isRetryable = (error: unknown, waitFor: WaitFor): boolean =>
  retryableCodes.has(String(codeOf(error))) &&
  !(waitFor !== null && codeOf(error) === lockNotAvailable);

/** The fault of a command, not of the database: the others of its batch are written without it. */
function isOfOneCommand(error: unknown): boolean {
  // A value that cannot be made into text (RangeError, TypeError) is one command's too.
  return (
    error instanceof Undecided ||
    error instanceof RangeError ||
    error instanceof TypeError ||
    isStatementError(error)
  );
}

/**
 * The fate of a commit whose acknowledgement was lost. Throws CommitUnknown when the database does
 * not say in time.
 */
async function committed(
  mark: string,
  connect: Connect,
  { database, ...marker }: Marker & { database: Database },
): Promise<boolean> {
  const deadline = startDeadline(commitFateMs * patienceOf(database));
  try {
    for (;;) {
      let connection: Connection | null = null;
      try {
        connection = await connect(deadline);
        return await within(deadline.leftMs(), hasCommitted(connection, marker, mark));
      } catch {
        // Still down, or still committing: ask again, on a connection that waits for no older
        // answer.
        connection?.drop();
      }
      if (deadline.leftMs() <= 0)
        throw new CommitUnknown('the database did not say whether it committed');
      await environment.sleep(reconnectPauseMs);
    }
  } finally {
    deadline.stop();
  }
}

/**
 * An error that the server reported about a statement, as opposed to a lost connection or a bug of
 * ours.
 */
function isStatementError(error: unknown): boolean {
  const code = codeOf(error);
  // Class 57 is the server going away, class 08 the connection. EPIPE is no class of SQLSTATE, but
  // the socket's word.
  return (
    typeof code === 'string' &&
    /^[0-9A-Z]{5}$/.test(code) &&
    !code.startsWith('E') &&
    !code.startsWith('57') &&
    !code.startsWith('08')
  );
}
