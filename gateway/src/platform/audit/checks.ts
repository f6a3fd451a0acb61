// Finds entries of the audit log that were changed after they were written. Recomputes their
// hashes, with the installation's key where they were made with it. Not done by a query, since the
// key must not reach the database.

import { hash } from 'node:crypto';
import type { Session, Statement } from '../db/database.ts';
import { auditKeyOf } from '../secrets/index.ts';

const entriesPerRead = 1_000;
const selectEntries: Statement = {
  name: 'doctor-audit-entries',
  text: `select number, previous_hash as previous, hash, convert_to(body, 'UTF8') as body
    from audit_entry
    where number > $1 order by number limit ${entriesPerRead}`,
};

interface Entry {
  number: bigint;
  previous: Buffer;
  hash: Buffer;
  body: Buffer;
}

/** Without the installation's secrets only entries of a time before the key can be proven. */
export async function* auditEntriesChanged(session: Session): AsyncGenerator<string> {
  const key = auditKeyOf(session);
  const plain = (previous: Buffer, body: Buffer): Buffer =>
    hash('sha256', Buffer.concat([previous, body]), 'buffer');
  for (let after = 0n; ;) {
    const entries = await session.query<Entry>(selectEntries, [after]);
    for (const { number, previous, hash: stored, body } of entries) {
      const bind = key === null || number <= key.plainUntil ? plain : key.hash;
      if (!bind(previous, body).equals(stored)) yield `audit entry ${number} was changed`;
    }
    if (entries.length < entriesPerRead) return;
    after = entries.at(-1)!.number;
  }
}
