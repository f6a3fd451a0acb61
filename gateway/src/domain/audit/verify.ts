// Is the audit log whole? Every entry's hash is computed again, in order, against the one before and against the head.

import type { Session, Statement } from '../../db/database.ts';
import { entryHash } from './record.ts';

export interface AuditVerdict {
  ok: boolean;
  entries: number;
  /** Hexadecimal hash of the last entry: written down elsewhere, it proves later that nothing before it was exchanged. */
  head: string;
  /** The first entry at which the chain breaks, null when it does not. */
  brokenAt: number | null;
}

const entriesPerRead = 1_000;
const selectEntries: Statement = {
  name: 'select_audit_chain',
  text: `select number, previous_hash as previous, hash, body from audit_entry where number > $1 order by number limit ${entriesPerRead}`,
};
const selectHead: Statement = { name: 'select_audit_head', text: 'select number, hash from audit_head' };

interface Link {
  number: bigint;
  previous: Buffer;
  hash: Buffer;
  body: string;
}

/** Reads the whole log, a thousand entries at a time. */
export async function verifyAudit(session: Session): Promise<AuditVerdict> {
  // The head first: entries that come meanwhile are checked as well, and are no fault.
  const [head] = await session.query<{ number: bigint; hash: Buffer }>(selectHead);
  let last: { number: bigint; hash: Buffer } = { number: 0n, hash: Buffer.alloc(32) };
  let headSeen = head?.number === 0n;
  const verdict = (brokenAt: number | null): AuditVerdict => ({
    ok: brokenAt === null,
    entries: Number(last.number),
    head: last.hash.toString('hex'),
    brokenAt,
  });
  for (;;) {
    const links = await session.query<Link>(selectEntries, [last.number]);
    for (const link of links) {
      const fits = link.number === last.number + 1n && link.previous.equals(last.hash) && entryHash(last.hash, link.body).equals(link.hash);
      if (!fits) return verdict(Number(last.number) + 1);
      last = link;
      if (link.number === head?.number) headSeen = link.hash.equals(head.hash);
    }
    if (links.length < entriesPerRead) return verdict(headSeen ? null : Number(last.number) + 1);
  }
}
