// Verifies that client, gateway, provider and receiver agree: compares the generator's journal,
// the ledger, the simulator's book and the receiver's journal after every run. A fast run that
// loses or duplicates one operation has failed.

import pg from 'pg';
import { checkCallbacks } from './books/callbacks.ts';
import { checkClientJournal, type Sent } from './books/client.ts';
import { runDoctor } from './books/doctor.ts';
import { checkProviderBook } from './books/provider.ts';
import type { Stack } from './stack/index.ts';

export type { Sent } from './books/client.ts';

export interface BooksOrder {
  stack: Stack;
  /** What the load generators of this run journaled. */
  sent: Sent[];
  /** Whether every operation must have reached its end and its callback. */
  allFinished: boolean;
}

/**
 * Returns what disagrees; an empty list when everything agrees. Call when nothing is under way any
 * more.
 */
export async function checkBooks(order: BooksOrder): Promise<string[]> {
  const { stack } = order;
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const faults = [
      ...(await checkClientJournal(client, order)),
      ...(await checkProviderBook(client, stack, order.allFinished)),
      ...(await checkCallbacks(client, stack, order.allFinished)),
    ];
    return [...faults, ...(await runDoctor(stack))];
  } finally {
    await client.end();
  }
}
