// Counts what waits for a user or a late answer: unknown outcomes and discrepancies of all
// accounts, counted only up to a useful maximum.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface Unresolved {
  /** Operations whose outcome is not known at present. */
  unknown: number;
  /** News that contradict a final state, and unknown outcomes past their last look. */
  operationCases: number;
}

const countedMax = 10_000;
const selectUnresolved: Statement = {
  name: 'count_unresolved',
  text: `select
    (select count(*)::integer from (
      select from operation where state = 'UNKNOWN' limit ${countedMax}) u) as unknown,
    (select count(*)::integer from (select from operation_case where resolved_at is null limit ${countedMax}) d) as "operationCases"`,
};

export async function countUnresolved(session: Session): Promise<Unresolved> {
  const [row] = await session.query<Unresolved>(selectUnresolved);
  return row!;
}
