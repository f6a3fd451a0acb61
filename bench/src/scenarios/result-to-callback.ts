// Measures the delay between a durable result and the arrival of its callback. The result's time
// is that of the committing transaction (which writes the callback row, by the database's clock),
// the arrival that of the receiver; both are clocks of this machine.

import { join } from 'node:path';
import pg from 'pg';
import { createHistogram, type LatencyMs, recordUs, summariseMs } from '../load/histogram.ts';
import type { Stack } from '../stack/index.ts';

export interface ResultToCallback {
  latencyMs: LatencyMs;
  /** Milliseconds since 1970 at which the last callback arrived. */
  lastMs: number;
}

export async function measureResultToCallback(stack: Stack): Promise<ResultToCallback> {
  const journal = await stack.receiver.journal(join(stack.directory, 'arrivals.journal'));
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; ms: number }>({
      text: `select operation_id::text as id, extract(epoch from created_at)::float8 * 1000 as ms
        from callback where account_id = $1`,
      values: [stack.account.id],
    });
    const resultMs = new Map(rows.map((row) => [Number(row.id), row.ms]));
    const histogram = createHistogram();
    let lastMs = 0;
    journal.transactionIds.forEach((id, index) => {
      const arrivedMs = journal.arrivedMs[index] ?? 0;
      recordUs(histogram, (arrivedMs - (resultMs.get(id) ?? arrivedMs)) * 1000);
      if (arrivedMs > lastMs) lastMs = arrivedMs;
    });
    return { latencyMs: summariseMs(histogram), lastMs };
  } finally {
    await client.end();
  }
}
