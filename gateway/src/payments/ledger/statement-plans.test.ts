// Proves that a page of a statement reads its own rows only, however many the account has: newest
// or oldest first along the key, without sorting.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectClient } from '../../platform/db/connect.ts';
import type { Session } from '../../platform/db/database.ts';
import { startTestPostgres } from '../../node/doctor/testing/postgres.ts';
import { eachOfStatement, readBounds, readStatement } from './index.ts';

test('statements go along the key of transfers, and nothing is sorted', async () => {
  const postgres = await startTestPostgres();
  const db = await postgres.database();
  const client = await connectClient(db.url, { purpose: 'report' });
  try {
    await db.sql(`
      insert into account (id, name, webhook_secret_sealed) overriding system value
        values (1, 'a', '\\x00');
      set session_replication_role = replica;
      insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
        created_at)
      select 1, i, 'fund', 'provider:A', 'available', 1, 'XOF', i, now() - interval '1 s' * i
        from generate_series(1, 50000) i`);
    await db.sql('vacuum analyze transfer');
    const plans: string[][] = [];
    const explained: Session = {
      async query<Row>({ text }: { text: string }) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain (generic_plan) ${text}`,
        );
        plans.push(rows.map((row) => row['QUERY PLAN']));
        return [] as Row[];
      },
    };
    const period = { accountId: 1, currency: 'XOF', from: null, until: null };
    await readStatement(explained, period, null, 51);
    await eachOfStatement(explained, period).next();
    await readBounds(explained, period);
    assert.equal(plans.length, 3);
    for (const plan of plans) {
      const steps = plan.filter((line) => /Scan|Sort/.test(line)).join('\n');
      assert.match(steps, /^[^\n]*Index Scan (Backward )?using transfer_pkey [^\n]*$/);
    }
  } finally {
    await client.end();
    await db.close();
    await postgres.close();
  }
});
