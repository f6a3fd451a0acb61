// Access to PostgreSQL: one pool for short single statements, dedicated connections for writers.
// All statements are named and prepared once; statements sent together travel together
// (pipelining). Every statement has a deadline, after which its connection is thrown away.

import pg from 'pg';
import type { ConnectOptions } from './connect.ts';
import type { Purpose } from './connection-settings.ts';
import { isStalePlan, openConnection, type OpenConnection } from './connection.ts';
import { createPool, type Pool } from './pool.ts';
import { keepSpares, type SpareConnections } from './spare-connections.ts';
import { environment } from '../environment.ts';
import type { Statement } from './statement.ts';
import { within } from './within.ts';

export type { Statement } from './statement.ts';

// int8 arrives as text by default; our code wants exact integers.
const int8Oid = 20;
pg.types.setTypeParser(int8Oid, BigInt);

/** Runs one statement. Several calls in the same turn are pipelined, in order. */
export interface Session {
  /**
   * The same for all sessions of one opened database: under it a process keeps what it knows of the
   * database.
   */
  readonly home?: object | undefined;
  query<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Session {
  /** How many times longer than usual those who use it wait for it; 1 unless told. */
  readonly patience?: number;
  /** A connection of its own, for a transaction or for what `purpose` says. */
  connect(purpose?: Purpose): Promise<Connection>;
  close(): Promise<void>;
}
export interface OpenDatabase extends Database {
  /** How the server's lists name these connections; no other process has the same. */
  readonly connectionsName: string;
  /**
   * The same database for somebody who waits shorter or longer: reads, and all statements of
   * transactions but the commit, fail after `deadlineMs`, their connection is thrown away, and what
   * a transaction did is rolled back. Single statements that write have the usual deadline, or this
   * one where it is longer.
   */
  withDeadline(deadlineMs: number): Database;
}
export interface Connection extends Session {
  /**
   * Named by whoever wraps one: without it what is known of the database would be forgotten.
   * Undefined in tests of statements alone.
   */
  readonly home: object | undefined;
  /** True once the connection has failed; make a new one. */
  readonly broken: boolean;
  /** Waits for what is under way. */
  close(): Promise<void>;
  /**
   * Instead of `close` after a commit: the next transaction may have it. Not where the session
   * keeps anything, a setting or a lock. Where it is of no more use it is closed.
   */
  giveBack(): Promise<void>;
  /** Breaks off at once, also a connection that has stopped answering: what is under way fails. */
  drop(): void;
}

/**
 * How long a statement's answer is waited for, by what its connection is for. Above the server's
 * own limits there (connection-settings.ts).
 */
const answerMs: { [purpose in Purpose]: number } = {
  statement: 5_000,
  transaction: 4_000,
  writer: 4_000,
  large: 15_000,
  import: 60_000,
  report: 3_600_000,
  migration: 3_600_000,
  listen: 5_000,
};
const patientMs = 10_000;

/**
 * Opens the database at `url`, a PostgreSQL connection URL. Connecting is lazy: the first query
 * reports what is wrong. `patience`: how many times longer than usual its answers, its locks and
 * its connections are waited for; tests that prove no limit are not to meet one.
 */
export const openDatabase = (url: string, patience = 1): OpenDatabase =>
  databaseOver((options) => openConnection(url, options), patience);

/** The same over connections that `open` makes: a simulation has its own. */
export function databaseOver(
  open: (options: ConnectOptions) => Promise<OpenConnection>,
  patience = 1,
): OpenDatabase {
  const name = `jokko ${environment.uuid()}`;
  const statementMs = answerMs.statement * patience;
  const pool = createPool(() => open({ purpose: 'statement', name, patience }), patience);
  const openFor = (purpose: Purpose) => open({ purpose, name, pipeline: true, patience });
  const spares = keepSpares(() => openFor('transaction'));
  const connect = async (purpose: Purpose, deadlineMs: number): Promise<Connection> =>
    purpose === 'transaction'
      ? connectionOf(pool, await spares.take(), deadlineMs, spares)
      : connectionOf(pool, await openFor(purpose), deadlineMs, null);
  const close = async (): Promise<void> => {
    await Promise.all([pool.close(), spares.close()]);
  };
  return {
    connectionsName: name,
    patience,
    ...sessionOf(pool, () => statementMs),
    connect: (purpose = 'transaction') => connect(purpose, answerMs[purpose] * patience),
    withDeadline: (deadlineMs) => ({
      patience,
      ...sessionOf(pool, (statement) =>
        isRead(statement) ? deadlineMs : Math.max(deadlineMs, statementMs),
      ),
      connect: (purpose = 'transaction') => connect(purpose, deadlineMs),
      close,
    }),
    close,
  };
}

const writing = /\b(insert|update|delete|merge|truncate|lock|nextval|setval|pg_notify)\b/i;
/** Locks of rows count as writing, which errs on the side of waiting. */
const isRead = ({ text }: Statement): boolean =>
  /^\s*(select|with)\b/i.test(text) && !writing.test(text);

function sessionOf(pool: Pool, deadlineOf: (statement: Statement) => number): Session {
  return {
    home: pool,
    query<Row>(statement: Statement, values: readonly unknown[] = []) {
      const deadlineMs = deadlineOf(statement);
      const run = () =>
        pool.use((connection) => connection.run<Row>(statement, values, deadlineMs));
      const again = (error: unknown) => {
        if (isStalePlan(error)) return run();
        throw error;
      };
      return within(deadlineMs, run().catch(again));
    },
  };
}

function connectionOf(
  home: object,
  connection: OpenConnection,
  deadlineMs: number,
  spares: SpareConnections | null,
): Connection {
  const close = (): Promise<void> => {
    if (connection.broken) spares?.drop();
    return connection.close();
  };
  return {
    home,
    query: (statement, values = []) =>
      connection.run(
        statement,
        values,
        statement.patient === true ? Math.max(deadlineMs, patientMs) : deadlineMs,
      ),
    get broken() {
      return connection.broken;
    },
    close,
    async giveBack() {
      if (spares === null || connection.broken) await close();
      else spares.put(connection);
    },
    drop: connection.drop,
  };
}
