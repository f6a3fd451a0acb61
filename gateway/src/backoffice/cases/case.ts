// Types of a case: a matter about an operation that no machine may decide, either an outcome that
// no provider reports or provider events that contradict a final state.

import type { Statement, Session } from '../../platform/db/database.ts';
import type { OutcomeCaseKind } from '../../payments/operations/index.ts';
import { findOpenApprovalRequestAbout } from '../approvals/index.ts';

export type CaseKind =
  | OutcomeCaseKind
  | 'mismatched_result'
  | 'late_success'
  | 'late_failure'
  | 'reversal_without_cover';
/**
 * `settled`: the provider's word came at last, and closed it. All others are decisions of two
 * users.
 */
export type Resolution = 'executed' | 'not_executed' | 'booked' | 'explained' | 'settled';

export interface Case {
  id: string;
  kind: CaseKind;
  /** What the gateway saw, in English. */
  evidence: string;
  openedAt: Date;
  closedAt: Date | null;
  resolution: Resolution | null;
  note: string | null;
  approvalRequestId: number | null;
}

const columns = `id::text as id, kind, evidence, created_at as "openedAt",
  resolved_at as "closedAt", resolution, note, approval_request_id as "approvalRequestId"`;
const selectOfOperation: Statement = {
  name: 'select_cases_of_operation',
  text: `select ${columns} from operation_case where account_id = $1 and operation_id = $2
    and resolved_at is null
    union all
    select ${columns} from operation_case where account_id = $1 and operation_id = $2
      and resolved_at is not null
    order by "openedAt" desc, id desc limit 20`,
};
const lockOpen: Statement = {
  name: 'lock_open_case',
  text: `select ${columns} from operation_case where account_id = $1 and id = $2
    and operation_id = $3 and resolved_at is null for update`,
};
const close: Statement = {
  name: 'close_case',
  text: `update operation_case set resolved_at = jokko_now(), resolution = $3, note = $4,
    approval_request_id = $5 where account_id = $1 and id = $2`,
};
const selectCorrected: Statement = {
  name: 'select_corrected_of_operation',
  text: `select
      coalesce(sum(case when credit = 'suspense' then amount when debit = 'suspense' then -amount
        else 0 end), 0)::bigint as suspended,
      coalesce(sum(case when credit like 'provider:%' then amount
        when debit like 'provider:%' then -amount else 0 end)
        filter (where verb = 'adjust'), 0)::bigint as "atProvider"
    from transfer where operation_id = $1 and account_id = $2`,
};

export interface OperationKey {
  accountId: number;
  /** The id of the operation. */
  id: string;
}

/** Open ones and what became of those before, the newest first. */
export function listCasesOf(session: Session, { accountId, id }: OperationKey): Promise<Case[]> {
  return session.query<Case>(selectOfOperation, [accountId, id]);
}

/**
 * An open case of the operation, whose row stays locked until the transaction ends; null: there is
 * none (any more).
 */
export async function lockOpenCase(
  session: Session,
  { accountId, id }: OperationKey,
  caseId: string,
): Promise<Case | null> {
  return (await session.query<Case>(lockOpen, [accountId, caseId, id]))[0] ?? null;
}

export async function storeClosed(
  session: Session,
  {
    accountId,
    caseId,
    resolution,
    note,
    approvalRequestId,
  }: {
    accountId: number;
    caseId: string;
    resolution: Resolution;
    note: string;
    approvalRequestId: number;
  },
): Promise<void> {
  await session.query(close, [accountId, caseId, resolution, note, approvalRequestId]);
}

/** What users have corrected about an operation so far, in ten-thousandths. */
export interface Corrected {
  /** On suspense: a positive amount is a liability, a negative one a claim. */
  suspended: bigint;
  /**
   * At its provider: above zero was paid out there after all, below zero came back. What is not
   * zero is not booked again.
   */
  atProvider: bigint;
}

export async function readCorrected(
  session: Session,
  { accountId, id }: OperationKey,
): Promise<Corrected> {
  const [row] = await session.query<Corrected>(selectCorrected, [id, accountId]);
  return row!;
}

/**
 * The approval request about a case of an operation that waits for another user; null: none does.
 */
export function findWaitingApprovalRequest(
  session: Session,
  { accountId, id }: OperationKey,
): Promise<number | null> {
  return findOpenApprovalRequestAbout(session, {
    accountId,
    transactionId: id,
    kinds: ['resolve', 'close-case'],
  });
}
