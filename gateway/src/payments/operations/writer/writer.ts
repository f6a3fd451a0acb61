// Changes operations, balances and the ledger. One writer per node, by group commit
// (db/group-commit.ts). A transaction first locks the accounts it touches (db/account-locks.ts);
// everything below an account is then its own until the commit. That one rule excludes deadlocks
// and makes every check-then-write safe, on any number of nodes.

import type { Connection, Database } from '../../../platform/db/database.ts';
import {
  Held,
  startGroupWriter,
  Undecided,
  type Decision,
  type WaitFor,
} from '../../../platform/db/group-commit.ts';
import type { CallbackSource, CallbackWrite, ComposedCallback } from '../../callbacks/index.ts';
import type {
  AdvanceCommand,
  AdvanceResult,
  Command,
  OpenCommand,
  OpenResult,
  RestoreCommand,
  RestoreResult,
  Result,
} from '../model/commands.ts';
import { decide } from './group.ts';
import { hasLargeMedia } from './media.ts';
import { noChanges, type Changes, type View } from './group-view.ts';
import { hasChanges, loadView, storeChanges } from './transaction.ts';

/** Commands in one commit. More make the statements longer and a commit no cheaper. */
const groupCommandsMax = 512;
/**
 * A caller who opens waits for 4 s (initiate.ts). A provider's report waits longer, since it would
 * have to be queried again.
 */
const accountWaitMs = { open: 3_500, advance: 15_000, restore: 15_000 } as const;

export interface Writer {
  open(command: OpenCommand): Promise<OpenResult>;
  advance(command: AdvanceCommand): Promise<AdvanceResult>;
  restore(command: RestoreCommand): Promise<RestoreResult>;
  /** Commands waiting for the next transaction, or for their account. */
  readonly waiting: number;
  /**
   * How long commands wait for their commit, in ms; those that wait for their account do not count.
   */
  waitMs(): number;
  /** Resolves when everything submitted before is written. */
  close(): Promise<void>;
}

export interface WriterDeps {
  database: Database;
  node: number;
  composeCallback(terms: CallbackSource): ComposedCallback;
  /** Called after the commit, so that callbacks go out without waiting for a sweep. */
  onCallbacks(callbacks: CallbackWrite[]): void;
  /** Called after the commit with the change of an operation. Must not throw. */
  onAdvanced?(command: AdvanceCommand): void;
  /** Called with the duration of each commit. */
  onCommit?(tookMs: number): void;
}

export function startWriter(deps: WriterDeps): Writer {
  const writer = startGroupWriter<Command, Result>({
    database: deps.database,
    node: deps.node,
    writer: 'operations',
    commandsMax: groupCommandsMax,
    accountOfLarge: ({ type, terms }) =>
      type !== 'advance' && hasLargeMedia(terms) ? terms.accountId : null,
    onCommit: deps.onCommit,
    decide: (connection, commands, waitFor) => decideGroup(connection, commands, deps, waitFor),
    accountWaitMs: ({ type }) => accountWaitMs[type],
  });
  return {
    open: (command) => writer.submit(command) as Promise<OpenResult>,
    advance: (command) => writer.submit(command) as Promise<AdvanceResult>,
    restore: (command) => writer.submit(command) as Promise<RestoreResult>,
    get waiting() {
      return writer.waiting;
    },
    waitMs: writer.waitMs,
    close: writer.close,
  };
}

async function decideGroup(
  connection: Connection,
  commands: Command[],
  deps: WriterDeps,
  waitFor: WaitFor,
): Promise<Decision<Result>> {
  const view = await loadView(connection, commands, deps, waitFor);
  if (view === null) return { results: commands.map(heldBy), store: null };
  const changes = noChanges();
  const results = commands.map((command) =>
    view.accounts.has(command.terms.accountId)
      ? decideOne(command, view, changes)
      : heldBy(command),
  );
  // A repeat is told that its operation is stored. Committing the mark waits for the synchronous
  // standby, for which the commit of the operation may not have waited.
  const isTold = results.some((result) => 'type' in result && result.type === 'replayed');
  if (!hasChanges(changes) && !isTold) return { results, store: null };
  return {
    results,
    store: (leaveMark) => storeChanges(connection, changes, view, leaveMark),
    committed() {
      if (changes.callbacks.length > 0) deps.onCallbacks(changes.callbacks);
      if (deps.onAdvanced !== undefined) tellAdvanced(commands, results, deps.onAdvanced);
    },
  };
}

function tellAdvanced(
  commands: readonly Command[],
  results: readonly (Result | Held)[],
  tell: (command: AdvanceCommand) => void,
): void {
  for (const [place, command] of commands.entries()) {
    const result = results[place]!;
    if (command.type === 'advance' && 'type' in result && result.type === 'advanced') tell(command);
  }
}

const heldBy = ({ terms }: Command): Held => new Held(terms.accountId);

function decideOne(command: Command, view: View, changes: Changes): Result {
  try {
    return decide(command, view, changes);
  } catch (error) {
    throw new Undecided(`operation ${command.terms.id}: ${String(error)}`, { cause: error });
  }
}
