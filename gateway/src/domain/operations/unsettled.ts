// How much waits for a person or a late answer? Unknown outcomes and discrepancies of all accounts, counted no further than anybody wants to know.

import type { Session, Statement } from '../../db/database.ts';

export interface Unsettled {
  /** Operations whose outcome is not known at present. */
  unknown: number;
  /** News that contradict a final state, and unknown outcomes past their last look. */
  discrepancies: number;
}

const countedMax = 10_000;
const selectUnsettled: Statement = {
  name: 'count_unsettled',
  text: `select
    (select count(*)::integer from (
      select from operation where next_step_at is not null and (state = 'ACCEPTED') = false and state = 'UNKNOWN' limit ${countedMax}) u) as unknown,
    (select count(*)::integer from (select from discrepancy where resolved_at is null limit ${countedMax}) d) as discrepancies`,
};

export async function countUnsettled(session: Session): Promise<Unsettled> {
  const [row] = await session.query<Unsettled>(selectUnsettled);
  return row!;
}
