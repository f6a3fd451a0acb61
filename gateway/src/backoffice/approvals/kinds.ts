// Registry of the kinds of approval requests: each kind says how its parameters are checked and
// which domain function executes an approved request.

import type { ApprovalKind } from '@jokko/contract/portal';
import type { Database, Session } from '../../platform/db/database.ts';
import type { ApprovalPreview } from './preview.ts';

/** An approval request as those see it who carry it out. */
export interface ApprovedApprovalRequest {
  id: number;
  accountId: number | null;
  parameters: unknown;
  reason: string;
  /** Null: a key of the account asked, by API. */
  askedBy: number | null;
  decidedBy: number;
}

/** One that was decided on before. */
export interface DecidedApprovalRequest extends ApprovedApprovalRequest {
  decidedAt: Date;
}

/** `done: false`: it could not be done any more, and `result` says why. */
export interface Outcome {
  done: boolean;
  result: object;
}

export type ApprovalRequestKind = {
  /** Null when the parameters will do, else what is wrong with them. */
  check(parameters: unknown): string | null;
  /**
   * What is so now and would be so after approval, from the reads of the change itself. Absent: the
   * kind has a page of its own that says it.
   */
  preview?(
    database: Database,
    approvalRequest: Omit<ApprovedApprovalRequest, 'decidedBy'>,
  ): Promise<ApprovalPreview>;
  /** In the transaction in which it is refused or withdrawn. */
  ended?(
    session: Session,
    approvalRequest: { id: number; parameters: unknown },
    how: 'refused' | 'withdrawn',
  ): Promise<void>;
} & (
  | {
      /** In the very transaction that closes the approval request: happens exactly once. */
      within(session: Session, approvalRequest: ApprovedApprovalRequest): Promise<Outcome>;
    }
  | {
      /**
       * Outside any transaction, for what has commits of its own. A node that dies in between is
       * followed by another try, so the function must know by `wish/<id>`, or by what happened
       * since the decision, what it has done already.
       */
      after(approvalRequest: DecidedApprovalRequest): Promise<Outcome>;
    }
);

/**
 * By name, as stored with each approval request. The node has all of them
 * (node/start/approval-kinds.ts).
 */
export type ApprovalRequestKinds = { readonly [Kind in ApprovalKind]?: ApprovalRequestKind };
