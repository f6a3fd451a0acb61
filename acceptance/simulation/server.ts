// The real PostgreSQL of the simulation: a database whose clock is the timeline's, connections that
// are used by one virtual connection after the other, and a side connection that tells who waits
// for whom.

import { readFileSync } from 'node:fs';
import {
  openDatabase,
  type Connection,
  type Database,
  type Statement,
} from '../../gateway/src/platform/db/database.ts';
import { settingsOf, type Purpose } from '../../gateway/src/platform/db/connection-settings.ts';
import { startTestPostgres } from '../../gateway/src/node/doctor/testing/postgres.ts';

/** A connection to PostgreSQL, used by one virtual connection at a time. */
export interface Backend {
  pid: number;
  /** `moment`: of a transaction that begins; null inside one. */
  run(statement: Statement, values: readonly unknown[], moment: Moment | null): Promise<unknown[]>;
}

/** What `now()` is, and how far the clock of whoever asks is ahead of it, in ms. */
export interface Moment {
  now: number;
  skewMs: number;
}

/**
 * What PostgreSQL ends a connection or a statement for, in ms; 0: never. The simulation does it, in
 * virtual time.
 */
export interface Limits {
  lockMs: number;
  idleInTransactionMs: number;
  transactionMs: number;
  /** A client that says nothing, not even that it is alive. */
  aliveMs: number;
}

export interface Server {
  take(): Promise<Backend>;
  /** Rolls back what is open; a round trip less where nothing is. */
  give(backend: Backend, inTransaction: boolean): Promise<void>;
  /** Those of `pids` that wait for a lock. */
  waiting(pids: readonly number[]): Promise<Set<number>>;
  /** Ends the statement under way. */
  cancel(pid: number): Promise<void>;
  /** Rows of a statement of the simulation's own. */
  read<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The database itself, outside the simulation. */
  database: Database;
  /** The same at a moment of the virtual time. */
  databaseAt(now: number): Database;
  /** Runs any number of statements of the simulation's own. */
  change(text: string): Promise<void>;
  save(copy: string): Promise<void>;
  restore(copy: string): Promise<void>;
  close(): Promise<void>;
}

const setNow: Statement = {
  name: 'sim_set_now',
  text: `select set_config('sim.now', $1, false), set_config('sim.skew_ms', $2, false)`,
};
const waitingOf: Statement = {
  name: 'sim_waiting',
  text: `select pid from unnest($1::integer[]) as pid where cardinality(pg_blocking_pids(pid)) > 0`,
};
const noLimits =
  'lock_timeout, idle_in_transaction_session_timeout, transaction_timeout, statement_timeout';
const deadlockMs = 20;
const serverVersion = 18;

/** Starts from an empty, migrated database. */
export async function startServer(startAt: number): Promise<Server> {
  const postgres = await startTestPostgres();
  const db = await postgres.database();
  await db.sql(`
    alter database ${db.name} set sim.now = '${new Date(startAt).toISOString()}';
    alter database ${db.name} set deadlock_timeout = '${deadlockMs}ms';
    set sim.now = '${new Date(startAt).toISOString()}';
    ${readFileSync(new URL('./server-schema.sql', import.meta.url), 'utf8')}
    alter database ${db.name} set search_path = sim, public, pg_catalog`);
  const database = openDatabase(db.url);
  const side = await database.connect();
  const free: Backend[] = [];
  const all: Connection[] = [];
  const read = <Row>(text: string, values: readonly unknown[] = []) =>
    side.query<Row>({ name: text.slice(0, 60), text }, values);
  return {
    database,
    read,
    databaseAt: (now) => databaseAt(database, now),
    async take() {
      const known = free.shift();
      if (known !== undefined) return known;
      const connection = await database.connect();
      all.push(connection);
      return backendOf(connection);
    },
    async give(backend, inTransaction) {
      if (inTransaction)
        await backend.run({ name: 'rollback', text: 'rollback' }, [], null).catch(() => {});
      free.push(backend);
    },
    async waiting(pids) {
      const rows = await side.query<{ pid: number }>(waitingOf, [pids]);
      return new Set(rows.map(({ pid }) => pid));
    },
    cancel: async (pid) => void (await read('select pg_cancel_backend($1)', [pid])),
    change: db.sql,
    save: async (copy) => void (await read('select sim.save($1)', [copy])),
    restore: async (copy) => void (await read('select sim.restore($1)', [copy])),
    async close() {
      for (const connection of [...all, side]) connection.drop();
      await database.close();
      await db.close();
      await postgres.close();
    },
  };
}

function databaseAt(database: Database, now: number): Database {
  const connect = async (): Promise<Connection> => {
    const connection = await database.connect();
    await connection.query(setNow, [new Date(now).toISOString(), '0']);
    return connection;
  };
  return {
    ...database,
    connect,
    async query(statement, values) {
      const connection = await connect();
      try {
        return await connection.query(statement, values);
      } finally {
        await connection.close();
      }
    },
  };
}

/** Those that the gateway sets on its connections. */
export function limitsOf(purpose: Purpose): Limits {
  const settings = settingsOf(purpose, serverVersion);
  const ms = (name: string): number => Number(settings.get(name) ?? 0);
  const aliveSeconds =
    ms('tcp_keepalives_idle') + ms('tcp_keepalives_interval') * ms('tcp_keepalives_count');
  return {
    lockMs: ms('lock_timeout'),
    idleInTransactionMs: ms('idle_in_transaction_session_timeout'),
    transactionMs: ms('transaction_timeout'),
    aliveMs: aliveSeconds * 1_000,
  };
}

async function backendOf(connection: Connection): Promise<Backend> {
  for (const name of noLimits.split(', '))
    await connection.query({ name: `no_${name}`, text: `set ${name} = 0` });
  const [row] = await connection.query<{ pid: number }>({
    name: 'pid',
    text: 'select pg_backend_pid() as pid',
  });
  let there: Moment = { now: 0, skewMs: 0 };
  return {
    pid: row!.pid,
    run(statement, values, moment) {
      if (moment !== null && (moment.now !== there.now || moment.skewMs !== there.skewMs)) {
        there = moment;
        const texts = [new Date(moment.now).toISOString(), String(moment.skewMs)];
        // Travels with the statement.
        connection.query(setNow, texts).catch(() => {});
      }
      return connection.query(statement, values);
    },
  };
}
