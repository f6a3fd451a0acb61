// How do many small transactions become one? A writer gathers the commands that arrived while its last commit ran (no timer, no added delay
// when idle), decides them together and commits them together. Each command gets its own result; a bad one never fails its neighbours.

import { randomUUID } from 'node:crypto';
import { hasCommitted, leaveCommitMark, type Marker } from './commit-fate.ts';
import type { Connection, Database } from './database.ts';
import { createGatherer, type Gathered, type Weight } from './gather.ts';

/** Serialization failures, deadlocks, lock time-outs, and unique keys that somebody else took meanwhile are retried this often. */
const retriesMax = 5;
const retryableCodes = new Set(['40001', '40P01', '55P03', '23505']);
/** A connection that cannot be had for this long gives its commands back as failed: nothing was stored. */
const connectPatienceMs = 4_000;
const reconnectPauseMs = 50;
/** How long the fate of a commit is asked for before nobody may be answered (F03). */
const commitFateMs = 4_000;

/** The commit may or may not have happened and could not be found out in time (F03): the caller must not answer. */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown';
}

/** Our own code failed to decide one command: that is its fault alone, not the database's. */
export class Undecided extends Error {
  override name = 'Undecided';
}

export interface Decision<Result> {
  /** In the order of the commands. */
  results: Result[];
  /** Stores what was decided, and `leaveMark` with it, ending with `commit`. Null when there is nothing to store. */
  store: ((leaveMark: () => Promise<unknown>) => Promise<void>) | null;
  /** Called once it is committed, after the results are given. */
  committed?(): void;
}

export interface GroupWriterDeps<Command, Result> extends Marker {
  database: Database;
  /** Above this many commands the statements grow without making a commit cheaper. */
  commandsMax: number;
  /** Of commands that write many rows each. */
  weight?: Weight<Command>;
  /** Begins a transaction, locks and loads what the commands need and decides each. May be called again for the same commands. */
  decide(connection: Connection, commands: Command[]): Promise<Decision<Result>>;
}

export interface GroupWriter<Command, Result> {
  /** Rejects with CommitUnknown when nobody can tell what became of it. */
  submit(command: Command): Promise<Result>;
  /** Commands waiting for the next transaction. */
  readonly waiting: number;
  /** Resolves when everything submitted before is written. */
  close(): Promise<void>;
}

export function startGroupWriter<Command, Result>(deps: GroupWriterDeps<Command, Result>): GroupWriter<Command, Result> {
  const connect = connectionKeeper(deps.database);
  const gatherer = createGatherer<Command, Result>(deps.commandsMax, (batch) => writeBatch(batch, connect.get, deps), deps.weight);
  return {
    submit: gatherer.submit,
    get waiting() {
      return gatherer.waiting;
    },
    async close() {
      await gatherer.drain();
      await connect.close();
    },
  };
}

/** Gives up at `patience` (ms since the epoch). */
type Connect = (patience?: number) => Promise<Connection>;

/** The writer's one connection, made anew when it has failed. */
function connectionKeeper(database: Database): { get: Connect; close(): Promise<void> } {
  let connection: Connection | null = null;
  return {
    async get(patience = Date.now() + connectPatienceMs) {
      if (connection !== null && !connection.broken) return connection;
      for (;;) {
        try {
          return (connection = await database.connect());
        } catch (error) {
          if (Date.now() > patience) throw error;
          await pause(reconnectPauseMs);
        }
      }
    },
    close: async () => connection?.close().catch(() => {}),
  };
}

type Batch<Command, Result> = Gathered<Command, Result>[];

/** Writes a batch; a command that the database refuses, or that our own code fails to decide, is found by writing each alone, so that it never fails its neighbours. */
async function writeBatch<Command, Result>(
  batch: Batch<Command, Result>,
  connect: Connect,
  deps: GroupWriterDeps<Command, Result>,
): Promise<void> {
  try {
    await attemptBatch(batch, connect, deps);
  } catch (error) {
    if (batch.length === 1 || error instanceof CommitUnknown || !isOfOneCommand(error)) {
      for (const waiting of batch) waiting.reject(error as Error);
      return;
    }
    for (const waiting of batch) await writeBatch([waiting], connect, deps);
  }
}

async function attemptBatch<Command, Result>(
  batch: Batch<Command, Result>,
  connect: Connect,
  deps: GroupWriterDeps<Command, Result>,
): Promise<void> {
  const commands = batch.map((waiting) => waiting.item);
  const giveOut = ({ results, committed }: Decision<Result>): void => {
    batch.forEach((waiting, index) => waiting.resolve(results[index]!));
    committed?.();
  };
  for (let retry = 0; ; retry++) {
    const connection = await connect();
    const mark = randomUUID();
    // Absent while nothing can have been committed.
    let storing: Decision<Result> | undefined;
    try {
      const decision = await deps.decide(connection, commands);
      if (decision.store === null) await connection.query({ name: 'rollback', text: 'rollback' });
      else {
        storing = decision;
        await decision.store(() => leaveCommitMark(connection, deps, mark));
      }
      giveOut(decision);
      return;
    } catch (error) {
      if (!connection.broken) await connection.query({ name: 'rollback', text: 'rollback' }).catch(() => {});
      const lost = connection.broken || !isOfOneCommand(error);
      if (lost) connection.drop();
      if (lost && storing !== undefined && (await committed(mark, connect, deps))) {
        giveOut(storing);
        return;
      }
      const retryable = lost || retryableCodes.has((error as { code?: string }).code ?? '');
      if (!retryable || retry >= retriesMax) throw error;
      await pause(Math.random() * 20 * 2 ** retry);
    }
  }
}

/** The fault of a command, not of the database: the others of its batch are written without it. */
function isOfOneCommand(error: unknown): boolean {
  // A value that cannot be made into text (RangeError, TypeError) is one command's too.
  return error instanceof Undecided || error instanceof RangeError || error instanceof TypeError || isStatementError(error);
}

/** The fate of a commit whose acknowledgement was lost. Throws CommitUnknown when the database does not say in time. */
async function committed(mark: string, connect: Connect, marker: Marker): Promise<boolean> {
  const patience = Date.now() + commitFateMs;
  for (;;) {
    let connection: Connection | null = null;
    try {
      connection = await connect(patience);
      return await before(patience, hasCommitted(connection, marker, mark));
    } catch {
      // Still down, or still committing: ask again, on a connection that waits for no older answer.
      connection?.drop();
    }
    if (Date.now() > patience) throw new CommitUnknown('the database did not say whether it committed');
    await pause(reconnectPauseMs);
  }
}

async function before<Value>(deadline: number, work: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('too late')), deadline - Date.now());
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** An error that the server reported about a statement, as opposed to a lost connection or a bug of ours. */
function isStatementError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  // Class 57 is the server going away, class 08 the connection.
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('57') && !code.startsWith('08');
}

const pause = (durationMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, durationMs));
