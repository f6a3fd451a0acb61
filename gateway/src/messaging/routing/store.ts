// Stores the routing, and reads which of its carrier connections are in use and which nodes hold
// their binds.

import type { Session, Statement } from '../../platform/db/database.ts';
import { versionsOf } from '../../platform/documents/index.ts';

export const routingVersions = versionsOf('sms_routing');

/**
 * Jumps from connection to connection in the index of what waits: the rows between, a million
 * perhaps, are not read.
 */
const selectConnectionsWaiting: Statement = {
  name: 'select_sms_connections_waiting',
  text: `
    with recursive waiting (connection) as (
      (select connection from sms_message where due_at is not null order by connection limit 1)
      union all
      select (select m.connection from sms_message m where m.due_at is not null
        and m.connection > w.connection order by m.connection limit 1)
      from waiting w where w.connection is not null
    )
    select connection from waiting where connection is not null and connection <> all ($1::text[])`,
};
/**
 * With those over which messages are being sent; one statement, so that none is missed that is
 * claimed or given back meanwhile.
 */
const selectConnectionsInUse: Statement = {
  name: 'select_sms_connections_in_use',
  text: `
    with recursive waiting (connection) as (
      (select connection from sms_message where due_at is not null order by connection limit 1)
      union all
      select (select m.connection from sms_message m where m.due_at is not null
        and m.connection > w.connection order by m.connection limit 1)
      from waiting w where w.connection is not null
    )
    select connection, 'waiting' as use from waiting where connection is not null
      and connection <> all ($1::text[])
    union
    select m.connection, 'sending' from sms_lease c cross join lateral unnest(c.batch_ids,
      c.positions) as k(batch_id, position)
    join sms_message m on m.batch_id = k.batch_id and m.position = k.position
    where c.id > 0 and m.lease_id = c.id and m.connection <> all ($1::text[])
    order by 1, 2`,
};

const selectMissingApps: Statement = {
  name: 'select_missing_sms_apps',
  text: `
    select asked.id from unnest($1::integer[]) as asked (id)
    where not exists (select from sms_app where sms_app.id = asked.id
      and sms_app.revoked_at is null)`,
};

const selectVersion: Statement = {
  name: 'select_sms_routing_version',
  text: 'select version from sms_routing order by version desc limit 1',
};

const selectBinds: Statement = {
  name: 'select_sms_binds',
  text: `
    select b.connection, b.slot, b.state, b.detail, b.updated_at as "updatedAt", n.node_id as node
    from sms_bind b left join node n on n.incarnation = b.lease_owner and n.lease_until > now()
    order by b.connection, b.slot`,
};

export interface Bind {
  connection: string;
  slot: number;
  state: string;
  detail: string | null;
  updatedAt: Date;
  /** The live node that holds it; null: none. */
  node: string | null;
}

/** Returns the version of the routing in force; 0: there is none. */
export async function loadRoutingVersion(session: Session): Promise<number> {
  return (await session.query<{ version: number }>(selectVersion))[0]?.version ?? 0;
}

/** Connections outside `known` on which messages wait. */
export async function loadConnectionsWaiting(session: Session, known: string[]): Promise<string[]> {
  return (await session.query<{ connection: string }>(selectConnectionsWaiting, [known])).map(
    (row) => row.connection,
  );
}

export interface ConnectionInUse {
  connection: string;
  use: 'waiting' | 'sending';
}

/** Connections outside `known` on which messages wait, or over which some are being sent. */
export function loadConnectionsInUse(
  session: Session,
  known: string[],
): Promise<ConnectionInUse[]> {
  return session.query<ConnectionInUse>(selectConnectionsInUse, [known]);
}

/** Those among `ids` that are no application, or a revoked one. */
export async function loadMissingApps(session: Session, ids: number[]): Promise<number[]> {
  return (await session.query<{ id: number }>(selectMissingApps, [ids])).map((row) => row.id);
}

export function loadBinds(session: Session): Promise<Bind[]> {
  return session.query<Bind>(selectBinds);
}
