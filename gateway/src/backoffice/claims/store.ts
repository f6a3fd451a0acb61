// Stores claims. The database decides every race (unique indexes, conditional update).

import type { Session } from '../../platform/db/database.ts';
import { reopeningDays } from './claim.ts';
import type { Claim, ClaimSide, ClaimStatus } from './claim.ts';

const columns = `id, account_id as "accountId", operation_id as "operationId", reference, subject, message, callback_url as "callbackUrl", status, comment,
  opened_at as "openedAt", updated_at as "updatedAt", closed_at as "closedAt"`;

export interface NewClaim {
  accountId: number;
  operationId: bigint;
  subject: string;
  message: string;
  callbackUrl: string | null;
}

/**
 * Null when the operation has an open claim, or when the drawn reference exists: ask
 * `selectOpenClaim` which.
 */
export async function insertClaim(session: Session, claim: NewClaim): Promise<Claim | null> {
  // The reference is drawn by the database, so it needs no round trip; it shows neither order nor
  // volume.
  const rows = await session.query<Claim>(
    {
      name: 'claim-insert',
      text: `insert into claim (account_id, operation_id, reference, subject, message, callback_url,
        status)
        values ($1, $2, 'C' || lpad(floor(random() * 1e14)::bigint::text, 14, '0'), $3, $4, $5,
          'OPENED')
        on conflict do nothing
        returning ${columns}`,
    },
    [claim.accountId, claim.operationId, claim.subject, claim.message, claim.callbackUrl],
  );
  return rows[0] ?? null;
}

export async function selectOpenClaim(
  session: Session,
  accountId: number,
  operationId: bigint,
): Promise<Claim | null> {
  const rows = await session.query<Claim>(
    {
      name: 'claim-open',
      text: `select ${columns} from claim where account_id = $1 and operation_id = $2
        and status <> 'CLOSED'`,
    },
    [accountId, operationId],
  );
  return rows[0] ?? null;
}

/** From the first to the last. */
export function selectClaimsOf(
  session: Session,
  accountId: number,
  operationId: string,
): Promise<Claim[]> {
  return session.query<Claim>(
    {
      name: 'claims-of-operation',
      text: `select ${columns} from claim where account_id = $1 and operation_id = $2 order by id`,
    },
    [accountId, operationId],
  );
}

export async function selectClaim(
  session: Session,
  accountId: number,
  reference: string,
): Promise<Claim | null> {
  const rows = await session.query<Claim>(
    {
      name: 'claim-by-reference',
      text: `select ${columns} from claim where account_id = $1 and reference = $2`,
    },
    [accountId, reference],
  );
  return rows[0] ?? null;
}

/**
 * Moves the claim if its state is one of `from`, a closed one only within the reopening time. Null
 * when nothing was moved.
 */
export async function updateClaimStatus(
  session: Session,
  move: {
    accountId: number;
    reference: string;
    from: ClaimStatus[];
    to: ClaimStatus;
    /** Becomes the claim's comment. */
    comment: string | null;
    /** Noted with the event where somebody is told of it. */
    callbackId: string;
    /** Null: unknown; not recorded. */
    event: { side: ClaimSide; userId: number; message: string | null } | null;
  },
): Promise<Claim | null> {
  const rows = await session.query<Claim>(
    {
      name: 'claim-move',
      text: `with moved as (update claim set status = $4, comment = coalesce($5, comment),
        updated_at = jokko_now(),
          closed_at = case when $4 = 'CLOSED' then jokko_now() end,
          -- The clock runs on while a claim is taken up, and anew for one that is taken up again.
          waits_since = case when $4 = 'IN_PROGRESS' then coalesce(waits_since, jokko_now()) end,
          answered_at = coalesce(answered_at, case when $4 in ('RESOLVED',
            'REJECTED') then jokko_now() end)
        where account_id = $1 and reference = $2 and status = any($3)
          and (status <> 'CLOSED'
            or closed_at >= jokko_now() - make_interval(days => ${reopeningDays}))
        returning ${columns}
        ), told as (
          insert into claim_event (account_id, claim_id, side, user_id, to_status, message,
            callback_id)
          select "accountId", id, $6, $7, $4, $8, case when "callbackUrl" is not null
            then $9::bigint end from moved where $7::integer is not null
        )
        select * from moved`,
    },
    [
      ...[move.accountId, move.reference, move.from, move.to, move.comment],
      ...[move.event?.side ?? null, move.event?.userId ?? null, move.event?.message ?? null],
      move.callbackId,
    ],
  );
  return rows[0] ?? null;
}
