// Waits until no work is pending: watches the database until every operation has reached the
// wanted state.

import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountIdsOf, type Stack } from '../stack/index.ts';

/**
 * `sent`: the provider has answered every order. `finished`: every operation is final and its
 * callback delivered.
 */
export type Point = 'sent' | 'finished';

export interface Drained {
  /** Operations short of the point at the first look. */
  openAtStart: number;
  /** Still short of it when we gave up; 0 when all is well. */
  openAtEnd: number;
  seconds: number;
}

const checkEveryMs = 250;
/** No progress for so long: give up, the books will tell what is missing. */
const stalledAfterMs = 30_000;

const openStatements: { [point in Point]: string } = {
  sent: `select count(*) as open from operation where account_id = any($1)
    and state in ('READY', 'SENDING', 'UNKNOWN')`,
  finished: `
    select (select count(*) from operation where account_id = any($1)
      and state in ('READY', 'SENDING', 'UNKNOWN', 'ACCEPTED'))
      + (select count(*) from callback where account_id = any($1) and state = 'due') as open`,
};

export async function drain(stack: Stack, point: Point): Promise<Drained> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const beginMs = performance.now();
    const look = async () => {
      const { rows } = await client.query<{ open: string }>(openStatements[point], [
        accountIdsOf(stack),
      ]);
      return Number(rows[0]?.open ?? 0);
    };
    const openAtStart = await look();
    let open = openAtStart;
    for (let progressMs = performance.now(); open > 0;) {
      await sleep(checkEveryMs);
      const before = open;
      open = await look();
      if (open < before) progressMs = performance.now();
      if (performance.now() - progressMs > stalledAfterMs) break;
    }
    return {
      openAtStart,
      openAtEnd: open,
      seconds: openAtStart === 0 ? 0 : (performance.now() - beginMs) / 1000,
    };
  } finally {
    await client.end();
  }
}
