// Lists the inbound messages of an app, newest first.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface InboundMessage {
  id: bigint;
  /** Digits of who wrote, or a name. */
  sender: string;
  /** Number or short code that was written to. */
  recipient: string;
  /** Null once it was forgotten. */
  content: string | null;
  /** False: parts of it never came. */
  complete: boolean;
  consent: 'stop' | 'start' | null;
  receivedAt: Date;
  /** Its place in the list. */
  place: string;
}

const microseconds = `(extract(epoch from received_at) * 1000000)::bigint`;
const select: Statement = {
  name: 'select_sms_inbound_of_app',
  text: `
    select id, sender, recipient, content, complete, consent, received_at as "receivedAt",
      ${microseconds} as at
    from sms_inbound
    where app_id = $1 and received_at <= coalesce(to_timestamp($2::bigint / 1000000.0), 'infinity')
      and ($2::bigint is null or (${microseconds}, id) < ($2::bigint, $3::bigint))
    order by received_at desc, id desc limit $4`,
};

/** Those behind `after` (the `place` of the last one seen); null: from the newest. */
export async function listInbound(
  session: Session,
  appId: number,
  { after, limit }: { after: { at: string; id: string } | null; limit: number },
): Promise<InboundMessage[]> {
  const rows = await session.query<Omit<InboundMessage, 'place'> & { at: bigint }>(select, [
    appId,
    after?.at ?? null,
    after?.id ?? null,
    limit,
  ]);
  return rows.map(({ at, ...row }) => ({ ...row, place: `${at}-${row.id}` }));
}
