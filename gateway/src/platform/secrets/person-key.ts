// Keyed hashes that stand for people's numbers once these are removed. The key never enters the
// database in the clear, so access to the database alone cannot try all numbers of a country. Held
// beside the opened database, as the key of the audit log is.

import type { Session } from '../db/database.ts';
import type { KeyedHash } from './keyed-hash.ts';

const held = new WeakMap<object, KeyedHash>();

export function holdPersonKey(database: Session, { personHash }: { personHash: KeyedHash }): void {
  held.set(database.home ?? database, personHash);
}

/** Null: the process has opened the database without its secrets (tests of SQL). */
export function personHashOf(session: Session): KeyedHash | null {
  return held.get(session.home ?? session) ?? null;
}
