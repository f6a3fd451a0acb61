// Where is the routing kept, which of its links are in use, and who has their binds?

import type { Session, Statement } from '../../db/database.ts';
import { versionsOf } from '../documents/index.ts';

export const routingVersions = versionsOf('sms_routing');

/** Jumps from link to link in the index of what waits: the rows between, a million perhaps, are not read. */
const selectLinksWaiting: Statement = {
  name: 'select_sms_links_waiting',
  text: `
    with recursive waiting (link) as (
      (select link from sms_message where due_at is not null order by link limit 1)
      union all
      select (select m.link from sms_message m where m.due_at is not null and m.link > w.link order by m.link limit 1)
      from waiting w where w.link is not null
    )
    select link from waiting where link is not null and link <> all ($1::text[])`,
};
/** With those over which messages are being sent; one statement, so that none is missed that is claimed or given back meanwhile. */
const selectLinksInUse: Statement = {
  name: 'select_sms_links_in_use',
  text: `
    with recursive waiting (link) as (
      (select link from sms_message where due_at is not null order by link limit 1)
      union all
      select (select m.link from sms_message m where m.due_at is not null and m.link > w.link order by m.link limit 1)
      from waiting w where w.link is not null
    )
    select link, 'waiting' as use from waiting where link is not null and link <> all ($1::text[])
    union
    select m.link, 'sending' from sms_claim c cross join lateral unnest(c.batch_ids, c.positions) as k(batch_id, position)
    join sms_message m on m.batch_id = k.batch_id and m.position = k.position
    where c.id > 0 and m.claim_id = c.id and m.link <> all ($1::text[])
    order by 1, 2`,
};

const selectMissingApps: Statement = {
  name: 'select_missing_sms_apps',
  text: `
    select asked.id from unnest($1::integer[]) as asked (id)
    where not exists (select from sms_app where sms_app.id = asked.id and sms_app.revoked_at is null)`,
};

const selectVersion: Statement = {
  name: 'select_sms_routing_version',
  text: 'select version from sms_routing order by version desc limit 1',
};

const selectBinds: Statement = {
  name: 'select_sms_binds',
  text: `
    select b.link, b.slot, b.state, b.detail, b.updated_at as "updatedAt", n.node_id as node
    from sms_bind b left join node n on n.incarnation = b.lease_owner and n.lease_until > now()
    order by b.link, b.slot`,
};

export interface Bind {
  link: string;
  slot: number;
  state: string;
  detail: string | null;
  updatedAt: Date;
  /** The living node that has it; null: nobody. */
  node: string | null;
}

/** Of the routing in force; 0: there is none. */
export async function loadRoutingVersion(session: Session): Promise<number> {
  return (await session.query<{ version: number }>(selectVersion))[0]?.version ?? 0;
}

/** Links outside `known` on which messages wait. */
export async function loadLinksWaiting(session: Session, known: string[]): Promise<string[]> {
  return (await session.query<{ link: string }>(selectLinksWaiting, [known])).map((row) => row.link);
}

export interface LinkInUse {
  link: string;
  use: 'waiting' | 'sending';
}

/** Links outside `known` on which messages wait, or over which some are being sent. */
export function loadLinksInUse(session: Session, known: string[]): Promise<LinkInUse[]> {
  return session.query<LinkInUse>(selectLinksInUse, [known]);
}

/** Those among `ids` that are no application, or a revoked one. */
export async function loadMissingApps(session: Session, ids: number[]): Promise<number[]> {
  return (await session.query<{ id: number }>(selectMissingApps, [ids])).map((row) => row.id);
}

export function loadBinds(session: Session): Promise<Bind[]> {
  return session.query<Bind>(selectBinds);
}
