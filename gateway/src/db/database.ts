// How does the gateway talk to PostgreSQL? One pool for short single statements, dedicated connections for writers. All statements are
// named and prepared once; statements sent together travel together (pipelining).

import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import pg from 'pg';

// int8 arrives as text by default; our code wants exact integers.
const int8Oid = 20;
pg.types.setTypeParser(int8Oid, BigInt);

/** A prepared statement: its name is its identity on a connection. */
export interface Statement {
  name: string;
  text: string;
}

/** Runs one statement. Several calls in the same turn are pipelined, in order. */
export interface Session {
  query<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Session {
  /** A connection of its own, for a writer that holds transactions. */
  connect(): Promise<Connection>;
  close(): Promise<void>;
}
export interface Connection extends Session {
  /** True once the connection has failed; make a new one. */
  readonly broken: boolean;
  /** Waits for what is under way. */
  close(): Promise<void>;
  /** Breaks off at once, also a connection that has stopped answering: what is under way fails. */
  drop(): void;
}

/**
 * All statements of the gateway find their rows by key, and their plans are kept for the life of a connection. A plan made while a table was
 * empty would scan it whole for ever: so scans and joins that read whole tables are switched off. `jokko doctor` switches them on again.
 */
const plannerOptions =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan -c jit=off';
const poolSizeMax = 8;
const connectTimeoutMs = 5_000;

/** Whether the database itself refused a statement, or could not be reached for it. */
export function isDatabaseError(error: unknown): error is Error {
  if (error instanceof pg.DatabaseError) return true;
  return error instanceof Error && /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message);
}

function sessionOf(runner: { query(config: pg.QueryConfig): Promise<pg.QueryResult> }): Session {
  return {
    async query<Row>(statement: Statement, values: readonly unknown[] = []) {
      const result = await runner.query({ name: statement.name, text: statement.text, values: values as unknown[] });
      return result.rows as Row[];
    },
  };
}

/** Statements sent in one turn leave in one write: the driver alone would make a system call for each. */
function oneWritePerTurn(client: pg.Client): (config: pg.QueryConfig) => Promise<pg.QueryResult> {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  let corked = false;
  const uncork = () => {
    corked = false;
    stream.uncork();
  };
  return (config) => {
    if (!corked) {
      corked = true;
      stream.cork();
      process.nextTick(uncork);
    }
    return client.query(config);
  };
}

/** Opens the pool. `url` is a PostgreSQL connection URL. Connecting is lazy: the first query reports what is wrong. */
export function openDatabase(url: string): Database {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'jokko',
    keepAlive: true,
    options: plannerOptions,
  };
  const pool = new pg.Pool({ ...settings, max: poolSizeMax });
  // An idle connection that breaks is replaced by the pool; the next query reports a database that is really gone.
  pool.on('error', () => {});
  return {
    ...sessionOf(pool),
    async connect() {
      const client = new pg.Client({ ...settings, pipeline: true });
      const state = { broken: false };
      client.on('error', () => (state.broken = true));
      client.on('end', () => (state.broken = true));
      await client.connect();
      return {
        ...sessionOf({ query: oneWritePerTurn(client) }),
        get broken() {
          return state.broken;
        },
        close: () => client.end(),
        drop() {
          state.broken = true;
          (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
        },
      };
    },
    close: () => pool.end(),
  };
}
