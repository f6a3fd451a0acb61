// What a group of commands is decided with, and what comes of it.

import type { Connection } from './database.ts';

/**
 * The commit may or may not have happened and could not be found out in time (F03): the caller must
 * not answer.
 */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown';
}

/** Our own code failed to decide one command: that is its fault alone, not the database's. */
export class Undecided extends Error {
  override name = 'Undecided';
}

/**
 * Nothing was stored: somebody else has held the command's account for too long. To be submitted
 * again.
 */
export class AccountBusy extends Error {
  override name = 'AccountBusy';
}

/**
 * In place of a result: somebody else holds the account of the command, so it was left out of its
 * group.
 */
export class Held {
  readonly accountId: number;
  constructor(accountId: number) {
    this.accountId = accountId;
  }
}

/**
 * An account that is waited for; those of the other commands are left out where somebody holds
 * them. Null: none is waited for.
 */
export type WaitFor = number | null;

export interface Decision<Result> {
  /** In the order of the commands. */
  results: (Result | Held)[];
  /**
   * Stores what was decided, and `leaveMark` with it, ending with `commit`. Null when there is
   * nothing to store.
   */
  store: ((leaveMark: () => Promise<unknown>) => Promise<void>) | null;
  /** Called once it is committed. */
  committed?(): void;
}

/**
 * Begins a transaction, locks and loads what the commands need (account-locks.ts) and decides each.
 * May be called again for the same commands.
 */
export type Decide<Command, Result> = (
  connection: Connection,
  commands: Command[],
  waitFor: WaitFor,
) => Promise<Decision<Result>>;
