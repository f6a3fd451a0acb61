// Lets the operator abandon undeliverable callbacks. A callback is abandoned before its time, with
// the reason; the developer sees it, and it can be replayed.

import type { Database, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import type { DestinationKey } from './lease.ts';

/** One statement takes at most this many: locks are not held for long. */
const roundMax = 2_000;

// What a living node holds may be on its way this very moment.
const abandonStatement: Statement = {
  name: 'give_up_callbacks',
  text: `
    update callback c set state = 'abandoned', next_attempt_at = null, lease_owner = null,
      closed_at = jokko_now(), given_up = $3
    from (
      select operation_id, second from callback
      where account_id = $1 and destination = $2 and next_attempt_at is not null
        and ($4::bigint is null or (operation_id = $4 and second = $5))
        and not exists (select from node where incarnation = callback.lease_owner
          and lease_until > now())
      limit ${roundMax} for update skip locked
    ) waiting
    where c.account_id = $1 and c.operation_id = waiting.operation_id and c.second = waiting.second
    returning 1`,
};

export interface GiveUp extends DestinationKey {
  /** One callback of the destination queue; absent: all that wait. */
  only?: { operationId: string; second: boolean };
  reason: string;
}

/** Returns how many were abandoned; what is being sent right now is not among them. */
export async function abandonCallbacks(
  database: Database,
  who: Who,
  order: GiveUp,
): Promise<number> {
  let count = 0;
  for (;;) {
    const given = await abandonRound(database, who, order);
    count += given;
    if (given < roundMax) return count;
  }
}

function abandonRound(
  database: Database,
  who: Who,
  { accountId, destination, only, reason }: GiveUp,
): Promise<number> {
  return inTransaction(database, async (session) => {
    const values = [
      accountId,
      destination,
      reason,
      only?.operationId ?? null,
      only?.second ?? false,
    ];
    const { length: count } = await session.query(abandonStatement, values);
    if (count === 0) return 0;
    const subject = only && (`callback/${only.operationId}${only.second ? '_2' : ''}` as const);
    await recordAudit(session, {
      who,
      action: 'callback.give-up',
      accountId,
      subject: subject ?? null,
      new: { destination, reason, count },
    });
    return count;
  });
}
