// Who changes operations, balances and the ledger? One writer per node, by group commit (db/group-commit.ts).
//
// A transaction first locks the accounts it touches, in id order; everything below an account is then its own until the commit.
// That one rule excludes deadlocks and makes every check-then-write safe, on any number of nodes.

import type { Connection, Database } from '../../db/database.ts';
import { startGroupWriter, Undecided, type Decision } from '../../db/group-commit.ts';
import type { CallbackFacts, CallbackWrite, ComposedCallback } from '../callbacks/index.ts';
import type { AdvanceCommand, AdvanceResult, Command, OpenCommand, OpenResult } from './commands.ts';
import { decide, noChanges, type Changes, type View } from './batch.ts';
import { hasChanges, loadView, storeChanges } from './transaction.ts';

/** Above this the statements grow without making a commit cheaper. */
const batchCommandsMax = 512;

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

export function startWriter(deps: WriterDeps): Writer {
  const writer = startGroupWriter<Command, Result>({
    database: deps.database,
    node: deps.node,
    writer: 'operations',
    commandsMax: batchCommandsMax,
    decide: (connection, commands) => decideBatch(connection, commands, deps),
  });
  return {
    open: (command) => writer.submit(command) as Promise<OpenResult>,
    advance: (command) => writer.submit(command) as Promise<AdvanceResult>,
    get waiting() {
      return writer.waiting;
    },
    close: writer.close,
  };
}

async function decideBatch(connection: Connection, commands: Command[], deps: WriterDeps): Promise<Decision<Result>> {
  const view = await loadView(connection, commands, deps);
  const changes = noChanges();
  const results = commands.map((command) => decideOne(command, view, changes));
  if (!hasChanges(changes)) return { results, store: null };
  return {
    results,
    store: (leaveMark) => storeChanges(connection, changes, view, leaveMark),
    committed() {
      if (changes.callbacks.length > 0) deps.onCallbacks(changes.callbacks);
    },
  };
}

function decideOne(command: Command, view: View, changes: Changes): Result {
  try {
    return decide(command, view, changes);
  } catch (error) {
    throw new Undecided(`operation ${command.facts.id}: ${String(error)}`, { cause: error });
  }
}
