// Reads what each named statement of the gateways cost PostgreSQL, from pg_stat_statements, which
// runs where the stack was started with `statements`.

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findRunningCluster } from '../../../../gateway/src/platform/db/embedded.ts';
import { readHome } from '../../../../gateway/src/platform/db/embedded-home.ts';
import { isOfPayments } from './payments.ts';

/** The cost of all executions since the last reading; times in ms. */
export interface StatementCost {
  name: string;
  ofPayments: boolean;
  calls: number;
  /** Executing and planning. */
  totalMs: number;
  meanMs: number;
  /** The time of its longest execution. */
  maxMs: number;
  /** Blocks of 8 kB, from the server's own memory or not, for each call. */
  blocks: number;
  /** For each call. */
  rows: number;
}

/** Preloaded into the gateways. */
export const naming = import.meta.resolve('./process.ts');

const settings = `shared_preload_libraries = 'pg_stat_statements'
pg_stat_statements.max = 10000
pg_stat_statements.track_planning = on
`;
/** Prepares a stack whose PostgreSQL does not run: its next start has the module. */
export function prepareStatements(dataDirectory: string): void {
  const home = readHome(dataDirectory);
  if (home === null) throw new Error(`no PostgreSQL was made for ${dataDirectory}`);
  appendFileSync(join(home.directory, 'postgresql.conf'), settings);
}

export interface StatementCosts {
  /** The dearest first; what counts then begins anew. */
  read(): Promise<StatementCost[]>;
  close(): Promise<void>;
}

const select = `
  select substring(query from '/\\* (\\S+) \\*/') as name, sum(calls)::float8 as calls,
    sum(total_exec_time + total_plan_time) as "totalMs",
    max(max_exec_time) as "maxMs", sum(shared_blks_hit + shared_blks_read + local_blks_hit +
      local_blks_read)::float8 as blocks, sum(rows)::float8 as rows
  from pg_stat_statements where query ~ '^[(\\w]+ /\\* \\S+ \\*/' group by 1 order by 3 desc`;

/**
 * Reads what was counted since the server's first start. `dataDirectory`: of the stack. Ends with
 * `close`, before the server is stopped.
 */
export async function countStatements(dataDirectory: string): Promise<StatementCosts> {
  const cluster = findRunningCluster(dataDirectory);
  if (cluster === null) throw new Error(`no PostgreSQL runs for ${dataDirectory}`);
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  // Apart from the gateway's tables, which the doctor and the upgrade know all of.
  await client.query('create schema if not exists bench');
  await client.query('create extension if not exists pg_stat_statements schema bench');
  await client.query('set search_path to bench');
  return {
    async read() {
      const { rows } = await client.query<Omit<StatementCost, 'ofPayments' | 'meanMs'>>(select);
      await client.query('select pg_stat_statements_reset()');
      return rows.map(({ blocks, rows: found, ...row }) => ({
        ...row,
        ofPayments: isOfPayments(row.name),
        meanMs: row.totalMs / row.calls,
        blocks: blocks / row.calls,
        rows: found / row.calls,
      }));
    },
    close: () => client.end(),
  };
}
