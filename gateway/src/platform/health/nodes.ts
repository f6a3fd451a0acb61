// Lists the nodes, and whether each holds its lease.

import type { Session, Statement } from '../db/database.ts';

export interface NodeInfo {
  nodeId: string;
  incarnation: number;
  startedAt: Date;
  leaseUntil: Date;
  /** Its lease lasts. */
  alive: boolean;
  /** How far its machine's clock is ahead of the database's; negative: behind. */
  clockSkewMs: number;
  /** As `readNodeWarning` reads them. */
  warnings: readonly string[];
}

const selectNodes: Statement = {
  name: 'select_nodes',
  text: `select node_id as "nodeId", incarnation, started_at as "startedAt",
    lease_until as "leaseUntil", lease_until > now() as alive, clock_skew_ms as "clockSkewMs",
    warnings
    from node order by node_id`,
};

export function listNodes(session: Session): Promise<NodeInfo[]> {
  return session.query<NodeInfo>(selectNodes);
}
