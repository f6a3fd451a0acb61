// Reads whether messages of the last days went over a carrier connection, and whether the carrier
// has reported on them. A bounded part of the table is read: the newest parts of all connections,
// and those of the connection whose ids are the last ones, which a quiet connection among busy ones
// has, too.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface TrafficEvidence {
  /** The carrier has taken a message. */
  accepted: boolean;
  /** It has reported one delivered. */
  delivered: boolean;
  /** It has reported on any, known or unknown. */
  reported: boolean;
}

/** Rows that are read by each of the two ways. */
const partsMax = 2_000;

// A parked receipt (without batch) is no message of ours.
const selectTraffic: Statement = {
  name: 'select_sms_traffic_evidence',
  text: `
    with newest as (
      select connection, batch_id, receipt, created_at from sms_part where batch_id is not null
        order by created_at desc limit ${partsMax}
    ), own as (
      select connection, batch_id, receipt, created_at from sms_part where connection = $1
        order by provider_id desc limit ${partsMax}
    ), part as (
      select * from newest where connection = $1 union all select * from own
    )
    select coalesce(bool_or(batch_id is not null), false) as accepted,
      coalesce(bool_or(batch_id is not null and receipt = 'delivered'), false) as delivered,
      coalesce(bool_or(receipt is not null), false) as reported
    from part where created_at >= greatest($2, jokko_now() - interval '30 days')`,
};

/** Nothing before `since` counts. */
export async function readTrafficEvidence(
  session: Session,
  connection: string,
  since: Date,
): Promise<TrafficEvidence> {
  const [row] = await session.query<TrafficEvidence>(selectTraffic, [connection, since]);
  return row!;
}
