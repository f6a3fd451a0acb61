// Decides whether an error is the database's: it refused a statement, it is unreachable, or it has
// stopped answering. All others are faults of ours.

import pg from 'pg';
import { NoServer, ReadOnlyServer } from './servers.ts';
import { NoAnswer } from './within.ts';

export { NoAnswer };

/**
 * PostgreSQL has committed, but gave up waiting for its synchronous standby: the commit is lost if
 * the primary is. It is not durable, and nobody may be told of it (F52).
 */
export class NotReplicated extends Error {
  override name = 'NotReplicated';
  constructor() {
    super('PostgreSQL reported that a commit was not replicated to its synchronous standby');
  }
}

/** By which the driver says that there is no connection. */
const words = /^(Connection terminated|Client (has encountered a connection error|was closed))/;
/**
 * Codes of the system: ECONNREFUSED, ENOENT (the socket's file), ECONNRESET, ETIMEDOUT, EPIPE,
 * EAI_AGAIN …
 */
const systemCode = /^E[A-Z_]{3,}$/;

/**
 * Errors of the system look the same whoever caused them, so that those of the database's
 * connections are remembered.
 */
const remembered = new WeakSet<Error>();

/** Throws what came over a connection of the database again, known from then on. */
export function rememberAway(error: unknown): never {
  if (
    error instanceof Error &&
    (words.test(error.message) || systemCode.test((error as NodeJS.ErrnoException).code ?? ''))
  ) {
    remembered.add(error);
  }
  throw error;
}

/**
 * Whether the database itself refused a statement, could not be reached for it, or did not answer
 * in time.
 */
export function isDatabaseError(error: unknown): error is Error {
  return (
    error instanceof pg.DatabaseError ||
    error instanceof NoAnswer ||
    error instanceof NotReplicated ||
    error instanceof NoServer ||
    error instanceof ReadOnlyServer ||
    (error instanceof Error && remembered.has(error))
  );
}

/**
 * `value`: it refused a value that no column of that type can hold (SQLSTATE class 22). `away`:
 * another error of its. Null: not its fault.
 */
export function databaseFault(error: unknown): 'value' | 'away' | null {
  if (error instanceof pg.DatabaseError && error.code?.startsWith('22') === true) return 'value';
  return isDatabaseError(error) ? 'away' : null;
}
