// Locks the accounts of a group of commands. An account that somebody else holds is left out, so
// that it holds up nobody else; only one account at a time is waited for, and not for long. A
// transaction that waits for a lock holds none, so there are no deadlocks.

import type { Session, Statement } from './database.ts';
import { settleAll } from './settle-all.ts';
import type { WaitFor } from './group-decision.ts';

/** Between two looks whether an account that is waited for is the only one that stands still. */
const lockWaitMs = 250;

const limitWait: Statement = {
  name: 'limit_account_wait',
  text: `set local lock_timeout = ${lockWaitMs}`,
};

export interface LockStatements {
  waiting: Statement;
  passing: Statement;
}

/** The statements that lock accounts and read `columns` of them. `name`: of the statement. */
export function lockStatements(name: string, columns: string): LockStatements {
  const locking = `select ${columns} from account where id = any($1::integer[])
    order by id for no key update`;
  return {
    waiting: { name: `${name}_waiting`, text: locking },
    passing: { name, text: `${locking} skip locked` },
  };
}

/**
 * Locks those of the accounts that nobody else holds. Where `waitFor` is one of them it is waited
 * for, and not free in time it throws (SQLSTATE 55P03).
 */
export async function lockAccounts<Row>(
  session: Session,
  { waiting, passing }: LockStatements,
  accountIds: readonly number[],
  waitFor: WaitFor,
): Promise<Row[]> {
  const others = accountIds.filter((id) => id !== waitFor);
  const rows = await settleAll([
    ...(others.length === accountIds.length
      ? []
      : [session.query<Row>(limitWait), session.query<Row>(waiting, [[waitFor]])]),
    session.query<Row>(passing, [others]),
  ]);
  return rows.flat();
}
