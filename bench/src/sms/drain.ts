// Waits until no SMS work is pending: every lease has its outcomes, and every receipt of what the
// SMSC accepted is stored.

import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '../stack/index.ts';
import { readSmsc } from './smsc.ts';

const checkEveryMs = 100;
/** No progress for so long: give up, the books will tell what is missing. */
const stalledAfterMs = 30_000;

/** `allSent`: nothing may wait in the queue either. */
export async function drainSms(stack: Stack, { allSent }: { allSent: boolean }): Promise<void> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    let last = '';
    for (
      let progressAt = performance.now();
      performance.now() - progressAt < stalledAfterMs;
      await sleep(checkEveryMs)
    ) {
      const { accepted, acknowledged } = await readSmsc(stack);
      const { rows } = await client.query<{ claims: boolean; queued: boolean }>(
        `select exists (select from sms_lease) as claims, exists (select from sms_message
          where due_at is not null) as queued`,
      );
      const { claims = false, queued = false } = rows[0] ?? {};
      if (!claims && acknowledged === accepted && !(allSent && queued)) return;
      const now = `${accepted} ${acknowledged}`;
      if (now !== last) progressAt = performance.now();
      last = now;
    }
  } finally {
    await client.end();
  }
}
