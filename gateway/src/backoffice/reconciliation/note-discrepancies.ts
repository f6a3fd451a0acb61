// Users explain discrepancies or mark them as resolved, each with a permanent note and an audit
// entry of its own.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Discrepancy, DiscrepancyState } from './discrepancies.ts';
import type { Uploader } from './upload.ts';

type Locked = Pick<Discrepancy, 'id' | 'state' | 'accountId' | 'operationId' | 'fileId'>;

// By number, so that two users who close the same ones wait for each other and never deadlock.
const lockDiscrepancies: Statement = {
  name: 'lock_reconciliation_gaps',
  text: `select id, state, account_id as "accountId", operation_id as "operationId",
    file_id as "fileId" from reconciliation_discrepancy
    where id = any($1::integer[]) order by id for update`,
};
const setState: Statement = {
  name: 'set_reconciliation_gap',
  text: 'update reconciliation_discrepancy set state = $2, changed_at = jokko_now() where id = $1',
};
const insertNote: Statement = {
  name: 'insert_reconciliation_note',
  text: 'insert into reconciliation_note (discrepancy_id, user_id, to_state, note, approval_request_id) values ($1, $2, $3, $4, $5)',
};
/** Approval requests that move money. */
const correcting = ['adjust', 'fund', 'close-case', 'resolve', 'refund', 'float'];
const findApprovalRequest: Statement = {
  name: 'find_approval_request_of_reconciliation',
  // An approval request about a transaction is about that one alone; of a discrepancy that is
  // nobody's, any approval request may be the one that mended it.
  text: `select 1 from approval_request where id = $1 and state = 'done' and kind = any($4)
    and ($2::integer is null or account_id = $2)
    and ($3::bigint is null or parameters ->> 'transactionId' is null
      or parameters ->> 'transactionId' = $3::text)`,
};

async function mended(
  session: Session,
  approvalRequestId: number,
  { accountId, operationId }: Locked,
): Promise<boolean> {
  return (
    (
      await session.query(findApprovalRequest, [
        approvalRequestId,
        accountId,
        operationId,
        correcting,
      ])
    ).length > 0
  );
}

interface Said {
  to: DiscrepancyState;
  note: string;
  approvalRequestId: number | null;
  by: Uploader;
}

async function note(session: Session, discrepancy: Locked, said: Said): Promise<void> {
  const { id, state, accountId, fileId } = discrepancy;
  const { to, note, approvalRequestId, by } = said;
  await session.query(setState, [id, to]);
  await session.query(insertNote, [id, by.userId, to, note, approvalRequestId]);
  await recordAudit(session, {
    who: by.who,
    action: 'reconciliation.note',
    accountId,
    subject: `reconciliation/${fileId}`,
    old: { discrepancy: id, state },
    new: { discrepancy: id, state: to, note, approvalRequest: approvalRequestId },
  });
}

export type Noted = { ok: true } | { ok: false; refusal: 'unknown' | 'approvalRequest' };

/**
 * Says something about a discrepancy and sets its state. Nothing moves: money that must move goes
 * through an approval request of two users, which `approvalRequestId` may name once it is done, for
 * the discrepancy's own account and transaction, where it has any.
 */
export function noteDiscrepancy(
  database: Database,
  { id, ...said }: { id: number } & Said,
): Promise<Noted> {
  return inTransaction(database, async (session) => {
    const [discrepancy] = await session.query<Locked>(lockDiscrepancies, [[id]]);
    if (discrepancy === undefined) return { ok: false, refusal: 'unknown' };
    const { approvalRequestId } = said;
    if (approvalRequestId !== null && !(await mended(session, approvalRequestId, discrepancy)))
      return { ok: false, refusal: 'approvalRequest' };
    await note(session, discrepancy, said);
    return { ok: true };
  });
}

export type Closed = { ok: true } | { ok: false; refusal: 'unknown' | 'notOpen' };

/**
 * Closes many open discrepancies with one note: all of them, or none where one is not open any
 * more.
 */
export function closeDiscrepancies(
  database: Database,
  {
    ids,
    ...said
  }: {
    ids: readonly number[];
    to: Exclude<DiscrepancyState, 'open'>;
    note: string;
    by: Uploader;
  },
): Promise<Closed> {
  return inTransaction(database, async (session) => {
    const discrepancies = await session.query<Locked>(lockDiscrepancies, [ids]);
    if (discrepancies.length < new Set(ids).size) return { ok: false, refusal: 'unknown' };
    if (discrepancies.some(({ state }) => state !== 'open'))
      return { ok: false, refusal: 'notOpen' };
    for (const discrepancy of discrepancies)
      await note(session, discrepancy, { ...said, approvalRequestId: null });
    return { ok: true };
  });
}
