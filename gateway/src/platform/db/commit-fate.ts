// Determines whether a commit happened whose acknowledgement was lost (F03). Each writer
// transaction replaces its mark in the same commit; the mark that stands names the last one.
// `pg_xact_status` cannot be used: after a crash PostgreSQL reuses the number of a transaction
// that never reached the disk, and reports the later one's fate.

import type { Session, Statement } from './database.ts';

/**
 * Instead of an incarnation: a writer that has no lease to lose, as of a command. Numbers of nodes
 * begin at 1. What it writes must be right whenever it is committed, since nobody can end it.
 */
export const noNode = 0;

/**
 * Nothing was stored: this run of the node has no lease any more. No fault of what was to be
 * written, which another run can store.
 */
export class LeaseOver extends Error {
  override name = 'LeaseOver';
}

/** Who leaves marks: one writer of one node, whose transactions follow each other. */
export interface Marker {
  /** Incarnation of the node, or `noNode`. */
  node: number;
  writer: string;
}

// Only the very run of a node that has the lease leaves a mark, and so commits: the column takes no
// null. One whose lease was ended, whose id another run has taken, or which is of before a recovery
// is refused (decision 0003).
const leaveMark: Statement = {
  name: 'leave_writer_mark',
  text: `
    insert into writer_commit (incarnation, writer, mark)
    values ($1, case when $1 = ${noNode} or exists (select from node where incarnation = $1
      and ended_at is null) then $2 end, $3)
    on conflict (incarnation, writer) do update set mark = excluded.mark`,
};
const notNullViolation = '23502';
// Changes nothing, but waits for a transaction that still holds the row: its backend may outlive
// our connection and commit after all.
const readMark: Statement = {
  name: 'read_writer_mark',
  text: `
    insert into writer_commit (incarnation, writer) values ($1, $2)
    on conflict (incarnation, writer) do update set mark = writer_commit.mark returning mark`,
};

/**
 * Part of the transaction that is to be found again. `mark` is a UUID used once. Throws LeaseOver
 * when this run may write no more.
 */
export async function leaveCommitMark(
  session: Session,
  { node, writer }: Marker,
  mark: string,
): Promise<void> {
  try {
    await session.query(leaveMark, [node, writer, mark]);
  } catch (error) {
    if ((error as { code?: unknown }).code !== notNullViolation) throw error;
    throw new LeaseOver(`run ${node} of a node has no lease any more`, { cause: error });
  }
}

/**
 * Whether the transaction that left `mark` was committed. Only right while no later transaction of
 * this writer was.
 */
export async function hasCommitted(
  session: Session,
  { node, writer }: Marker,
  mark: string,
): Promise<boolean> {
  const [row] = await session.query<{ mark: string | null }>(readMark, [node, writer]);
  return row?.mark === mark;
}

// Empty, but of a transaction: its commit is waited for like any other.
const writeNothing: Statement = {
  name: 'write_nothing',
  text: `select pg_logical_emit_message(true, 'jokko', '') is not null as written`,
};

/**
 * Resolves once everything that could be read before the call is on the synchronous standby too,
 * where there is one. After a crash of the primary, or a canceled wait, a commit can be read that
 * the standby does not have (F52).
 */
export function awaitReplication(session: Session): Promise<unknown> {
  return session.query(writeNothing);
}
