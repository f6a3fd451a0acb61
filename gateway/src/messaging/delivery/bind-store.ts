// Stores which node holds which bind of a carrier connection: rows of `sms_bind`, as many as the
// operator allows, each taken by a node under its lease.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface Slot {
  connection: string;
  slot: number;
}
export interface SlotState extends Slot {
  /**
   * The state of the session (`connecting`, `bound`, `closed`), or `busy`: bound, and it takes
   * nothing.
   */
  state: string;
  detail: string | null;
}
/** How the slots of all connections stand. */
export interface OwnedSlot extends SlotState {
  /** A living node; null: the slot is free. */
  owner: number | null;
  /** For how long it has been in this state, or free. */
  forMs: number;
}

const makeSlots: Statement = {
  name: 'make_sms_binds',
  text: `
    insert into sms_bind (connection, slot)
    select l.connection, n from unnest($1::text[], $2::integer[]) as l(connection, binds)
      cross join lateral generate_series(1, l.binds) n
    on conflict do nothing`,
};
// Removes slots of connections that are gone, or have fewer binds now.
const removeSlots: Statement = {
  name: 'remove_sms_binds',
  text: `
    delete from sms_bind b
    where not exists (select from unnest($1::text[], $2::integer[]) as l(connection, binds)
      where l.connection = b.connection and b.slot <= l.binds)
      and (b.lease_owner is null or not exists (select from node where incarnation = b.lease_owner
        and lease_until > now()))`,
};
const selectStandings: Statement = {
  name: 'select_sms_bind_standings',
  text: `
    select b.connection, b.slot, b.state, b.detail, n.incarnation as owner,
      (extract(epoch from now() - b.updated_at) * 1000)::float8 as "forMs"
    from sms_bind b left join node n on n.incarnation = b.lease_owner and n.lease_until > now()
    order by b.connection, b.slot`,
};
const selectNodes: Statement = {
  name: 'select_nodes_for_sms',
  text: `select count(*)::integer as count, coalesce(min(incarnation), -1) as first from node
    where lease_until > now()`,
};
const isUp = (state: string): string => `(${state} in ('bound', 'busy'))`;
/** `since` with a new state. */
const sinceWith = (state: string): string =>
  `case when ${isUp('b.state')} = ${isUp(state)} then b.since else now() end`;
const takeSlot: Statement = {
  name: 'take_sms_bind',
  text: `
    update sms_bind b set lease_owner = $3, state = 'connecting', detail = null,
      since = ${sinceWith(`'connecting'`)}, updated_at = now()
    where b.connection = $1 and b.slot = $2
      and (b.lease_owner is null or not exists (select from node where incarnation = b.lease_owner
        and lease_until > now()))
      and exists (select from node where incarnation = $3 and lease_until > now())
    returning b.slot`,
};
const writeStates: Statement = {
  name: 'write_sms_bind_states',
  text: `
    update sms_bind b set state = s.state, detail = s.detail, since = ${sinceWith('s.state')},
      updated_at = now(),
      last_error = coalesce(s.detail, b.last_error), last_error_at = case
        when s.detail is null then b.last_error_at else now() end
    from unnest($2::text[], $3::smallint[], $4::text[], $5::text[]) as s(connection, slot, state,
      detail)
    where b.connection = s.connection and b.slot = s.slot and b.lease_owner = $1
      and (b.state, b.detail) is distinct from (s.state, s.detail)`,
};
const noteTaking: Statement = {
  name: 'note_sms_binds_taking',
  text: `
    update sms_bind b set last_taken_at = jokko_now() from unnest($2::text[],
      $3::smallint[]) as s(connection, slot)
    where b.connection = s.connection and b.slot = s.slot and b.lease_owner = $1
      and coalesce(b.last_taken_at, '-infinity') < jokko_now() - interval '10 seconds'`,
};
const releaseSlots: Statement = {
  name: 'release_sms_binds',
  text: `
    update sms_bind b set lease_owner = null, state = 'closed', detail = null,
      since = ${sinceWith(`'closed'`)}, updated_at = now()
    from unnest($2::text[], $3::smallint[]) as s(connection, slot) where b.connection = s.connection
      and b.slot = s.slot and b.lease_owner = $1`,
};

/** Makes the rows what the routing says: `binds` for each connection. */
export async function arrangeSlots(
  session: Session,
  connections: readonly { connection: string; binds: number }[],
): Promise<void> {
  const values = [
    connections.map(({ connection }) => connection),
    connections.map(({ binds }) => binds),
  ];
  await session.query(makeSlots, values);
  await session.query(removeSlots, values);
}

export function loadStandings(session: Session): Promise<OwnedSlot[]> {
  return session.query<OwnedSlot>(selectStandings);
}

/** How many nodes live, this one included, and which has lived longest (-1: none). */
export async function loadNodes(session: Session): Promise<{ count: number; first: number }> {
  const [row] = await session.query<{ count: number; first: number }>(selectNodes);
  return row!;
}

/** False when another node was quicker, or our own lease is over. */
export async function takeFreeSlot(
  session: Session,
  node: number,
  { connection, slot }: Slot,
): Promise<boolean> {
  return (await session.query(takeSlot, [connection, slot, node])).length > 0;
}

/** For `jokko sms link list` and for other nodes. */
export async function notifyStates(
  session: Session,
  node: number,
  states: readonly SlotState[],
): Promise<void> {
  if (states.length === 0) return;
  await session.query(writeStates, [
    node,
    states.map(({ connection }) => connection),
    states.map(({ slot }) => slot),
    states.map(({ state }) => state),
    states.map(({ detail }) => detail),
  ]);
}

/** Binds over which messages are taken at present. */
export async function notifyTaking(
  session: Session,
  node: number,
  slots: readonly Slot[],
): Promise<void> {
  if (slots.length === 0) return;
  await session.query(noteTaking, [
    node,
    slots.map(({ connection }) => connection),
    slots.map(({ slot }) => slot),
  ]);
}

export async function giveUpSlots(
  session: Session,
  node: number,
  slots: readonly Slot[],
): Promise<void> {
  if (slots.length === 0) return;
  await session.query(releaseSlots, [
    node,
    slots.map(({ connection }) => connection),
    slots.map(({ slot }) => slot),
  ]);
}
