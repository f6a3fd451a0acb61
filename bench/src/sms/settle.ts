// When is nothing under way at the message centre any more? When every claim has its outcomes and every receipt of what it took is stored.

import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '../stack/index.ts';
import { readCentre } from './centre.ts';

const lookEveryMs = 100;
/** No progress for so long: give up, the books will tell what is missing. */
const stalledAfterMs = 30_000;

/** `allSent`: nothing may wait in the queue either. */
export async function settleSms(stack: Stack, { allSent }: { allSent: boolean }): Promise<void> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    let last = '';
    for (let progressAt = performance.now(); performance.now() - progressAt < stalledAfterMs; await sleep(lookEveryMs)) {
      const { accepted, acknowledged } = await readCentre(stack);
      const { rows } = await client.query<{ claims: boolean; queued: boolean }>(
        `select exists (select from sms_claim) as claims, exists (select from sms_message where due_at is not null) as queued`,
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
