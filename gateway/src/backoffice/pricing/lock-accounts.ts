// Locks several accounts in the order of their numbers, so that two that lock some of the same
// never wait for each other.

import type { Session, Statement } from '../../platform/db/database.ts';

const lock: Statement = {
  name: 'lock_accounts_of_price_plan',
  text: 'select id from account where id = any ($1::integer[]) order by id for update',
};

export async function lockAccounts(session: Session, ids: readonly number[]): Promise<void> {
  await session.query(lock, [ids]);
}
