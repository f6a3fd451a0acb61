// Recovers messages whose sender is gone. A node that died or restarted may have sent what it had
// leased: their outcome is unknown. What this node leased without ever learning of it (the answer
// to the lease was lost) was certainly not sent.

import { plainArray } from '../../platform/db/array-text.ts';
import type { Session, Statement } from '../../platform/db/database.ts';
import type { LeaseInFlight, LostBatch, Command } from './command.ts';

/**
 * Well beyond the time for which the answer to a lease is trusted (`leaseTrustMs` of
 * connection-sender.ts).
 */
const forgottenAfter = `interval '30 seconds'`;
const leasesMax = 50;

// The accounts of the messages are not needed: batch and position name them.
const selectLostLeases: Statement = {
  name: 'select_lost_sms_leases',
  text: `
    select c.id, c.lease_owner = $1 as mine, c.batch_ids, c.positions from sms_lease c
    where c.id > 0 and case when c.lease_owner = $1 then c.created_at < now() - ${forgottenAfter}
      and c.id <> all($2::bigint[])
      else not exists (select from node where incarnation = c.lease_owner
        and lease_until > now()) end
    order by c.id limit ${leasesMax}`,
};

const selectBatches: Statement = {
  name: 'select_batches_of_lost_sms_leases',
  text: `select id, parts, valid_until as "validUntil" from sms_batch where id = any($1::bigint[])`,
};

interface Row {
  id: bigint;
  mine: boolean;
  batch_ids: bigint[];
  positions: number[];
}

export interface LostLeasesDeps {
  database: Session;
  node: number;
  /** Leases in this node's memory. */
  leases: ReadonlySet<bigint>;
  record(command: Command): Promise<void>;
}

/** One round. Returns whether there may be more. */
export async function completeLostLeases({
  database,
  node,
  leases,
  record,
}: LostLeasesDeps): Promise<boolean> {
  const rows = await database.query<Row>(selectLostLeases, [node, [...leases]]);
  const batches = await batchesOf(database, rows);
  await Promise.all(
    rows.flatMap(({ id, mine, batch_ids, positions }) => {
      const lease: LeaseInFlight = { id, open: positions.length };
      return positions.map((position, index) => {
        const batchId = batch_ids[index]!;
        const about = { key: { batchId, position }, lease };
        return record(
          mine
            ? { type: 'forgotten', ...about }
            : { type: 'lost', ...about, batch: batches.get(String(batchId)) ?? null },
        );
      });
    }),
  );
  return rows.length === leasesMax;
}

/** By their ids as digits: the driver reads those of a list as texts. */
async function batchesOf(
  database: Session,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, LostBatch>> {
  const ids = new Set(rows.flatMap(({ mine, batch_ids }) => (mine ? [] : batch_ids)));
  if (ids.size === 0) return new Map();
  const found = await database.query<{ id: bigint; parts: number; validUntil: Date }>(
    selectBatches,
    [plainArray([...ids])],
  );
  return new Map(
    found.map(({ id, parts, validUntil }) => [
      String(id),
      { parts, validUntilMs: validUntil.getTime() },
    ]),
  );
}
