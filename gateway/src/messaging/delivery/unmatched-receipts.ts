// Lists the receipts that name no message we know: its answer has not come or was lost, or the
// carrier writes its ids in two ways. They are kept for a week (retention.ts).

import type { Session, Statement } from '../../platform/db/database.ts';

export interface UnmatchedReceipt {
  connection: string;
  /** In normal form. */
  id: string;
  state: string;
  errorCode: string | null;
  /** Digits as the carrier wrote them; null: it named no number. */
  msisdn: string | null;
  receivedAt: Date;
}

// With a tab: the id is another number's, too (part-id.ts).
const selectUnmatched: Statement = {
  name: 'select_unmatched_sms_receipts',
  text: `
    select connection, split_part(provider_id, chr(9), 1) as id, receipt as state,
      error_code as "errorCode", msisdn::text as msisdn,
      created_at as "receivedAt"
    from sms_part where batch_id is null order by created_at desc limit $1`,
};

/** The newest first. */
export function listUnmatchedReceipts(
  session: Session,
  limit: number,
): Promise<UnmatchedReceipt[]> {
  return session.query<UnmatchedReceipt>(selectUnmatched, [limit]);
}
