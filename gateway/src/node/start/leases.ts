// Manages leases. A node has one lease, renewed by a heartbeat; everything it holds names the
// node. When the heartbeat stops, the lease ends and any other node may take over its work; a node
// that has been there all the time makes that final (decision 0003).

import type { Session, Statement } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';

export interface NodeLease {
  /** Number of this run of this node; rows name it as their lease owner. */
  incarnation: number;
  /**
   * Whether the lease is still valid, so that no other node has taken over. A process that was
   * suspended detects here that its lease has ended.
   */
  holds(): boolean;
  /** When the database last stored that we hold it: ms of `environment.monotonic`. */
  renewedAt(): number;
  /**
   * `busy`: what other nodes are told of us. `ended`: by another node, for good. `taken`: another
   * process uses our node id.
   */
  renew(busy?: boolean): Promise<'renewed' | 'ended' | 'taken'>;
  /** All nodes, this one among them, as the last renewal found them. */
  nodes(): readonly KnownNode[];
  /**
   * Ends leases that are over for good, and the connections of those nodes with all that they hold.
   * Returns the ids of the nodes.
   */
  endOthers(): Promise<string[]>;
  /** Says where others hand on what belongs to this node: `host:port`; null: no longer. */
  notePeerAddress(address: string | null): Promise<void>;
  /** In memory alone: `holds` is false from now on. What the database says ends by itself. */
  giveUp(): void;
  /** Gives everything free at once. */
  release(): Promise<void>;
}

// A node that comes back under its id is certainly not running any more: its incarnation changes,
// and what the old one held is free.
const register: Statement = {
  name: 'register_node',
  text: `
    with former as (select connections_name from node where node_id = $1)
    insert into node (incarnation, node_id, lease_until, secret_key_ids, connections_name)
    select nextval('node_incarnation_seq'), $1, now() + $2 * interval '1 millisecond', $3, $4
    on conflict (node_id) do update set incarnation = excluded.incarnation, started_at = now(),
      lease_until = excluded.lease_until,
      held_since = now(), ended_at = null, busy = true, peer_address = null,
        secret_key_ids = excluded.secret_key_ids, connections_name = excluded.connections_name,
        warnings = '{}'
    returning incarnation, (select connections_name from former) as former`,
};
// With all nodes: as they were before, but for this one.
const renew: Statement = {
  name: 'renew_node',
  text: `
    with renewed as (
      update node set lease_until = now() + $2 * interval '1 millisecond', busy = $3,
        held_since = case when lease_until < now() then now() else held_since end
      where incarnation = $1 and ended_at is null returning incarnation
    )
    select n.node_id as "nodeId", n.incarnation, n.peer_address as address,
      n.portal_url as "portalUrl", n.busy, r.incarnation is not null as renewed,
      r.incarnation is not null or n.lease_until > now() and n.ended_at is null as lives,
      n.lease_until < now() and n.ended_at is null
        or coalesce(n.ended_at > now() - interval '1 hour', false) as "toEnd"
    from node n left join renewed r on r.incarnation = n.incarnation`,
};
const selectOwn: Statement = {
  name: 'select_own_node',
  text: 'select from node where incarnation = $1',
};
// By a node that was there all the time: after a pause of the database, or of the way to it,
// nobody's lease is over for that.
const endOthers: Statement = {
  name: 'end_leases',
  text: `
    update node set ended_at = now()
    where lease_until < now() and ended_at is null
      and lease_until > (select held_since from node where incarnation = $1 and lease_until > now())
    returning node_id as "nodeId"`,
};
// Their locks end with them. Also those of a node that wakes and connects once more.
const terminate: Statement = {
  name: 'terminate_connections_of_ended_nodes',
  text: `
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name in (select connections_name from node
        where ended_at > now() - interval '1 hour' union all select $1)
      and application_name <> ''`,
};
const notePeerAddress: Statement = {
  name: 'note_peer_address',
  text: 'update node set peer_address = $2 where incarnation = $1',
};
const release: Statement = {
  name: 'release_node',
  text: `delete from node where incarnation = $1`,
};
const forget: Statement = {
  name: 'forget_nodes',
  text: `delete from node where lease_until < now() - interval '1 day'`,
};

export interface KnownNode {
  nodeId: string;
  incarnation: number;
  /** `host:port` of a node that takes what others hand on. */
  address: string | null;
  /** Where people find it; null: it does not serve them yet. */
  portalUrl: string | null;
  busy: boolean;
  lives: boolean;
  /** Its lease is over, or was ended of late: `endOthers` has something to do. */
  toEnd: boolean;
}

export interface NodeInfo {
  nodeId: string;
  /** Ids of the key-encryption keys it was started with, the one it seals with first. */
  secretKeyIds: readonly string[];
  /** How the server's lists name its connections. */
  connectionsName: string;
}

/**
 * By both clocks: the monotonic one never jumps, and only the wall's runs on while the machine is
 * suspended. Whichever says first that the lease has ended is believed.
 */
const endOfLease = (leaseMs: number) => ({
  monotonic: environment.monotonic() + leaseMs,
  wall: environment.now() + leaseMs,
});

/** Registers this node under its id. `leaseMs` in real time. */
export async function takeLease(
  session: Session,
  { nodeId, secretKeyIds, connectionsName }: NodeInfo,
  leaseMs: number,
): Promise<NodeLease> {
  await session.query(forget);
  // From before the question, so never longer than in the database.
  let endsAt = endOfLease(leaseMs);
  const [row] = await session.query<{ incarnation: number; former: string | null }>(register, [
    nodeId,
    leaseMs,
    secretKeyIds,
    connectionsName,
  ]);
  const { incarnation, former } = row!;
  // Where it is frozen and not dead, its open transactions hold accounts.
  if (former !== null && former !== connectionsName) await session.query(terminate, [former]);
  let renewedAt = environment.monotonic();
  let givenUp = false;
  let nodes: readonly KnownNode[] = [];
  return {
    incarnation,
    renewedAt: () => renewedAt,
    holds: () => environment.monotonic() < endsAt.monotonic && environment.now() < endsAt.wall,
    async renew(busy = true) {
      const wouldEndAt = endOfLease(leaseMs);
      const found = await session.query<KnownNode & { renewed: boolean }>(renew, [
        incarnation,
        leaseMs,
        busy,
      ]);
      nodes = found;
      if (found.some(({ renewed }) => renewed) && !givenUp) {
        endsAt = wouldEndAt;
        renewedAt = environment.monotonic();
        return 'renewed';
      }
      return (await session.query(selectOwn, [incarnation])).length > 0 ? 'ended' : 'taken';
    },
    async endOthers() {
      const ended = await session.query<{ nodeId: string }>(endOthers, [incarnation]);
      await session.query(terminate, ['']);
      return ended.map(({ nodeId }) => nodeId);
    },
    nodes: () => nodes,
    notePeerAddress: async (address) =>
      void (await session.query(notePeerAddress, [incarnation, address])),
    giveUp() {
      givenUp = true;
      endsAt = { monotonic: -Infinity, wall: -Infinity };
    },
    release: async () => void (await session.query(release, [incarnation])),
  };
}
