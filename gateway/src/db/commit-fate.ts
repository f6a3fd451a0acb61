// Did a commit happen whose acknowledgement was lost (F03)? Each transaction of a writer replaces its mark in the same commit; afterwards the
// mark that stands tells which transaction was the last. `pg_xact_status` cannot be asked: after a crash PostgreSQL gives the number of a
// transaction that never reached the disk to the next one, and reports that one's fate.

import type { Session, Statement } from './database.ts';

/** Who leaves marks: one writer of one node, whose transactions follow each other. */
export interface Marker {
  /** Incarnation of the node. */
  node: number;
  writer: string;
}

const leaveMark: Statement = {
  name: 'leave_writer_mark',
  text: `insert into writer_commit (incarnation, writer, mark) values ($1, $2, $3) on conflict (incarnation, writer) do update set mark = excluded.mark`,
};
// Changes nothing, but waits for a transaction that still holds the row: its backend may outlive our connection and commit after all.
const readMark: Statement = {
  name: 'read_writer_mark',
  text: `
    insert into writer_commit (incarnation, writer) values ($1, $2)
    on conflict (incarnation, writer) do update set mark = writer_commit.mark returning mark`,
};

/** Part of the transaction that is to be found again. `mark` is a UUID used once. */
export function leaveCommitMark(session: Session, { node, writer }: Marker, mark: string): Promise<unknown> {
  return session.query(leaveMark, [node, writer, mark]);
}

/** Whether the transaction that left `mark` was committed. Only right while no later transaction of this writer was. */
export async function hasCommitted(session: Session, { node, writer }: Marker, mark: string): Promise<boolean> {
  const [row] = await session.query<{ mark: string | null }>(readMark, [node, writer]);
  return row?.mark === mark;
}
