// Internal notes about operations: the operator's users write them for each other, and nobody
// changes or removes one.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface OperationNote {
  author: string;
  text: string;
  at: Date;
}

interface OperationOf {
  accountId: number;
  id: string;
}

const insertNote: Statement = {
  name: 'insert_operation_note',
  text: 'insert into operation_note (account_id, operation_id, author, text) values ($1, $2, $3, $4)',
};
const selectNotes: Statement = {
  name: 'select_operation_notes',
  text: `select u.name as author, n.text, n.created_at as at
    from operation_note n join portal_user u on u.id = n.author
    where n.operation_id = $1 and n.account_id = $2 order by n.id`,
};

export async function addNote(
  session: Session,
  { accountId, id }: OperationOf,
  { author, text }: { author: number; text: string },
): Promise<void> {
  await session.query(insertNote, [accountId, id, author, text]);
}

/** The oldest first. */
export function listNotes(
  session: Session,
  { accountId, id }: OperationOf,
): Promise<OperationNote[]> {
  return session.query(selectNotes, [id, accountId]);
}
