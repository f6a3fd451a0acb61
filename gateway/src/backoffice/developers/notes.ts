// Internal notes about developers: the operator's users write them for each other, and nobody
// changes or removes one.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface AccountNote {
  author: string;
  text: string;
  at: Date;
}

/** A page shows no more. */
const notesShown = 50;

const insertNote: Statement = {
  name: 'insert_account_note',
  text: 'insert into account_note (account_id, author, text) values ($1, $2, $3)',
};
const selectNotes: Statement = {
  name: 'select_account_notes',
  text: `select u.name as author, n.text, n.created_at as at
    from account_note n join portal_user u on u.id = n.author
    where n.account_id = $1 order by n.id desc limit ${notesShown}`,
};

export async function addNote(
  session: Session,
  accountId: number,
  { author, text }: { author: number; text: string },
): Promise<void> {
  await session.query(insertNote, [accountId, author, text]);
}

/** The newest first. */
export function listNotes(session: Session, accountId: number): Promise<AccountNote[]> {
  return session.query(selectNotes, [accountId]);
}
