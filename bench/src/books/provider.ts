// Checks that the provider executed exactly what the ledger says. The simulator's book is its own
// record of the requests it received.

import type pg from 'pg';
import { accountIdsOf, type Stack } from '../stack/index.ts';

/**
 * `GET /control/book?summary=1`: how many orders, and by kind and result, how many and the sums by
 * currency (decimal strings).
 */
export interface BookSummary {
  /** Distinct references that the provider knows. */
  operations: number;
  byKind: {
    [kind: string]: { [result: string]: { count: number; sums: { [currency: string]: string } } };
  };
  /** Our references that the provider executed more than once; must stay empty. */
  executedTwice: string[];
}

const minorPerUnit = 10_000n;

export async function readBookSummary(stack: Stack): Promise<BookSummary> {
  const answer = await fetch(`${stack.simulator.url}/control/book?summary=1`);
  if (!answer.ok) throw new Error(`the simulator's book: HTTP ${answer.status}`);
  return (await answer.json()) as BookSummary;
}

/** `allFinished`: no order may be open at the provider either. */
export async function checkProviderBook(
  client: pg.Client,
  stack: Stack,
  allFinished: boolean,
): Promise<string[]> {
  const summary = await readBookSummary(stack);
  // Bulk-inserted operations carry their own mark: no provider ever saw them.
  const { rows } = await client.query<{ succeeded: string; minor: string | null; sent: string }>({
    text: `
      select count(*) filter (where state = 'SUCCESS') as succeeded,
        sum(amount) filter (where state = 'SUCCESS')::bigint as minor,
        count(*) filter (where attempts > 0) as sent
      from operation where account_id = any($1) and not starts_with(external_id, $2)`,
    values: [accountIdsOf(stack), storedIdPrefix],
  });
  const ledger = rows[0];
  if (ledger === undefined) throw new Error('no row from an aggregate');
  const book = totalsOf(summary);
  const faults: string[] = [];
  if (summary.executedTwice.length > 0)
    faults.push(`the provider executed ${summary.executedTwice.length} orders twice`);
  if (book.executed !== Number(ledger.succeeded)) {
    faults.push(
      `the provider executed ${book.executed} orders, the ledger has ${ledger.succeeded} successes`,
    );
  }
  if (book.executedMinor !== BigInt(ledger.minor ?? 0)) {
    faults.push(
      `the provider moved ${book.executedMinor}, the ledger ${ledger.minor ?? 0} ten-thousandths`,
    );
  }
  if (summary.operations > Number(ledger.sent))
    faults.push(`the provider knows ${summary.operations} orders, the gateway sent ${ledger.sent}`);
  if (allFinished && summary.operations !== Number(ledger.sent))
    faults.push(`the provider got ${summary.operations} of ${ledger.sent} orders`);
  return faults;
}

/** Marks operations that `stored.ts` inserted by SQL. */
export const storedIdPrefix = 'stored-';

function totalsOf(summary: BookSummary): { executed: number; executedMinor: bigint } {
  const totals = { executed: 0, executedMinor: 0n };
  for (const results of Object.values(summary.byKind)) {
    totals.executed += results['executed']?.count ?? 0;
    for (const sum of Object.values(results['executed']?.sums ?? {}))
      totals.executedMinor += minorOf(sum);
  }
  return totals;
}

function minorOf(decimal: string): bigint {
  const [units = '0', fraction = ''] = decimal.split('.');
  return BigInt(units) * minorPerUnit + BigInt(fraction.padEnd(4, '0').slice(0, 4) || '0');
}
