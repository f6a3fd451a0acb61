// What becomes of messages whose sender is gone? A node that died, or began again, may have sent what it had claimed: nobody knows. What this
// node claimed without ever learning of it (the answer to the claim got lost) was certainly not sent.

import type { Session, Statement } from '../../db/database.ts';
import type { ClaimInHand, Command } from './command.ts';

/** Well beyond the time for which the answer to a claim is trusted (`claimTrustMs` of link-sender.ts). */
const forgottenAfter = `interval '30 seconds'`;
const claimsMax = 50;

// The accounts of the messages are not needed: batch and position name them.
const selectLostClaims: Statement = {
  name: 'select_lost_sms_claims',
  text: `
    select c.id, c.lease_owner = $1 as mine, c.batch_ids, c.positions from sms_claim c
    where c.id > 0 and case when c.lease_owner = $1 then c.created_at < now() - ${forgottenAfter} and c.id <> all($2::bigint[])
      else not exists (select from node where incarnation = c.lease_owner and lease_until > now()) end
    order by c.id limit ${claimsMax}`,
};

interface Row {
  id: bigint;
  mine: boolean;
  batch_ids: bigint[];
  positions: number[];
}

export interface LostClaimsDeps {
  database: Session;
  node: number;
  /** Claims in this node's memory. */
  claims: ReadonlySet<bigint>;
  record(command: Command): Promise<void>;
}

/** One round. Returns whether there may be more. */
export async function settleLostClaims({ database, node, claims, record }: LostClaimsDeps): Promise<boolean> {
  const rows = await database.query<Row>(selectLostClaims, [node, [...claims]]);
  await Promise.all(
    rows.flatMap(({ id, mine, batch_ids, positions }) => {
      const claim: ClaimInHand = { id, open: positions.length };
      return positions.map((position, index) =>
        record({ type: mine ? 'forgotten' : 'lost', key: { accountId: 0, batchId: batch_ids[index]!, position }, claim }),
      );
    }),
  );
  return rows.length === claimsMax;
}
