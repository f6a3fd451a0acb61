// Did a commit happen whose acknowledgement was lost (F03)? Each transaction of a writer replaces its node's mark in the same commit;
// afterwards the mark that stands tells which transaction was the last. `pg_xact_status` cannot be asked: after a crash PostgreSQL gives
// the number of a transaction that never reached the disk to the next one, and reports that one's fate.

import type { Session, Statement } from '../../db/database.ts';

const leaveMark: Statement = {
  name: 'leave_writer_mark',
  text: `insert into writer_commit (incarnation, mark) values ($1, $2) on conflict (incarnation) do update set mark = excluded.mark`,
};
// Changes nothing, but waits for a transaction that still holds the row: its backend may outlive our connection and commit after all.
const readMark: Statement = {
  name: 'read_writer_mark',
  text: `insert into writer_commit (incarnation) values ($1) on conflict (incarnation) do update set mark = writer_commit.mark returning mark`,
};

/** Part of the transaction that is to be found again. `mark` is a UUID used once. */
export function leaveCommitMark(session: Session, node: number, mark: string): Promise<unknown> {
  return session.query(leaveMark, [node, mark]);
}

/** Whether the transaction that left `mark` was committed. Only right while no later transaction of this node's writer was. */
export async function hasCommitted(session: Session, node: number, mark: string): Promise<boolean> {
  const [row] = await session.query<{ mark: string | null }>(readMark, [node]);
  return row?.mark === mark;
}
