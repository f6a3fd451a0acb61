// How is something that somebody did written down for good? As one more link of the chain, in the transaction of what was done.

import { hash } from 'node:crypto';
import type { Database, Session, Statement } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { canonicalJson } from './canonical.ts';

/** A person of the portal, the command line on the server, or the system by itself. */
export type Who =
  | { kind: 'person'; personId: number; email: string; address: string | null; agent: string | null }
  /** Nobody known: a sign-in that failed, say. */
  | { kind: 'nobody'; address: string | null; agent: string | null }
  | { kind: 'command' }
  | { kind: 'system' };

export interface AuditEntry {
  who: Who;
  /** `noun.verb`, such as `session.begin` or `wish.approve`. */
  action: string;
  /** The developer account that it is about. */
  accountId?: number | null;
  /** What it was done to: `person/7`, `wish/3`. */
  subject?: string | null;
  /** Values before and after, never secrets. */
  old?: object | null;
  new?: object | null;
}

// The head's row lock is the order of the chain; it is held until the change itself commits.
const lockHead: Statement = {
  name: 'lock_audit_head',
  text: `select number, hash, to_char(jokko_now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from audit_head for update`,
};
const insertEntry: Statement = {
  name: 'insert_audit_entry',
  text: `with head as (update audit_head set number = $1, hash = $3 where one)
    insert into audit_entry (number, previous_hash, hash, body) values ($1, $2, $3, $4)`,
};

/** Appends inside the caller's transaction: do it last, since all other entries wait for this commit. */
export async function recordAudit(session: Session, entry: AuditEntry): Promise<void> {
  const [head] = await session.query<{ number: bigint; hash: Buffer; at: string }>(lockHead);
  const number = head!.number + 1n;
  const { who, action, accountId = null, subject = null, old = null } = entry;
  const body = canonicalJson({ number: Number(number), at: head!.at, who, action, accountId, subject, old, new: entry.new ?? null });
  await session.query(insertEntry, [number, head!.hash, entryHash(head!.hash, body), body]);
}

/** SHA-256 of the hash before and the entry's body. */
export function entryHash(previous: Buffer, body: string): Buffer {
  return hash('sha256', Buffer.concat([previous, Buffer.from(body)]), 'buffer');
}

/** The same in a transaction of its own: for what changes nothing here, such as a look at what others did. */
export function noteAudit(database: Database, entry: AuditEntry): Promise<void> {
  return inTransaction(database, (session) => recordAudit(session, entry));
}
