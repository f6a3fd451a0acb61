// Names of the users and accounts that entries of the audit log are about: the log itself has their
// numbers.

import type { Session, Statement } from '../../platform/db/database.ts';

const selectUsers: Statement = {
  name: 'select_names_of_users',
  text: 'select id, name from portal_user where id = any($1)',
};
const selectAccounts: Statement = {
  name: 'select_names_of_accounts',
  text: 'select id, name from account where id = any($1)',
};

interface Named {
  id: number;
  name: string;
}

/** By number; who is not there any more has none. */
export async function readAuditNames(
  session: Session,
  { users, accounts }: { users: readonly number[]; accounts: readonly number[] },
): Promise<{ users: ReadonlyMap<number, string>; accounts: ReadonlyMap<number, string> }> {
  const [known, companies] = await Promise.all([
    session.query<Named>(selectUsers, [users]),
    session.query<Named>(selectAccounts, [accounts]),
  ]);
  const byId = (rows: readonly Named[]) => new Map(rows.map(({ id, name }) => [id, name]));
  return { users: byId(known), accounts: byId(companies) };
}
