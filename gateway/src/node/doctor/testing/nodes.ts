// Gives tests nodes with a lease: a writer commits only as the run of one.

import type { TestDatabase } from './postgres.ts';

/**
 * Nodes of these numbers, whose leases last longer than any test. Those that are there stay as they
 * are.
 */
export const registerNodes = (
  { sql }: Pick<TestDatabase, 'sql'>,
  ...numbers: readonly number[]
): Promise<void> =>
  sql(`
    insert into node (incarnation, node_id, lease_until)
    select n, 'node ' || n, now() + interval '1 hour' from unnest(array[${numbers.join()}]) n
    on conflict do nothing`);
