// Submits a batch for payment. One user requests, another one of the account approves, and only
// then its lines wait to be sent.

import { toDecimalString } from '@jokko/contract';
import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import {
  askIn,
  type ApprovedApprovalRequest,
  type Asker,
  type Decider,
  type NewApprovalRequest,
  type Outcome,
  type ApprovalRequestKind,
  type ApprovalRequestKinds,
} from '../approvals/index.ts';
import { closeIfEnded } from './close.ts';
import type { LineContext } from './check-line.ts';
import { recheckLines, storeRecheck } from './recheck.ts';
import { renewDuplicates } from './duplicate-warnings.ts';
import { reportEnd } from './report-end.ts';
import { sendAsked } from './send-again.ts';
import {
  lockAndFindBatch,
  moveLines,
  readLines,
  storeState,
  storeApprovalRequestOf,
  type Batch,
  type BatchState,
} from './store.ts';
import { linesMax } from './upload.ts';

export interface SubmitDeps {
  database: Database;
  kinds: ApprovalRequestKinds;
}

export type Submitted =
  | { ok: true }
  /**
   * `changed`: prices or lines are not what was shown; they are stored as they are now, to be
   * looked at again.
   */
  /**
   * `duplicate warnings`: lines have new duplicate warnings since the last check; they are stored.
   */
  | { ok: false; refusal: 'notFound' | 'conflict' | 'wrongLines' | 'changed' | 'duplicates' };

export const payoutApprovalRequest = 'payout';

/** What is asked for: kept with the approval request, so that the audit log tells it. */
interface PayoutApprovalRequest {
  batchId: number;
  /** Whether lines that failed are sent again. */
  again: boolean;
  /** The state to which a refusal leads back; absent: asked for before it was kept. */
  before?: BatchState;
  lines: number;
  amount: string;
  fees: string;
  currency: string;
}

/** Asks for the approval of a draft without wrong lines. */
export function submitPayouts(
  { database, kinds }: SubmitDeps,
  decider: Decider,
  context: LineContext,
  { batchId, accountId }: { batchId: number; accountId: number },
): Promise<Submitted> {
  return inTransaction(database, async (session): Promise<Submitted> => {
    const batch = await lockAndFindBatch(session, batchId);
    if (batch === null || batch.accountId !== accountId) return { ok: false, refusal: 'notFound' };
    if (batch.state !== 'draft') return { ok: false, refusal: 'conflict' };
    if (batch.wrong > 0) return { ok: false, refusal: 'wrongLines' };
    const lines = await readLines(session, batchId, { state: 'draft', limit: linesMax });
    const checks = await recheckLines(session, context, lines, {
      codeService: batch.codeService,
      externalIdOf: (line) => line.externalId,
    });
    const changed = checks.filter((check) => check.changed);
    if (changed.length > 0) {
      await storeRecheck(session, batchId, changed);
      return { ok: false, refusal: 'changed' };
    }
    if (await renewDuplicates(session, { accountId, batchId, asked: true }, lines))
      return { ok: false, refusal: 'duplicates' };
    await requestPayout(session, kinds, decider, batch, {
      again: false,
      lines: lines.length,
      amount: batch.amount,
      fees: batch.fees,
    });
    return { ok: true };
  });
}

/**
 * Stores the approval request and ties it to the batch; answers its id. Amounts in ten-thousandths.
 */
export async function requestPayout(
  session: Session,
  kinds: ApprovalRequestKinds,
  { who, userId }: Asker,
  batch: Batch,
  { again, lines, amount, fees }: { again: boolean; lines: number; amount: bigint; fees: bigint },
): Promise<number> {
  const parameters: PayoutApprovalRequest = {
    batchId: batch.id,
    again,
    before: batch.state,
    lines,
    amount: toDecimalString(amount),
    fees: toDecimalString(fees),
    currency: batch.currency ?? '',
  };
  const approvalRequest: NewApprovalRequest = {
    kind: payoutApprovalRequest,
    accountId: batch.accountId,
    parameters,
    reason: batch.name,
    askedBy: userId,
  };
  const approvalRequestId = await askIn(session, kinds, who, approvalRequest);
  await storeApprovalRequestOf(session, batch.id, approvalRequestId, userId);
  return approvalRequestId;
}

const findTaken: Statement = {
  name: 'find_taken_payout_ids',
  text: `select 1 from payout_line l where l.batch_id = $1 and l.state in ('draft', 'waiting')
    and (exists (
      select from payout_line o where o.account_id = l.account_id and o.external_id = l.external_id
        and o.state not in ('draft', 'canceled')
        and o.batch_id <> l.batch_id)
    or exists (select from operation where account_id = l.account_id
      and external_id = l.external_id)) limit 1`,
};

/** Whether a line of a batch of which nothing has been sent has an id that was used meanwhile. */
export const hasTakenIds = async (session: Session, batchId: number): Promise<boolean> =>
  (await session.query(findTaken, [batchId])).length > 0;

/** All lines of a draft wait to be sent. */
async function letGo(session: Session, batchId: number): Promise<void> {
  await moveLines(session, batchId, {
    name: 'approved',
    from: 'draft',
    to: 'waiting',
    numbers: null,
    set: 'approved_fee = fee',
  });
  await storeState(session, batchId, 'running');
}

/** A batch by API that was withdrawn before anybody approved it. */
async function cancelDraft(session: Session, batchId: number): Promise<void> {
  await moveLines(session, batchId, {
    name: 'withdrawn',
    from: 'draft',
    to: 'canceled',
    numbers: null,
  });
  await storeState(session, batchId, 'canceled');
  await reportEnd(session, batchId);
}

/** The kind of approval request: decided by users of the account, carried out with the decision. */
export const payoutApprovalRequestKind: ApprovalRequestKind = {
  check: () => null,
  async within(session: Session, approvalRequest: ApprovedApprovalRequest): Promise<Outcome> {
    const { batchId, again } = approvalRequest.parameters as PayoutApprovalRequest;
    const batch = await lockAndFindBatch(session, batchId);
    if (
      batch === null ||
      batch.state !== 'awaiting_approval' ||
      batch.approvalRequestId !== approvalRequest.id
    )
      return { done: false, result: { refusal: 'changed' } };
    if (again) {
      await sendAsked(session, batch, approvalRequest.id);
      await storeState(session, batchId, 'running');
      await closeIfEnded(session, batchId);
      return { done: true, result: {} };
    }
    if (await hasTakenIds(session, batchId)) {
      // A batch by API is no draft that somebody could mend.
      await storeState(session, batchId, batch.keyId === null ? 'draft' : 'refused');
      await reportEnd(session, batchId);
      return { done: false, result: { refusal: 'idUsed' } };
    }
    await letGo(session, batchId);
    return { done: true, result: {} };
  },
  async ended(session, { id, parameters }, how): Promise<void> {
    const { batchId, again, before = 'running' } = parameters as PayoutApprovalRequest;
    const batch = await lockAndFindBatch(session, batchId);
    if (batch === null || batch.state !== 'awaiting_approval' || batch.approvalRequestId !== id)
      return;
    if (!again) {
      if (how === 'withdrawn' && batch.keyId !== null) return cancelDraft(session, batchId);
      await storeState(session, batchId, how === 'refused' ? 'refused' : 'draft');
      return reportEnd(session, batchId);
    }
    await storeState(session, batchId, before);
    await closeIfEnded(session, batchId);
  },
};
