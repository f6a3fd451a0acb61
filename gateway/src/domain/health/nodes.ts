// Which nodes are there, and does each hold its lease?

import type { Session, Statement } from '../../db/database.ts';

export interface NodeFacts {
  nodeId: string;
  incarnation: number;
  startedAt: Date;
  leaseUntil: Date;
  /** Its lease lasts. */
  alive: boolean;
}

const selectNodes: Statement = {
  name: 'select_nodes',
  text: `select node_id as "nodeId", incarnation, started_at as "startedAt", lease_until as "leaseUntil", lease_until > now() as alive
    from node order by node_id`,
};

export function listNodes(session: Session): Promise<NodeFacts[]> {
  return session.query<NodeFacts>(selectNodes);
}
