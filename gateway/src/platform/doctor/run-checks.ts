// Runs the doctor's checks in one read-only snapshot of all tables.

import type { Connection, Database, Session } from '../db/database.ts';
import type { Check, CheckScope, Inapplicable } from './check.ts';
import type { CheckResult, Diagnosis } from './diagnosis.ts';
import { paced } from './pace.ts';

export const examplesMax = 5;

const begin = { name: 'doctor-begin', text: 'begin isolation level repeatable read read only' };
export const commit = { name: 'doctor-commit', text: 'commit' };
// Settings end with the transaction; names that this PostgreSQL does not know are skipped. The
// role's time limits are for the money path, a check of millions of rows may take minutes. Nested
// loops are kept out: right after a load the statistics are old, and one join of two large tables
// planned as a loop never ends. Compiling plans pays only for far longer queries.
const settings = {
  statement_timeout: '0',
  transaction_timeout: '0',
  work_mem: '64MB',
  enable_nestloop: 'off',
  // Off for the gateway's own statements (db/database.ts).
  enable_seqscan: 'on',
  enable_hashjoin: 'on',
  enable_mergejoin: 'on',
  plan_cache_mode: 'force_custom_plan',
  jit: 'off',
};
const settle = {
  name: 'doctor-settings',
  text: 'select set_config(key, value, true) from json_each_text($1) join pg_settings on name = key',
};
const savepoint = { name: 'doctor-savepoint', text: 'savepoint check_begins' };
const rollback = { name: 'doctor-rollback', text: 'rollback to savepoint check_begins' };

/**
 * Begins a transaction whose statements all see the same, and which holds no lock that a payment
 * would wait for.
 */
export async function beginSnapshot(connection: Connection): Promise<void> {
  await connection.query(begin);
  await setInSnapshot(connection, settings);
}

/** Settings of the server for the rest of the snapshot. */
export async function setInSnapshot(
  session: Session,
  values: { readonly [name: string]: string },
): Promise<void> {
  await session.query(settle, [JSON.stringify(values)]);
}

/**
 * Checks everything in one snapshot, of a small database. Throws when the database cannot be
 * reached; a check that fails to run (a callback body that is no JSON, say) counts as broken.
 */
export async function runChecks(
  database: Database,
  checks: readonly Check[],
  inapplicable: readonly Inapplicable[],
  givesWay: boolean,
): Promise<Diagnosis> {
  const connection = paced(await database.connect('report'), { givesWay });
  try {
    await beginSnapshot(connection);
    const results: CheckResult[] = [];
    for (const check of checks) {
      const { alsoOnce, parts = [], ...own } = check;
      const all = [sqlOf(own, 'whole'), ...parts.map((part) => part.sql), alsoOnce ?? []].flat();
      const sql = all.join(' union all ');
      results.push(await runCheck(connection, { ...own, sql }, { scope: 'whole' }));
    }
    await connection.query(commit);
    return diagnosisOf(results, inapplicable);
  } finally {
    await connection.close();
  }
}

/** `results`: of the checks that were made. */
export function diagnosisOf(
  results: readonly CheckResult[],
  inapplicable: readonly Inapplicable[],
): Diagnosis {
  const others = inapplicable.map(({ id, statement, reason }) => ({
    id,
    statement,
    violations: 0,
    examples: [],
    notApplicable: reason,
  }));
  return {
    ok: results.every((result) => result.violations === 0),
    checks: [...results, ...others].sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

const sqlOf = ({ sql }: Pick<Check, 'sql'>, scope: CheckScope): string =>
  typeof sql === 'string' ? sql : sql(scope);

/** Within a snapshot. `name`: another one for each text, as statements are kept. */
export async function runCheck(
  connection: Connection,
  check: Check,
  {
    scope,
    name = check.id,
    examples = examplesMax,
  }: { scope: CheckScope; name?: string; examples?: number },
): Promise<CheckResult> {
  const { id, statement, needs } = check;
  await connection.query(savepoint);
  try {
    if (
      needs !== undefined &&
      (
        await connection.query({
          name: `doctor-needs-${scope}-${name}`,
          text: `${needs.sql} limit 1`,
        })
      ).length === 0
    ) {
      return { id, statement, violations: 0, examples: [], notApplicable: needs.reason };
    }
    const [row] = await connection.query<{ violations: bigint; examples: string[] }>({
      name: `doctor-${scope}-${name}`,
      // Not a common table expression: that would keep the scans from running in parallel.
      text: `select count(*) as violations, coalesce(array_agg(example) filter
        (where number <= ${examples}), '{}') as examples
        from (select example, row_number() over () as number
          from (${sqlOf(check, scope)}) as violation) as numbered`,
    });
    const found = { violations: Number(row?.violations ?? 0), examples: row?.examples ?? [] };
    for await (const example of check.prove?.(connection) ?? [])
      if (found.violations++ < examples) found.examples.push(example);
    return { id, statement, ...found, notApplicable: null };
  } catch (error) {
    if (connection.broken) throw error;
    await connection.query(rollback);
    return {
      id,
      statement,
      violations: 1,
      examples: [`the check failed: ${(error as Error).message}`],
      notApplicable: null,
    };
  }
}
