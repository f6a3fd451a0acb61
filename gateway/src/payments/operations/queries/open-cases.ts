// Counts the cases of operations that wait for users, of all accounts, and only up to a useful
// maximum.

import type { Session, Statement } from '../../../platform/db/database.ts';

const countedMax = 10_000;
const selectOpenCases: Statement = {
  name: 'count_open_cases',
  text: `select count(*)::integer as count from (select from operation_case
    where resolved_at is null limit ${countedMax}) c`,
};

/** News that contradict a final state, and unknown outcomes past their last look. */
export async function countOpenCases(session: Session): Promise<number> {
  const [row] = await session.query<{ count: number }>(selectOpenCases);
  return row!.count;
}
