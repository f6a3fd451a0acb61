// History of a claim: what was said and done about it since it was opened.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import type { ClaimSide, ClaimStatus } from './claim.ts';

/** Who speaks or moves. */
export interface ClaimActor {
  side: ClaimSide;
  userId: number;
  who: Who;
}

export interface ClaimEvent {
  at: Date;
  side: ClaimSide;
  /** The user's name. */
  by: string;
  /** Null: a message that moves nothing. */
  to: ClaimStatus | null;
  message: string | null;
}

const selectEvents: Statement = {
  name: 'select_claim_events',
  text: `select e.at, e.side, p.name as by, e.to_status as to, e.message
    from claim_event e join portal_user p on p.id = e.user_id where e.account_id = $1
      and e.claim_id = $2 order by e.id limit 500`,
};
// The claim's row is locked, so that nothing is said about one that is being closed. An answer that
// the developer objects to is none yet.
const insertMessage: Statement = {
  name: 'insert_claim_message',
  text: `with open as (
      update claim set
        waits_since = case
          when status in ('OPENED', 'IN_PROGRESS') then waits_since
          when $3 = 'developer' then coalesce(waits_since, jokko_now())
        end,
        answered_at = coalesce(answered_at, case when $3 = 'operator' then jokko_now() end)
      where account_id = $1 and reference = $2 and status <> 'CLOSED' returning account_id, id
    )
    insert into claim_event (account_id, claim_id, side, user_id, message) select account_id, id,
      $3, $4, $5 from open returning id`,
};

/** The oldest first, 500 at most. */
export function listClaimEvents(
  session: Session,
  claim: { accountId: number; id: number },
): Promise<ClaimEvent[]> {
  return session.query<ClaimEvent>(selectEvents, [claim.accountId, claim.id]);
}

/**
 * A developer's message after an answer makes the claim wait for the operator again. False where
 * there is no such claim, or it is closed.
 */
export function sayAboutClaim(
  database: Database,
  command: { accountId: number; reference: string; message: string; by: ClaimActor },
): Promise<boolean> {
  const { accountId, reference, message, by } = command;
  return inTransaction(database, async (session) => {
    const said = await session.query(insertMessage, [
      accountId,
      reference,
      by.side,
      by.userId,
      message,
    ]);
    if (said.length === 0) return false;
    await recordAudit(session, {
      who: by.who,
      action: 'claim.message',
      accountId,
      subject: `claim/${reference}`,
    });
    return true;
  });
}
