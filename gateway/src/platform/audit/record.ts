// Records a user's action permanently, as one more link of the hash chain, in the transaction of
// the action.

import { hash } from 'node:crypto';
import type { AuditAction, AuditInWords, AuditSubject } from '@jokko/contract/portal';
import type { Database, Session, Statement } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { maskedValue } from '../masked-address.ts';
import { auditKeyOf } from '../secrets/index.ts';
import { canonicalJson } from './canonical.ts';

/** A user of the portal, the command line on the server, or the system by itself. */
export type Who =
  | {
      kind: 'user';
      userId: number;
      email: string;
      address: string | null;
      agent: string | null;
    }
  /** Nobody known: a sign-in that failed, say. */
  | { kind: 'nobody'; address: string | null; agent: string | null }
  | { kind: 'command' }
  | { kind: 'system' };

export interface AuditEntry {
  who: Who;
  /** `noun.verb`, such as `session.begin` or `wish.approve`. */
  action: AuditAction;
  /** The developer account that it is about. */
  accountId?: number | null;
  /** What it was done to: `person/7`, `wish/3`. */
  subject?: AuditSubject | null;
  /** Values before and after, never secrets; of addresses only the host is kept. */
  old?: object | null;
  new?: object | null;
}

/**
 * An entry whose values people can read: one with a member or word that has no name in
 * audit-fields.ts does not compile.
 */
type InWords<Entry extends AuditEntry> = Entry & {
  old?: AuditInWords<Entry['old']>;
  new?: AuditInWords<Entry['new']>;
};

// The head's row lock is the order of the chain; it is held until the change itself commits.
const lockHead: Statement = {
  name: 'lock_audit_head',
  text: `select number, hash, to_char(jokko_now() at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from audit_head for update`,
};
const insertEntry: Statement = {
  name: 'insert_audit_entry',
  text: `with head as (update audit_head set number = $1, hash = $3 where one)
    insert into audit_entry (number, previous_hash, hash, body) values ($1, $2, $3, $4)`,
};

/** What browsers say about themselves is cut to what sessions keep of it. */
const agentCharactersMax = 300;

/**
 * Appends inside the caller's transaction: do it last, since all other entries wait for this
 * commit.
 */
export function recordAudit<const Entry extends AuditEntry>(
  session: Session,
  entry: InWords<Entry>,
): Promise<void> {
  return append(session, entry);
}

async function append(session: Session, entry: AuditEntry): Promise<void> {
  const [head] = await session.query<{ number: bigint; hash: Buffer; at: string }>(lockHead);
  const number = head!.number + 1n;
  const who = shortened(entry.who);
  const { action, accountId = null, subject = null, old = null } = entry;
  const body = bodyOf({
    number: Number(number),
    at: head!.at,
    who,
    action,
    accountId,
    subject,
    old,
    new: entry.new ?? null,
  });
  const entryHash = auditKeyOf(session)?.hash ?? plainHash;
  await session.query(insertEntry, [number, head!.hash, entryHash(head!.hash, body), body]);
}

/** The log is for good and read by many. */
function bodyOf(entry: object): string {
  const body = canonicalJson(entry);
  if (!body.includes('://')) return body;
  return canonicalJson(JSON.parse(body, maskedValue));
}

const shortened = (who: Who): Who =>
  'agent' in who && who.agent !== null
    ? { ...who, agent: who.agent.slice(0, agentCharactersMax) }
    : who;

/**
 * SHA-256 of the hash before and the entry's body: how entries were bound before there was a key.
 */
export function plainHash(previous: Buffer, body: string): Buffer {
  return hash('sha256', Buffer.concat([previous, Buffer.from(body)]), 'buffer');
}

const selectOne: Statement = {
  name: 'select_audit_entry_about',
  text: 'select 1 from audit_entry where subject = $1 and action = $2 limit 1',
};

/**
 * As `noteAudit`, unless the log says so already: for what is looked at again and again. `subject`
 * tells one time from the next.
 */
export async function noteAuditOnce<const Entry extends AuditEntry>(
  database: Database,
  entry: InWords<Entry> & { subject: AuditSubject },
): Promise<void> {
  if ((await database.query(selectOne, [entry.subject, entry.action])).length === 0)
    await inTransaction(database, (session) => append(session, entry));
}

/**
 * The same in a transaction of its own: for what changes nothing here, such as a look at what
 * others did.
 */
export function noteAudit<const Entry extends AuditEntry>(
  database: Database,
  entry: InWords<Entry>,
): Promise<void> {
  return inTransaction(database, (session) => append(session, entry));
}

/**
 * Does `work` and writes down what it answers as `entry`, in one transaction; null: nothing was
 * changed.
 */
export function changeWithAudit<Result, const Entry extends AuditEntry>(
  database: Database,
  work: (session: Session) => Promise<{ result: Result; entry: InWords<Entry> | null }>,
): Promise<Result> {
  return inTransaction(database, async (session) => {
    const { result, entry } = await work(session);
    if (entry !== null) await append(session, entry);
    return result;
  });
}
