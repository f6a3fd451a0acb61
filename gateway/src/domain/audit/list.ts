// What was done, by whom, to what? Pages of the audit log, newest first.

import type { Session, Statement } from '../../db/database.ts';

export interface AuditFilter {
  personId?: number | null;
  accountId?: number | null;
  action?: string | null;
  subject?: string | null;
  /** Entries with smaller numbers alone. */
  before?: number | null;
  limit: number;
}

/** The members of an entry's body, as `recordAudit` wrote them. */
export interface ListedEntry {
  number: number;
  /** RFC 3339, UTC. */
  at: string;
  who: { kind: string; personId?: number; email?: string; address?: string | null; agent?: string | null };
  action: string;
  accountId: number | null;
  subject: string | null;
  old: object | null;
  new: object | null;
}

// One statement for each way in, since each has its index; what else is asked for filters what that index finds.
const restrictions = `number < $1 and ($2::integer is null or person_id = $2) and ($3::integer is null or account_id = $3)
  and ($4::text is null or action = $4) and ($5::text is null or subject = $5)`;
const page = (name: string, lead: string): Statement => ({
  name: `list_audit_${name}`,
  text: `select body from audit_entry where ${lead} and ${restrictions} order by number desc limit $6`,
});
const statements = {
  subject: page('subject', 'subject = $5'),
  person: page('person', 'person_id = $2'),
  account: page('account', 'account_id = $3'),
  action: page('action', 'action = $4'),
  all: page('all', 'true'),
};
const numberMax = 9_007_199_254_740_991;

export async function listAudit(session: Session, filter: AuditFilter): Promise<ListedEntry[]> {
  const { personId = null, accountId = null, action = null, subject = null, before = null, limit } = filter;
  const lead =
    subject !== null ? 'subject' : personId !== null ? 'person' : accountId !== null ? 'account' : action !== null ? 'action' : 'all';
  const values = [before ?? numberMax, personId, accountId, action, subject, limit];
  const rows = await session.query<{ body: string }>(statements[lead], values);
  return rows.map(({ body }) => JSON.parse(body) as ListedEntry);
}
