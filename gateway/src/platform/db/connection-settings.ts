// The settings of every connection: how its statements are planned, and how long it may hold what
// others wait for. A node that is frozen, or cut off, must not keep its locks: the server ends what
// it left open (decision 0001).
//
// They are set by SQL, first of all, and not by the start-up parameter `options`, which poolers
// refuse.

import { defined } from '@jokko/contract';

/**
 * What a connection is for.
 * - `statement`: single statements of the pool.
 * - `transaction`: transactions that hold rows others wait for.
 * - `writer`: the same, of a writer, for which many wait.
 * - `large`: the same, of one command of megabytes, for which others wait only where its account
 *   is theirs too.
 * - `import`: one transaction that takes in a file at its sender's pace.
 * - `report`: reads everything in one snapshot, as the doctor does.
 * - `migration`: changes the schema, and waits for other nodes that do.
 * - `listen`: waits for notifications.
 */
export type Purpose =
  'statement' | 'transaction' | 'writer' | 'large' | 'import' | 'report' | 'migration' | 'listen';

/** In ms, enforced by the server; 0 is no limit. */
interface Limits {
  /** A wait for one lock. */
  lockMs: number;
  /** Between two statements of a transaction. */
  idleInTransactionMs: number;
  /**
   * One statement. Connections with transactions have none: it would cut short the wait of `commit`
   * for a synchronous standby, and PostgreSQL then reports a commit that only the primary has.
   */
  statementMs: number;
  /** A whole transaction, up to its `commit`; PostgreSQL 17 or newer. */
  transactionMs: number;
}

const hourMs = 3_600_000;

const limits: { [purpose in Purpose]: Limits } = {
  // Longer than anybody waits for an answer (database.ts).
  statement: { lockMs: 3_000, idleInTransactionMs: 3_000, statementMs: 30_000, transactionMs: 0 },
  transaction: { lockMs: 3_000, idleInTransactionMs: 3_000, statementMs: 0, transactionMs: 30_000 },
  // A batch of statements shares one Sync (pipeline.ts). If a node freezes while it sends one, the
  // server waits for the rest and does not call it idle: what then frees the accounts is this
  // limit.
  writer: { lockMs: 1_000, idleInTransactionMs: 3_000, statementMs: 0, transactionMs: 10_000 },
  large: { lockMs: 1_000, idleInTransactionMs: 10_000, statementMs: 0, transactionMs: 20_000 },
  import: { lockMs: 3_000, idleInTransactionMs: 60_000, statementMs: 0, transactionMs: hourMs },
  report: { lockMs: 3_000, idleInTransactionMs: 60_000, statementMs: 0, transactionMs: hourMs },
  migration: { lockMs: 60_000, idleInTransactionMs: 60_000, statementMs: 0, transactionMs: hourMs },
  listen: { lockMs: 3_000, idleInTransactionMs: 3_000, statementMs: 30_000, transactionMs: 0 },
};

/**
 * All statements of the gateway find their rows by key, and their plans are kept for the life of a
 * connection. A plan made while a table was empty would scan it whole for ever: so scans and joins
 * that read whole tables are switched off. `jokko doctor` switches them on again.
 */
const planner = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
};

/**
 * A client that is gone is noticed within about 10 s, also while the server works for it or sends
 * to it. In s, s, times, ms, ms.
 */
const network = {
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 1,
  tcp_keepalives_count: 5,
  tcp_user_timeout: 10_000,
  client_connection_check_interval: 1_000,
};

/**
 * The server warns of a commit that no standby has (connection.ts); a role's own setting must not
 * silence it.
 */
const messages = { client_min_messages: 'warning' };

const transactionLimitSince = 17;

/**
 * Names and values, as the server's own list (`pg_settings`) has them. `serverVersion`: its major
 * number. `patience`: how many times longer than usual the limits are.
 */
export function settingsOf(
  purpose: Purpose,
  serverVersion: number,
  patience = 1,
): ReadonlyMap<string, string> {
  const { lockMs, idleInTransactionMs, statementMs, transactionMs } = limits[purpose];
  const settings = {
    // What a migration moves is whole tables.
    ...(purpose === 'migration' ? {} : planner),
    ...network,
    ...messages,
    lock_timeout: lockMs * patience,
    idle_in_transaction_session_timeout: idleInTransactionMs * patience,
    statement_timeout: statementMs * patience,
    ...defined({
      transaction_timeout:
        serverVersion >= transactionLimitSince ? transactionMs * patience : undefined,
    }),
  };
  return new Map(Object.entries(settings).map(([name, value]) => [name, String(value)]));
}

/** All of them in one text, for a connection's first message. */
export function settingsSql(settings: ReadonlyMap<string, string>): string {
  return [...settings].map(([name, value]) => `set ${name} = '${value}'`).join('; ');
}
