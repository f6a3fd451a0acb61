// Decides why a database cannot be opened: it is away and may come back, or it refuses us until
// somebody changes something. Anything else is a fault of ours.

import pg from 'pg';
import { isDatabaseError, NoAnswer } from './database-away.ts';
import { FormerPrimary, NoServer, ReadOnlyServer } from './servers.ts';

export interface OpenFault {
  kind: 'away' | 'refused';
  /** In the words of the server or the system. */
  reason: string;
}

/** No server there, no way to it, or it went away. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The driver's words: the connection broke. */
const driverWords = /^(Connection terminated|Client was closed)/;
/**
 * SQLSTATE: 08 connection, 57P01–57P03 shutting down or starting up, 53300 too many connections,
 * 55P03 another node migrates, 25006 a standby, 25P03 and 25P04 a transaction that took too long,
 * for which it ended the connection.
 */
const awayStates = /^(08|57P0[123]|53300|55P03|25006|25P0[34])/;
/** SQLSTATE: 28 role or password, 3D000 no such database, 42501 a right is missing. */
const refusedStates = /^(28|3D000|42501)/;
/** pgbouncer has one state, 08P01, for all it says. */
const poolerRefuses = /unsupported startup parameter|no such (database|user)|authentication failed/;
/** A password that is missing, or TLS that one side does not want or trust. */
const refusedWords = /^(SASL|The server does not support SSL)|certificate/i;

/** Null: not the database's fault, or not one that is known. */
export function openFaultOf(error: unknown): OpenFault | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof NoServer) {
    const kind = combine(error.errors.map(openFaultOf))?.kind;
    return { kind: kind ?? 'away', reason: error.message };
  }
  // One error for each address of a name.
  if (error instanceof AggregateError && error.errors.length > 0)
    return combine(error.errors.map(openFaultOf));
  const kind = error instanceof pg.DatabaseError ? byState(error) : byWords(error);
  return kind === null ? null : { kind, reason: error.message };
}

/**
 * The same of an error that anything may have caused: whoever refuses a connection, the system says
 * the same. Null: not known to be the database's.
 */
export const databaseLossOf = (error: unknown): OpenFault | null =>
  isDatabaseError(error) || (error instanceof Error && driverWords.test(error.message))
    ? openFaultOf(error)
    : null;

function combine(faults: readonly (OpenFault | null)[]): OpenFault | null {
  const known = faults.filter((fault) => fault !== null);
  const first = known.find(({ kind }) => kind === 'away') ?? known[0];
  return first === undefined
    ? null
    : { kind: first.kind, reason: known.map(({ reason }) => reason).join(', ') };
}

function byState({ code = '', message }: pg.DatabaseError): OpenFault['kind'] | null {
  if (refusedStates.test(code) || (code === '08P01' && poolerRefuses.test(message)))
    return 'refused';
  return awayStates.test(code) ? 'away' : null;
}

function byWords(error: NodeJS.ErrnoException): OpenFault['kind'] | null {
  const { code, syscall, message } = error;
  if ([NoAnswer, ReadOnlyServer, FormerPrimary].some((kind) => error instanceof kind))
    return 'away';
  // Its socket's file is missing. Files of ours may be missing too.
  const noSocket = code === 'ENOENT' && syscall === 'connect';
  if (noSocket || networkCodes.has(code ?? '') || driverWords.test(message)) return 'away';
  return refusedWords.test(message) ? 'refused' : null;
}
