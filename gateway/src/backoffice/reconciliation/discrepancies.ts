// Lists the discrepancies of a file, with the notes about each.

import type { Session, Statement } from '../../platform/db/database.ts';
import { partyName } from './file.ts';

export type DiscrepancyClass =
  | 'missing_here'
  | 'missing_there'
  | 'late'
  | 'amount'
  | 'fee'
  | 'duplicate'
  | 'status'
  | 'unreadable';
export type DiscrepancyState = 'open' | 'explained' | 'resolved';

/**
 * What each side says, frozen when the discrepancy was found; amounts are ten-thousandths as text.
 */
export interface DiscrepancyEvidence {
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

export interface Discrepancy {
  id: number;
  fileId: number;
  /** The route of the statement; null: it is of a bank account. */
  route: string | null;
  /** What people call whose statement it is. */
  party: string;
  class: DiscrepancyClass;
  /** Row of the file; null: they do not have it. */
  line: number | null;
  accountId: number | null;
  accountName: string | null;
  operationId: bigint | null;
  currency: string | null;
  /** Signed ten-thousandths: what came to us is above zero. */
  theirs: bigint;
  ours: bigint;
  evidence: DiscrepancyEvidence;
  state: DiscrepancyState;
  foundAt: Date;
  changedAt: Date | null;
}

export interface DiscrepancyNote {
  /** Name of the user; null: the system or the command line. */
  by: string | null;
  to: DiscrepancyState;
  note: string;
  approvalRequestId: number | null;
  at: Date;
}

const columns = `g.id, g.file_id as "fileId", f.route, ${partyName} as party, g.class, g.line, g.account_id as "accountId", a.name as "accountName", g.operation_id as "operationId",
  g.currency, g.theirs, g.ours, g.evidence, g.state, g.found_at as "foundAt", g.changed_at as "changedAt"`;
const from =
  'from reconciliation_discrepancy g join reconciliation_file f on f.id = g.file_id left join account a on a.id = g.account_id';
const pageWhere = (name: string, also: string, order: string): Statement => ({
  name: `list_reconciliation_gaps${name}`,
  text: `select ${columns} ${from} where g.file_id = $1 and g.id > $2 ${also} order by ${order}g.id
    limit $3`,
});
// Ordered by the whole index, else a plan could walk all discrepancies of all files.
const selectAll = pageWhere('', '', 'g.file_id, ');
const selectOfClass = pageWhere('_of_class', 'and g.class = $4', 'g.file_id, g.class, ');
const selectOfState = pageWhere('_of_state', 'and g.state = $4', 'g.file_id, g.state, ');
const selectOfBoth = pageWhere(
  '_of_class_and_state',
  'and g.class = $4 and g.state = $5',
  'g.file_id, g.class, ',
);
const selectOne: Statement = {
  name: 'select_reconciliation_gap',
  text: `select ${columns} ${from} where g.id = $1`,
};
const selectNotes: Statement = {
  name: 'list_reconciliation_notes',
  text: `select p.name as by, n.to_state as to, n.note,
    n.approval_request_id as "approvalRequestId", n.created_at as at
    from reconciliation_note n left join portal_user p on p.id = n.user_id
      where n.discrepancy_id = $1 order by n.id limit 200`,
};
export interface DiscrepancyFilter {
  fileId: number;
  /** Null: all. */
  class: DiscrepancyClass | null;
  state: DiscrepancyState | null;
  /** Only those with larger numbers. */
  after: number | null;
  limit: number;
}

/** In the order in which they were found. */
export function listDiscrepancies(
  session: Session,
  filter: DiscrepancyFilter,
): Promise<Discrepancy[]> {
  const place = [filter.fileId, filter.after ?? 0, filter.limit];
  if (filter.class !== null && filter.state !== null)
    return session.query<Discrepancy>(selectOfBoth, [...place, filter.class, filter.state]);
  if (filter.class !== null)
    return session.query<Discrepancy>(selectOfClass, [...place, filter.class]);
  return filter.state === null
    ? session.query<Discrepancy>(selectAll, place)
    : session.query<Discrepancy>(selectOfState, [...place, filter.state]);
}

export async function findDiscrepancy(
  session: Session,
  id: number,
): Promise<{ discrepancy: Discrepancy; notes: DiscrepancyNote[] } | null> {
  const [discrepancy] = await session.query<Discrepancy>(selectOne, [id]);
  return discrepancy === undefined
    ? null
    : { discrepancy, notes: await session.query<DiscrepancyNote>(selectNotes, [id]) };
}
