// Verifies that the audit log is whole. Recomputes every entry's hash, in order, against the one
// before and against the head.

import type { Session, Statement } from '../db/database.ts';
import { auditKeyOf } from '../secrets/index.ts';
import { plainHash } from './record.ts';

/**
 * An entry and its hash, hexadecimal: written down elsewhere, they prove later that nothing up to
 * there was exchanged or taken away.
 */
export interface AuditMark {
  number: number;
  hash: string;
}

export interface AuditVerdict {
  ok: boolean;
  entries: number;
  /** Hexadecimal hash of the last entry. */
  head: string;
  /**
   * The first entry at which the chain breaks, or that is not what was written down; null: neither.
   */
  brokenAt: number | null;
  /**
   * From this entry on the hashes need the installation's key; those before were written without
   * one. Null: none needs it.
   */
  keyedFrom: number | null;
}

const entriesPerRead = 1_000;
const selectEntries: Statement = {
  name: 'select_audit_chain',
  text: `select number, previous_hash as previous, hash, body from audit_entry where number > $1
    order by number limit ${entriesPerRead}`,
};
const selectHead: Statement = {
  name: 'select_audit_head',
  text: 'select number, hash from audit_head',
};
const selectHash: Statement = {
  name: 'select_audit_hash',
  text: 'select hash from audit_entry where number = $1',
};

interface Link {
  number: bigint;
  previous: Buffer;
  hash: Buffer;
  body: string;
}

/** Reads the whole log, a thousand entries at a time. `known`: what was written down earlier. */
export async function verifyAudit(
  session: Session,
  known: readonly AuditMark[] = [],
): Promise<AuditVerdict> {
  // The head first: entries that come meanwhile are checked as well, and are no fault.
  const [head] = await session.query<{ number: bigint; hash: Buffer }>(selectHead);
  const binds = createBinding(session);
  let last: { number: bigint; hash: Buffer } = { number: 0n, hash: Buffer.alloc(32) };
  let headSeen = head?.number === 0n;
  const verdict = (brokenAt: number | null): AuditVerdict => ({
    ok: brokenAt === null,
    entries: Number(last.number),
    head: last.hash.toString('hex'),
    brokenAt,
    keyedFrom: binds.keyedFrom,
  });
  for (;;) {
    const links = await session.query<Link>(selectEntries, [last.number]);
    for (const link of links) {
      const fits =
        link.number === last.number + 1n && link.previous.equals(last.hash) && binds.fit(link);
      if (!fits) return verdict(Number(last.number) + 1);
      last = link;
      if (link.number === head?.number) headSeen = link.hash.equals(head.hash);
    }
    if (links.length < entriesPerRead)
      return verdict(headSeen ? await findChanged(session, known) : Number(last.number) + 1);
  }
}

/**
 * By number: with the key after the last entry that was written before there was one, else without.
 */
function createBinding(session: Session) {
  const key = auditKeyOf(session);
  let keyedFrom: number | null = null;
  return {
    get keyedFrom() {
      return keyedFrom;
    },
    fit({ number, previous, hash, body }: Link): boolean {
      if (key === null || number <= key.plainUntil) return plainHash(previous, body).equals(hash);
      keyedFrom ??= Number(number);
      return key.hash(previous, body).equals(hash);
    },
  };
}

/** The first entry that is not what was written down; null: all are. */
export async function findChanged(
  session: Session,
  known: readonly AuditMark[],
): Promise<number | null> {
  for (const { number, hash } of known) {
    const [entry] = await session.query<{ hash: Buffer }>(selectHash, [number]);
    if (entry?.hash.toString('hex') !== hash) return number;
  }
  return null;
}

/** The last entry; null: there is none yet. */
export async function readAuditHead(session: Session): Promise<AuditMark | null> {
  const [head] = await session.query<{ number: bigint; hash: Buffer }>(selectHead);
  return head === undefined || head.number === 0n
    ? null
    : { number: Number(head.number), hash: head.hash.toString('hex') };
}
