// Lists the notices of a user: entries of the audit log that concern whoever keeps the account, or
// the user alone. Nothing is stored beside the log but how far the user has read.

import { accountNotices, userNotices } from '@jokko/contract/portal';
import type { DeveloperRole, OperatorRole } from '@jokko/contract/portal';
import type { Session, Statement } from '../../platform/db/database.ts';

const listed = 50;
const actions = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

// The conditions on actions are those of the indexes audit_entry_notice and
// audit_entry_user_notice. Who was let in later is told of nothing before, nor of that itself: the
// log has milliseconds, the membership has microseconds.
const list: Statement = {
  name: 'list_notices',
  text: `with reader as (
      select m.user_id, coalesce(m.account_id, 0) as of, m.notices_read, m.created_at,
          m.countries is null and m.role = case m.side when 'operator' then 'admin'
            else 'owner' end as keeps
        from membership m where m.id = $1 and m.ended_at is null),
    found as (
      select e.* from reader r cross join lateral (
          select number, action, at, user_id, subject, body from audit_entry
            where r.keeps and coalesce(account_id, 0) = r.of
              and action in (${actions(accountNotices)})
            order by coalesce(account_id, 0) desc, number desc limit ${listed}) as e
      union all
      select e.* from reader r
          join membership m on coalesce(m.account_id, 0) = r.of and m.ended_at is null
            and (r.keeps or m.user_id = r.user_id)
          cross join lateral (
            select number, action, at, user_id, subject, body from audit_entry
              where user_id = m.user_id and action in (${actions(userNotices)})
                and (m.user_id = r.user_id or action like 'second-factor.%')
              order by user_id desc, number desc limit ${listed}) as e)
    select f.number, f.action as what, f.at, f.body, by.name as "by", about.name as "aboutUser",
      f.number > r.notices_read as unread,
        r.of <> 0 and f.user_id is not null and not exists (
          select from membership o where o.user_id = f.user_id
            and coalesce(o.account_id, 0) = r.of) as "byOperator"
      from found f cross join reader r left join portal_user by on by.id = f.user_id
        left join portal_user about on about.id = substring(f.subject
          from '^person/(\\d+)$')::integer
      where f.at::timestamptz > date_trunc('milliseconds', r.created_at)
      order by f.number desc limit ${listed}`,
};
const markRead: Statement = {
  name: 'mark_notices_read',
  text: `update membership set notices_read = least($2, (select number from audit_head))
    where id = $1 and notices_read < $2`,
};

interface Row {
  number: bigint;
  what: Notice['what'];
  at: string;
  body: string;
  by: string | null;
  aboutUser: string | null;
  unread: boolean;
  byOperator: boolean;
}

export interface Notice {
  /** The number of the entry in the audit log. */
  number: number;
  what: (typeof accountNotices)[number] | (typeof userNotices)[number];
  at: Date;
  unread: boolean;
  /** Null: the command line. */
  by: string | null;
  byOperator: boolean;
  about: string | null;
  role: DeveloperRole | OperatorRole | null;
}

/** The newest, of one membership. */
export async function listNotices(session: Session, membershipId: number): Promise<Notice[]> {
  const rows = await session.query<Row>(list, [membershipId]);
  return rows.map(({ number, at, body, aboutUser, ...row }) => {
    const entry = JSON.parse(body) as Entry;
    return {
      ...row,
      number: Number(number),
      at: new Date(at),
      about: aboutOf(row.what, entry, aboutUser),
      role: entry.new?.role ?? null,
    };
  });
}

/** Everything up to this number counts as read. */
export async function readNoticesUpTo(
  session: Session,
  membershipId: number,
  number: number,
): Promise<void> {
  await session.query(markRead, [membershipId, number]);
}

/** What notices use of an entry's body. */
interface Entry {
  subject: string | null;
  new: {
    role?: DeveloperRole | OperatorRole;
    reason?: string;
    institution?: string;
    number?: string;
  } | null;
}

/** In the field's own words; numbers of bank accounts and phones are masked. */
function aboutOf(what: Notice['what'], entry: Entry, user: string | null): string | null {
  switch (what) {
    case 'developer.view':
      return entry.new?.reason ?? null;
    case 'destination.add':
      return `${entry.new?.institution ?? ''} ····${entry.new?.number?.slice(-4) ?? ''}`.trim();
    case 'key.create':
    case 'key.roll':
    case 'sms-app.create':
    case 'sms-app.roll':
      return entry.subject?.split('/')[1] ?? null;
    case 'settlement.terms':
      return entry.subject;
    default:
      return user;
  }
}
