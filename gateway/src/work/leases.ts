// Who holds what, and until when? A node has one lease, renewed by a heartbeat; everything it holds names the node. When the heartbeat stops,
// the lease ends and any other node may take its work.

import type { Session, Statement } from '../db/database.ts';

export interface NodeLease {
  /** Number of this run of this node; rows name it as their lease owner. */
  incarnation: number;
  /** Whether nobody else can have taken our work by now. A process that stood still learns here that its time is over. */
  holds(): boolean;
  renew(): Promise<boolean>;
  /** Gives everything free at once. */
  release(): Promise<void>;
}

// A node that comes back under its id is certainly not running any more: its incarnation changes, and what the old one held is free.
const register: Statement = {
  name: 'register_node',
  text: `
    insert into node (incarnation, node_id, lease_until, secret_key_ids)
    select nextval('node_incarnation_seq'), $1, now() + $2 * interval '1 millisecond', $3
    on conflict (node_id) do update set incarnation = excluded.incarnation, started_at = now(), lease_until = excluded.lease_until,
      secret_key_ids = excluded.secret_key_ids
    returning incarnation`,
};
const renew: Statement = {
  name: 'renew_node',
  text: `update node set lease_until = now() + $2 * interval '1 millisecond' where incarnation = $1 returning incarnation`,
};
const release: Statement = { name: 'release_node', text: `delete from node where incarnation = $1` };
const forget: Statement = { name: 'forget_nodes', text: `delete from node where lease_until < now() - interval '1 day'` };

export interface NodeFacts {
  nodeId: string;
  /** Ids of the key-encryption keys it was started with, the one it seals with first. */
  secretKeyIds: readonly string[];
}

/** Registers this node under its id. `leaseMs` in real time. */
export async function takeLease(session: Session, { nodeId, secretKeyIds }: NodeFacts, leaseMs: number): Promise<NodeLease> {
  await session.query(forget);
  // By the clock that also runs while the process stands still, and from before the question, so never longer than in the database.
  let endsAt = performance.now() + leaseMs;
  const [row] = await session.query<{ incarnation: number }>(register, [nodeId, leaseMs, secretKeyIds]);
  const { incarnation } = row!;
  return {
    incarnation,
    holds: () => performance.now() < endsAt,
    async renew() {
      const wouldEndAt = performance.now() + leaseMs;
      const renewed = (await session.query(renew, [incarnation, leaseMs])).length > 0;
      if (renewed) endsAt = wouldEndAt;
      return renewed;
    },
    release: async () => void (await session.query(release, [incarnation])),
  };
}
