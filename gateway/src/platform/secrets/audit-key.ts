// Chains the entries of the audit log by a keyed hash whose key never enters the database in the
// clear, so that access to the database alone cannot forge an entry. Held beside the opened
// database, since entries are written in everybody's transactions.

import type { Session } from '../db/database.ts';
import type { KeyedHash } from './keyed-hash.ts';

export interface AuditKey {
  hash: KeyedHash;
  /** Number of the last entry that was written before there was a key; 0: none was. */
  plainUntil: number;
}

const held = new WeakMap<object, AuditKey>();

/**
 * From now on entries that this process writes into the database, and those it proves, are bound
 * with the installation's key.
 */
export function holdAuditKey(database: Session, { auditKey }: { auditKey: AuditKey }): void {
  held.set(database.home ?? database, auditKey);
}

/** Null: the process has opened the database without its secrets (tests of SQL). */
export function auditKeyOf(session: Session): AuditKey | null {
  return held.get(session.home ?? session) ?? null;
}
