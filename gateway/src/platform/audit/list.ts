// Lists the audit log, page by page, newest first: what was done, by whom, to what.

import type { Session, Statement } from '../db/database.ts';
import { maskedValue } from '../masked-address.ts';

export interface AuditFilter {
  userId?: number | null;
  accountId?: number | null;
  action?: string | null;
  subject?: string | null;
  /** Those at this moment or later, and those before this one. */
  from?: Date | null;
  until?: Date | null;
  /** Entries with smaller numbers alone. */
  before?: number | null;
  limit: number;
}

/** The members of an entry's body, as `recordAudit` wrote them. */
export interface ListedEntry {
  number: number;
  /** RFC 3339, UTC. */
  at: string;
  who: {
    kind: string;
    userId?: number;
    email?: string;
    address?: string | null;
    agent?: string | null;
  };
  action: string;
  accountId: number | null;
  subject: string | null;
  old: object | null;
  new: object | null;
}

// One statement for each way in, since each has its index; what else is asked for filters what that
// index finds.
const restrictions = `number < $1 and ($2::integer is null or user_id = $2)
  and ($3::integer is null or account_id = $3)
  and ($4::text is null or action = $4) and ($5::text is null or subject = $5)
  and number >= $7 and ($8::text is null or at >= $8) and ($9::text is null or at < $9)`;
const page = (name: string, lead: string): Statement => ({
  name: `list_audit_${name}`,
  text: `select body from audit_entry where ${lead} and ${restrictions} order by number desc
    limit $6`,
});
const statements = {
  subject: page('subject', 'subject = $5'),
  user: page('user', 'user_id = $2'),
  account: page('account', 'account_id = $3'),
  action: page('action', 'action = $4'),
  all: page('all', 'true'),
};
const numberMax = 9_007_199_254_740_991;
// Times rise with numbers, so a time becomes a number, and each way in keeps its index.
const selectFirstAt: Statement = {
  name: 'select_first_audit_entry_at',
  text: 'select number from audit_entry where at >= $1 order by at, number limit 1',
};
// From one action to the next by the index: there are a hundred of them, and any number of entries.
const selectActions: Statement = {
  name: 'select_audit_actions',
  text: `with recursive known as (
      (select action from audit_entry order by action limit 1)
      union all
      select (select e.action from audit_entry e where e.action > k.action order by e.action
        limit 1) from known k where k.action is not null
    )
    select action from known where action is not null`,
};

/** A list to choose from, not an archive. */
const usersMax = 500;
// The same by users.
const selectUsers: Statement = {
  name: 'select_audit_users',
  text: `with recursive known as (
      (select user_id, 1 as place from audit_entry where user_id is not null order by user_id
        limit 1)
      union all
      select (select e.user_id from audit_entry e where e.user_id > k.user_id order by e.user_id
        limit 1), k.place + 1
        from known k where k.user_id is not null and k.place < ${usersMax}
    )
    select user_id as id from known where user_id is not null`,
};

export async function listAudit(session: Session, filter: AuditFilter): Promise<ListedEntry[]> {
  const {
    userId = null,
    accountId = null,
    action = null,
    subject = null,
    before = null,
    limit,
  } = filter;
  const lead =
    subject !== null
      ? 'subject'
      : userId !== null
        ? 'user'
        : accountId !== null
          ? 'account'
          : action !== null
            ? 'action'
            : 'all';
  const first = filter.from ? await firstAt(session, filter.from) : 0;
  const end = filter.until ? await firstAt(session, filter.until) : null;
  const below = Math.min(before ?? numberMax, end ?? numberMax);
  const times = [filter.from?.toISOString() ?? null, filter.until?.toISOString() ?? null];
  const values = [below, userId, accountId, action, subject, limit, first ?? numberMax, ...times];
  const rows = await session.query<{ body: string }>(statements[lead], values);
  // Those of earlier versions hold whole addresses.
  return rows.map(({ body }) => JSON.parse(body, maskedValue) as ListedEntry);
}

/** Number of the first entry at a moment or later; null: there is none. */
async function firstAt(session: Session, at: Date): Promise<number | null> {
  const [row] = await session.query<{ number: bigint }>(selectFirstAt, [at.toISOString()]);
  return row === undefined ? null : Number(row.number);
}

/** Every action that the log has, by name. */
export async function listAuditActions(session: Session): Promise<string[]> {
  return (await session.query<{ action: string }>(selectActions)).map(({ action }) => action);
}

/** Numbers of the users who have done something, 500 at most. */
export async function listAuditUsers(session: Session): Promise<number[]> {
  return (await session.query<{ id: number }>(selectUsers)).map(({ id }) => id);
}
