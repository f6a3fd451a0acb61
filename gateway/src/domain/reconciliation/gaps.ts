// Which differences has a file, and what became of each? A person explains a gap or calls it resolved, with a note that stays.

import type { Database, Session, Statement } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import type { Uploader } from './upload.ts';

export type GapClass = 'missing_here' | 'missing_there' | 'late' | 'amount' | 'fee' | 'duplicate' | 'status' | 'unreadable';
export type GapState = 'open' | 'explained' | 'resolved';

/** What each side says, frozen when the gap was found; amounts are ten-thousandths as text. */
export interface GapEvidence {
  theirs: {
    ourReference: string | null;
    providerReference: string | null;
    direction: 'in' | 'out' | null;
    amount: string | null;
    fee: string | null;
    feeAgreed: string | null;
    currency: string | null;
    at: string | null;
    status: string | null;
    problem: string | null;
  } | null;
  ours: {
    externalId: string;
    service: string;
    route: string | null;
    providerReference: string | null;
    direction: 'in' | 'out';
    amount: string;
    currency: string;
    state: string;
    attemptState: string | null;
    sentAt: string | null;
    knownAt: string | null;
  } | null;
}

export interface Gap {
  id: number;
  fileId: number;
  class: GapClass;
  /** Row of the file; null: they do not have it. */
  line: number | null;
  accountId: number | null;
  accountName: string | null;
  operationId: bigint | null;
  currency: string | null;
  /** Signed ten-thousandths: what came to us is above zero. */
  theirs: bigint;
  ours: bigint;
  evidence: GapEvidence;
  state: GapState;
  foundAt: Date;
  changedAt: Date | null;
}

export interface GapNote {
  /** Name of the person; null: the system or the command line. */
  by: string | null;
  to: GapState;
  note: string;
  wishId: number | null;
  at: Date;
}

const columns = `g.id, g.file_id as "fileId", g.class, g.line, g.account_id as "accountId", a.name as "accountName", g.operation_id as "operationId",
  g.currency, g.theirs, g.ours, g.evidence, g.state, g.found_at as "foundAt", g.changed_at as "changedAt"`;
const from = 'from reconciliation_gap g left join account a on a.id = g.account_id';
const pageWhere = (name: string, also: string, order: string): Statement => ({
  name: `list_reconciliation_gaps${name}`,
  text: `select ${columns} ${from} where g.file_id = $1 and g.id > $2 ${also} order by ${order}g.id limit $3`,
});
// Ordered by the whole index, else a plan could walk all gaps of all files.
const selectAll = pageWhere('', '', 'g.file_id, ');
const selectOfClass = pageWhere('_of_class', 'and g.class = $4', 'g.file_id, g.class, ');
const selectOfState = pageWhere('_of_state', 'and g.state = $4', 'g.file_id, g.state, ');
const selectOfBoth = pageWhere('_of_class_and_state', 'and g.class = $4 and g.state = $5', 'g.file_id, g.class, ');
const selectOne: Statement = { name: 'select_reconciliation_gap', text: `select ${columns} ${from} where g.id = $1` };
const selectNotes: Statement = {
  name: 'list_reconciliation_notes',
  text: `select p.name as by, n.to_state as to, n.note, n.wish_id as "wishId", n.created_at as at
    from reconciliation_note n left join person p on p.id = n.person_id where n.gap_id = $1 order by n.id limit 200`,
};
const lockGap: Statement = {
  name: 'lock_reconciliation_gap',
  text: `select state, account_id as "accountId", operation_id as "operationId", file_id as "fileId" from reconciliation_gap where id = $1 for update`,
};
const setState: Statement = {
  name: 'set_reconciliation_gap',
  text: 'update reconciliation_gap set state = $2, changed_at = jokko_now() where id = $1',
};
const insertNote: Statement = {
  name: 'insert_reconciliation_note',
  text: 'insert into reconciliation_note (gap_id, person_id, to_state, note, wish_id) values ($1, $2, $3, $4, $5)',
};
/** Wishes that move money. */
const correcting = ['adjust', 'fund', 'close-case', 'resolve', 'refund', 'float'];
const findWish: Statement = {
  name: 'find_wish_of_reconciliation',
  // A wish about a transaction is about that one alone; of a gap that is nobody's, any wish may be the one that mended it.
  text: `select 1 from wish where id = $1 and state = 'done' and kind = any($4) and ($2::integer is null or account_id = $2)
    and ($3::bigint is null or parameters ->> 'transactionId' is null or parameters ->> 'transactionId' = $3::text)`,
};

export interface GapFilter {
  fileId: number;
  /** Null: all. */
  class: GapClass | null;
  state: GapState | null;
  /** Only those with larger numbers. */
  after: number | null;
  limit: number;
}

/** In the order in which they were found. */
export function listGaps(session: Session, filter: GapFilter): Promise<Gap[]> {
  const place = [filter.fileId, filter.after ?? 0, filter.limit];
  if (filter.class !== null && filter.state !== null) return session.query<Gap>(selectOfBoth, [...place, filter.class, filter.state]);
  if (filter.class !== null) return session.query<Gap>(selectOfClass, [...place, filter.class]);
  return filter.state === null ? session.query<Gap>(selectAll, place) : session.query<Gap>(selectOfState, [...place, filter.state]);
}

export async function findGap(session: Session, id: number): Promise<{ gap: Gap; notes: GapNote[] } | null> {
  const [gap] = await session.query<Gap>(selectOne, [id]);
  return gap === undefined ? null : { gap, notes: await session.query<GapNote>(selectNotes, [id]) };
}

async function mended(
  session: Session,
  wishId: number,
  { accountId, operationId }: Pick<Gap, 'accountId' | 'operationId'>,
): Promise<boolean> {
  return (await session.query(findWish, [wishId, accountId, operationId, correcting])).length > 0;
}

export type Noted = { ok: true } | { ok: false; refusal: 'unknown' | 'wish' };

/**
 * Says something about a gap and sets its state. Nothing moves: money that must move goes through a wish of two persons, which `wishId` may
 * name once it is done, for the gap's own account and transaction, where it has any.
 */
export function noteGap(
  database: Database,
  { id, to, note, wishId, by }: { id: number; to: GapState; note: string; wishId: number | null; by: Uploader },
): Promise<Noted> {
  return inTransaction(database, async (session) => {
    const [gap] = await session.query<Pick<Gap, 'state' | 'accountId' | 'operationId' | 'fileId'>>(lockGap, [id]);
    if (gap === undefined) return { ok: false, refusal: 'unknown' };
    if (wishId !== null && !(await mended(session, wishId, gap))) return { ok: false, refusal: 'wish' };
    await session.query(setState, [id, to]);
    await session.query(insertNote, [id, by.personId, to, note, wishId]);
    await recordAudit(session, {
      ...{ who: by.who, action: 'reconciliation.note', accountId: gap.accountId, subject: `reconciliation/${gap.fileId}` },
      ...{ old: { gap: id, state: gap.state }, new: { gap: id, state: to, note, wish: wishId } },
    });
    return { ok: true };
  });
}
