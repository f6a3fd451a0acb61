// Who changes operations, balances and the ledger? One writer per node. It gathers the commands that arrived while the last commit ran
// (no timer, no added delay when idle) and writes them as one transaction with set-based statements. Each command gets its own result.
//
// A transaction first locks the accounts it touches, in id order; everything below an account is then its own until the commit.
// That one rule excludes deadlocks and makes every check-then-write safe, on any number of nodes.

import { randomUUID } from 'node:crypto';
import type { Connection, Database } from '../../db/database.ts';
import { CommitUnknown, type AdvanceCommand, type AdvanceResult, type Command, type OpenCommand, type OpenResult } from './commands.ts';
import { hasCommitted } from './commit-fate.ts';
import type { CallbackFacts, CallbackWrite, ComposedCallback } from '../callbacks/index.ts';
import { decide, noChanges, type Changes, type View } from './batch.ts';
import { createGatherer, type Gathered } from '../../db/gather.ts';
import { hasChanges, loadView, storeChanges } from './transaction.ts';

/** Above this the statements grow without making a commit cheaper. */
const batchCommandsMax = 512;
/** Serialization failures, deadlocks, lock time-outs, and bills that another account took meanwhile are retried this often. */
const retriesMax = 5;
const retryableCodes = new Set(['40001', '40P01', '55P03', '23505']);
/** A connection that cannot be had for this long gives its commands back as failed: nothing was stored. */
const connectPatienceMs = 4_000;
const reconnectPauseMs = 50;
/** How long the fate of a commit is asked for before the caller's socket is closed without an answer (F03). */
const commitFateMs = 4_000;

export interface Writer {
  open(command: OpenCommand): Promise<OpenResult>;
  advance(command: AdvanceCommand): Promise<AdvanceResult>;
  /** Commands waiting for the next transaction. */
  readonly waiting: number;
  /** Resolves when everything submitted before is written. */
  close(): Promise<void>;
}

export interface WriterDeps {
  database: Database;
  node: number;
  composeCallback(facts: CallbackFacts): ComposedCallback;
  /** Told after the commit, so that callbacks go out without waiting for a sweep. */
  onCallbacks(callbacks: CallbackWrite[]): void;
}

type Result = OpenResult | AdvanceResult;
type Waiting = Gathered<Command, Result>;
/** Gives up at `patience` (ms since the epoch). */
type Connect = (patience?: number) => Promise<Connection>;

export function startWriter(deps: WriterDeps): Writer {
  const connect = connectionKeeper(deps.database);
  const gatherer = createGatherer<Command, Result>(batchCommandsMax, (batch) => writeBatch(batch, connect.get, deps));
  return {
    open: (command) => gatherer.submit(command) as Promise<OpenResult>,
    advance: (command) => gatherer.submit(command) as Promise<AdvanceResult>,
    get waiting() {
      return gatherer.waiting;
    },
    async close() {
      await gatherer.drain();
      await connect.close();
    },
  };
}

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

/** Writes a batch; a command that the database refuses, or that our own code fails to decide, is found by writing each alone, so that it never fails its neighbours. */
async function writeBatch(batch: Waiting[], connect: Connect, deps: WriterDeps): Promise<void> {
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

async function attemptBatch(batch: Waiting[], connect: Connect, deps: WriterDeps): Promise<void> {
  const commands = batch.map((waiting) => waiting.item);
  for (let retry = 0; ; retry++) {
    const connection = await connect();
    const progress: Progress = { mark: randomUUID() };
    try {
      const { results, callbacks } = await writeTransaction(connection, commands, deps, progress);
      batch.forEach((waiting, index) => waiting.resolve(results[index]!));
      if (callbacks.length > 0) deps.onCallbacks(callbacks);
      return;
    } catch (error) {
      if (!connection.broken) await connection.query({ name: 'rollback', text: 'rollback' }).catch(() => {});
      const lost = connection.broken || !isOfOneCommand(error);
      if (lost) connection.drop();
      if (lost && progress.outcome !== undefined && (await committed(progress.mark, connect, deps.node))) {
        batch.forEach((waiting, index) => waiting.resolve(progress.outcome!.results[index]!));
        if (progress.outcome.callbacks.length > 0) deps.onCallbacks(progress.outcome.callbacks);
        return;
      }
      const retryable = lost || retryableCodes.has((error as { code?: string }).code ?? '');
      if (!retryable || retry >= retriesMax) throw error;
      await pause(Math.random() * 20 * 2 ** retry);
    }
  }
}

interface Outcome {
  results: Result[];
  callbacks: CallbackWrite[];
}
interface Progress {
  /** Of the transaction, to find out whether it was committed. */
  mark: string;
  /** What the transaction decided; absent while nothing can have been committed. */
  outcome?: Outcome;
}

async function writeTransaction(connection: Connection, commands: Command[], deps: WriterDeps, progress: Progress): Promise<Outcome> {
  const view = await loadView(connection, commands, deps);
  const changes = noChanges();
  const results = commands.map((command) => decideOne(command, view, changes));
  const outcome = { results, callbacks: changes.callbacks };
  if (!hasChanges(changes)) {
    await connection.query({ name: 'rollback', text: 'rollback' });
    return outcome;
  }
  progress.outcome = outcome;
  await storeChanges(connection, changes, view, progress.mark);
  return outcome;
}

/** A bug of ours in deciding a command, as opposed to whatever a broken connection throws. */
class Undecided extends Error {
  override name = 'Undecided';
}

function decideOne(command: Command, view: View, changes: Changes): Result {
  try {
    return decide(command, view, changes);
  } catch (error) {
    throw new Undecided(`operation ${command.facts.id}: ${String(error)}`, { cause: error });
  }
}

/** The fault of a command, not of the database: the others of its batch are written without it. */
function isOfOneCommand(error: unknown): boolean {
  // A value that cannot be made into text (RangeError, TypeError) is one command's too.
  return error instanceof Undecided || error instanceof RangeError || error instanceof TypeError || isStatementError(error);
}

/** The fate of a commit whose acknowledgement was lost. Throws CommitUnknown when the database does not say in time. */
async function committed(mark: string, connect: Connect, node: number): Promise<boolean> {
  const patience = Date.now() + commitFateMs;
  for (;;) {
    let connection: Connection | null = null;
    try {
      connection = await connect(patience);
      return await before(patience, hasCommitted(connection, node, mark));
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
