// Corruptions that a restored database shows.

import type { Corruption } from './corruption.ts';

export const recoveryCorruptions: readonly Corruption[] = [
  {
    breaks: 'I-16',
    what: 'a sent attempt waits to be made again',
    sql: () => `insert into forgotten_attempt (account_id, operation_id, number, external_id,
      purpose, entry, reason)
      values (1, 1000000000007, 1, 'x', 'execute', '{}', 'the balance is too low')`,
  },
  {
    breaks: 'I-16',
    what: 'a node has found that the database was restored',
    sql: () =>
      `update installation set recovery_reason = 'a mark went back', recovery_found_at = now(),
        recovery_found_by = 'n1'`,
  },
  {
    breaks: 'I-19',
    what: 'transactions of a block that nobody took',
    sql: () => `update id_block set block = block + 1000000`,
  },
  {
    breaks: 'I-19',
    what: 'a mark of an epoch that has not begun',
    sql: () => `insert into high_water_mark (node_id, mark, epoch) values ('n1', 1, 7)`,
  },
];
