// Says which node reads a statement file. Its rows are read outside of any transaction, since that
// may take longer than one may stand open, and what was read is stored in one commit.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { fileColumns, type StatementFile } from './file.ts';

/** Longer than the thread that reads may take. Then the node is gone, and another one reads. */
const readingSeconds = 90;
/**
 * Who reads a file a third time has seen two nodes, or threads, that did not come to an end with
 * it.
 */
export const readingsMax = 2;

// In the order of their coming, all providers together. Real time: who reads is a matter of nodes,
// not of the sandbox's clock.
const lease: Statement = {
  name: 'lease_reading_of_reconciliation_file',
  text: `update reconciliation_file f set reading_until =
    now() + interval '${readingSeconds} seconds',
      readings_begun = f.readings_begun + case when f.id = $1 then 0 else 1 end
    where f.id = (select id from reconciliation_file
      where id = (select min(id) from reconciliation_file
        where state in ('reading', 'matching', 'searching'))
        and state = 'reading' and (id = $1 or reading_until is null
          or reading_until < now()) for update skip locked)
    returning ${fileColumns}, f.readings_begun as "readingsBegun"`,
};
const release: Statement = {
  name: 'release_reading_of_reconciliation_file',
  text: `update reconciliation_file set reading_until = null,
    readings_begun = greatest(0, readings_begun - $2)
    where id = $1 and state = 'reading'`,
};
const lock: Statement = {
  name: 'lock_read_reconciliation_file',
  text: `select from reconciliation_file where id = $1 and state = 'reading'
    and position = $2 for update`,
};

export interface LeasedFile extends StatementFile {
  /** This one included. */
  readingsBegun: number;
}

/** @param held the file that this process has leased and has not let go of: its reading goes on. */
export async function leaseReading(
  session: Session,
  held: number | null,
): Promise<LeasedFile | null> {
  return (await session.query<LeasedFile>(lease, [held]))[0] ?? null;
}

/** @param wasCut the reading itself was ended, and counts. */
export async function releaseReading(
  database: Database,
  id: number,
  { wasCut }: { wasCut: boolean },
): Promise<void> {
  await database.query(release, [id, wasCut ? 0 : 1]);
}

/** False: somebody else has read on meanwhile, or nobody is to. */
export async function lockRead(
  session: Session,
  { id, position }: StatementFile,
): Promise<boolean> {
  return (await session.query(lock, [id, position])).length > 0;
}
