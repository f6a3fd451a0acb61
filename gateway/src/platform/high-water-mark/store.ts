// What the database says about itself and about a node's mark, and the mark's next step.

import type { Session, Statement } from '../db/database.ts';
import type { BlockKind } from '../db/scattered-ids.ts';

/** How the database stands. */
export interface DatabaseStanding {
  installationId: string;
  epoch: number;
  /** Why it is to be recovered; null: it is in order. */
  recoveryReason: string | null;
  /**
   * The cluster and database in which this installation was first seen, and those in which it is
   * now: `system identifier/database`.
   */
  home: string | null;
  here: string;
  /** Clusters that a cell was moved from, with all that nodes had noted there. */
  movedFrom: string[];
  systemIdentifier: string;
  timeline: number;
  position: bigint;
  /** Routes that are not open again after a recovery. */
  closedRoutes: string[];
  /** Sent, forgotten, and not to be made again yet: `account external-id`. */
  forgotten: string[];
  /** This node's; null: none is stored. */
  mark: number | null;
}

interface Row extends Omit<DatabaseStanding, 'mark'> {
  mark: bigint | null;
}

// Where the server is a standby the position cannot be asked for, and the statement fails: no place
// to begin anything.
const standingColumns = `
    i.id as "installationId", i.epoch, i.recovery_reason as "recoveryReason", i.home,
    format('%s/%s', c.system_identifier, (select oid from pg_database
      where datname = current_database())) as here,
    i.moved_from as "movedFrom",
    c.system_identifier::text as "systemIdentifier",
    ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer as timeline,
    (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint as position,
    array(select route from closed_route) as "closedRoutes",
    array(select account_id || ' ' || external_id from forgotten_attempt
      where resolved_at is null) as forgotten`;

const selectStanding: Statement = {
  name: 'select_standing',
  text: `
    select ${standingColumns}, h.mark
    from installation i cross join pg_control_system() c left join high_water_mark h
      on h.node_id = $1`,
};

export async function readStanding(session: Session, nodeId: string): Promise<DatabaseStanding> {
  const [row] = await session.query<Row>(selectStanding, [nodeId]);
  return { ...row!, mark: row!.mark === null ? null : Number(row!.mark) };
}

// A mark that went back is not moved on.
const advance: Statement = {
  name: 'advance_high_water_mark',
  text: `
    with moved as (
      insert into high_water_mark as h (node_id, mark, epoch) values ($1, $2::bigint + 1, $3)
      on conflict (node_id) do update set mark = h.mark + 1,
        epoch = greatest(h.epoch, excluded.epoch), written_at = now() where h.mark >= $2
      returning mark
    )
    select ${standingColumns}, coalesce((select mark from moved), h.mark) as mark
    from installation i cross join pg_control_system() c left join high_water_mark h
      on h.node_id = $1`,
};

/**
 * Moves a node's mark one on from `mark` or from where it is; the standing is that before the
 * commit. A mark that has gone back stays, and is what comes back.
 */
export async function advanceMark(
  session: Session,
  { nodeId, mark, epoch }: { nodeId: string; mark: number; epoch: number },
): Promise<DatabaseStanding> {
  const [row] = await session.query<Row>(advance, [nodeId, mark, epoch]);
  return { ...row!, mark: row!.mark === null ? null : Number(row!.mark) };
}

const selectMissingBlocks: Statement = {
  name: 'select_missing_id_blocks',
  text: `
    select k.kind, k.block::text from unnest($1::text[], $2::bigint[]) as k(kind, block)
    where not exists (select from id_block b where b.kind = k.kind and b.block = k.block)`,
};

/** Blocks that a node took and the database does not know. */
export function findMissingBlocks(
  session: Session,
  blocks: { readonly [kind in BlockKind]?: number },
): Promise<{ kind: string; block: string }[]> {
  const taken = Object.entries(blocks);
  return session.query(selectMissingBlocks, [
    taken.map(([kind]) => kind),
    taken.map(([, block]) => block),
  ]);
}

export const describeMissingBlock = ({ kind, block }: { kind: string; block: string }): string =>
  `id block ${block} of kind ${kind} is not in the database`;

const settle: Statement = {
  name: 'settle_installation',
  text: `update installation set home = $1 where home is null`,
};

/** The first node to look says where the installation lives. */
export async function settleInstallation(session: Session, here: string): Promise<void> {
  await session.query(settle, [here]);
}

const demand: Statement = {
  name: 'demand_recovery',
  text: `
    update installation set recovery_reason = $1, recovery_found_by = $2, recovery_found_at = now()
    where recovery_reason is null returning 1`,
};

/**
 * Marks the installation as to be recovered, for all nodes to see. Answers whether it was not
 * before.
 */
export async function demandRecovery(
  session: Session,
  reason: string,
  nodeId: string,
): Promise<boolean> {
  return (await session.query(demand, [reason, nodeId])).length > 0;
}
