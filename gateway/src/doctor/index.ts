// Is this database in order? Runs every invariant of reliability.md section 3 in one read-only snapshot.

import type { Connection, Database } from '../db/database.ts';
import type { Check } from './check.ts';
import { balancesTold, callbackSaysTheSame, delivery, oneCallback } from './checks/callbacks.ts';
import { documents } from './checks/documents.ts';
import { history, refunds } from './checks/history.ts';
import { inapplicable } from './checks/inapplicable.ts';
import { payoutLines } from './checks/payout-lines.ts';
import { payouts } from './checks/payouts.ts';
import { auditChain, twoPersons } from './checks/people.ts';
import { accountsApart, leases, sealedSecrets } from './checks/installation.ts';
import { appendOnly, balances, eachPosting, neverNegative, noStrayPosting, suspense, wholeLedger } from './checks/ledger.ts';
import { messages } from './checks/messages.ts';
import { alarmClock, attempts, nothingStuck, proofs, uniqueIds } from './checks/operations.ts';
import { postings } from './checks/postings.ts';
import { providerBooks } from './checks/reconciliation.ts';
import { floatMoves, settlements } from './checks/settlements.ts';

export { createDoctorRounds, type DoctorRounds } from './on-demand.ts';

interface CheckResult {
  id: string;
  statement: string;
  violations: number;
  /** The first few violations, in words. */
  examples: string[];
  /** Why the invariant cannot be checked here, null when it was checked. */
  notApplicable: string | null;
}
export interface Diagnosis {
  /** True when no checked invariant is broken. */
  ok: boolean;
  /** All invariants, by id. */
  checks: CheckResult[];
}

export const checks: readonly Check[] = [
  wholeLedger,
  eachPosting,
  balances,
  neverNegative,
  appendOnly,
  postings,
  noStrayPosting,
  providerBooks,
  suspense,
  history,
  uniqueIds,
  attempts,
  alarmClock,
  nothingStuck,
  proofs,
  oneCallback,
  callbackSaysTheSame,
  delivery,
  balancesTold,
  refunds,
  messages,
  sealedSecrets,
  leases,
  accountsApart,
  auditChain,
  twoPersons,
  payouts,
  payoutLines,
  documents,
  settlements,
  floatMoves,
];

const examplesMax = 5;

const begin = { name: 'doctor-begin', text: 'begin isolation level repeatable read read only' };
const commit = { name: 'doctor-commit', text: 'commit' };
// Settings end with the transaction; names that this PostgreSQL does not know are skipped. The role's time limits are for the money path,
// a check of millions of rows may take minutes. Nested loops are kept out: right after a load the statistics are old, and one join of
// two large tables planned as a loop never ends. Compiling plans pays only for far longer queries.
const settings = {
  statement_timeout: '0',
  transaction_timeout: '0',
  work_mem: '64MB',
  enable_nestloop: 'off',
  // Off for the gateway's own statements (db/database.ts).
  enable_seqscan: 'on',
  enable_hashjoin: 'on',
  enable_mergejoin: 'on',
  plan_cache_mode: 'auto',
  jit: 'off',
};
const settle = {
  name: 'doctor-settings',
  text: 'select set_config(key, value, true) from json_each_text($1) join pg_settings on name = key',
};
const savepoint = { name: 'doctor-savepoint', text: 'savepoint check_begins' };
const rollback = { name: 'doctor-rollback', text: 'rollback to savepoint check_begins' };

/**
 * Checks everything in one snapshot, without a lock that a payment would wait for. Takes minutes on millions of operations. Throws when
 * the database cannot be reached; a check that fails to run (a callback body that is no JSON, say) counts as broken.
 */
export async function runDoctor(database: Database): Promise<Diagnosis> {
  const connection = await database.connect();
  try {
    await connection.query(begin);
    await connection.query(settle, [JSON.stringify(settings)]);
    const results: CheckResult[] = inapplicable.map(({ id, statement, reason }) => ({
      id,
      statement,
      violations: 0,
      examples: [],
      notApplicable: reason,
    }));
    for (const check of checks) results.push(await runCheck(connection, check));
    await connection.query(commit);
    return { ok: results.every((result) => result.violations === 0), checks: results.sort((a, b) => (a.id < b.id ? -1 : 1)) };
  } finally {
    await connection.close();
  }
}

async function runCheck(connection: Connection, check: Check): Promise<CheckResult> {
  const { id, statement, needs } = check;
  await connection.query(savepoint);
  try {
    if (needs !== undefined && (await connection.query({ name: `doctor-needs-${id}`, text: `${needs.sql} limit 1` })).length === 0) {
      return { id, statement, violations: 0, examples: [], notApplicable: needs.reason };
    }
    const [row] = await connection.query<{ violations: bigint; examples: string[] }>({
      name: `doctor-${id}`,
      // Not a common table expression: that would keep the scans from running in parallel.
      text: `select count(*) as violations, coalesce(array_agg(example) filter (where number <= ${examplesMax}), '{}') as examples
        from (select example, row_number() over () as number from (${check.sql}) as violation) as numbered`,
    });
    const found = { violations: Number(row?.violations ?? 0), examples: row?.examples ?? [] };
    for await (const example of check.prove?.(connection) ?? []) if (found.violations++ < examplesMax) found.examples.push(example);
    return { id, statement, ...found, notApplicable: null };
  } catch (error) {
    if (connection.broken) throw error;
    await connection.query(rollback);
    return { id, statement, violations: 1, examples: [`the check failed: ${(error as Error).message}`], notApplicable: null };
  }
}
