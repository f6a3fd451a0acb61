// How does the gateway talk to PostgreSQL? One pool for short single statements, dedicated connections for writers. All statements are
// named and prepared once; statements sent together travel together (pipelining).

import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import pg from 'pg';
import { rememberAway } from './database-away.ts';

// int8 arrives as text by default; our code wants exact integers.
const int8Oid = 20;
pg.types.setTypeParser(int8Oid, BigInt);

/** A prepared statement: its name is its identity on a connection. */
export interface Statement {
  name: string;
  text: string;
  /** Waited for however long it takes, since what came of it must be known. */
  patient?: true;
}

/** Runs one statement. Several calls in the same turn are pipelined, in order. */
export interface Session {
  /** The same for all sessions of one opened database: under it a process keeps what it knows of the database. */
  readonly home?: object;
  query<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Session {
  /** A connection of its own, for a writer that holds transactions. */
  connect(): Promise<Connection>;
  close(): Promise<void>;
}
export interface OpenDatabase extends Database {
  /**
   * The same database for somebody who waits: reads, and all statements of transactions but the commit, fail after `deadlineMs`, their
   * connection is thrown away, and what a transaction did is rolled back. Single statements that write are waited for.
   */
  withDeadline(deadlineMs: number): Database;
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
export const plannerOptions =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan -c jit=off';
const poolSizeMax = 8;
const connectTimeoutMs = 5_000;

type Runner = { query(config: TimedQuery): Promise<pg.QueryResult> };
/** `query_timeout`: in ms; the driver knows it by statement, its types do not. */
type TimedQuery = pg.QueryConfig & { query_timeout?: number };

function sessionOf(home: object, runner: Runner, deadlineOf: (statement: Statement) => number | null = () => null): Session {
  return {
    home,
    async query<Row>(statement: Statement, values: readonly unknown[] = []) {
      const deadlineMs = deadlineOf(statement);
      const query: TimedQuery = { name: statement.name, text: statement.text, values: values as unknown[] };
      if (deadlineMs === null) return (await runner.query(query).catch(rememberAway)).rows as Row[];
      // The driver's own time begins when a connection is free, and throws the connection away.
      const run = within(deadlineMs, runner.query({ ...query, query_timeout: deadlineMs }));
      return (await run.catch(rememberAway)).rows as Row[];
    },
  };
}

function within<Result>(deadlineMs: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('Query read timeout')), deadlineMs);
    work.finally(() => clearTimeout(late)).then(resolve, reject);
  });
}

/** Statements sent in one turn leave in one write: the driver alone would make a system call for each. */
function oneWritePerTurn(client: pg.Client): Runner['query'] {
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
export function openDatabase(url: string): OpenDatabase {
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
  const make = () => new pg.Client({ ...settings, pipeline: true });
  const close = () => pool.end();
  return {
    ...sessionOf(pool, pool),
    connect: () => connectionOf(pool, make(), null),
    withDeadline: (deadlineMs) => ({
      ...sessionOf(pool, pool, (statement) => (isRead(statement) ? deadlineMs : null)),
      connect: () => connectionOf(pool, make(), deadlineMs),
      close,
    }),
    close,
  };
}

const writing = /\b(insert|update|delete|merge|truncate|lock|nextval|setval|pg_notify)\b/i;
/** Locks of rows count as writing, which errs on the side of waiting. */
const isRead = ({ text }: Statement): boolean => /^\s*(select|with)\b/i.test(text) && !writing.test(text);

async function connectionOf(home: object, client: pg.Client, deadlineMs: number | null): Promise<Connection> {
  const state = { broken: false };
  client.on('error', () => (state.broken = true));
  client.on('end', () => (state.broken = true));
  await client.connect().catch(rememberAway);
  const drop = (): void => {
    state.broken = true;
    (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  };
  return {
    ...sessionOf(home, { query: oneWritePerTurn(client) }, ({ patient }) => (patient === true ? null : deadlineMs)),
    get broken() {
      return state.broken;
    },
    async close() {
      const late = deadlineMs === null ? undefined : setTimeout(drop, deadlineMs);
      await client.end().finally(() => clearTimeout(late));
    },
    drop,
  };
}
