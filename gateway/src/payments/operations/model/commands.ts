// Commands of the writer and their results. Everything that changes an operation is one of these.

import type { Challenge, Refs, Voucher } from '@jokko/connectors/kit';
import type { OutcomeCaseKind } from './case-kinds.ts';
import type {
  Attempt,
  NewAttempt,
  SentAttempt,
  OperationTerms,
  Operation,
  Proof,
} from './operation.ts';

/**
 * Ceilings and duplicate window of a service, checked under the account lock. Amounts in
 * ten-thousandths; null is off.
 */
export interface Rules {
  duplicateWindowSeconds: number;
  dailyMaximum: bigint | null;
  weeklyMaximum: bigint | null;
  monthlyMaximum: bigint | null;
}

export interface Refusal {
  /** Id of the error catalogue; null: `unknown_error`, which has none. */
  errorId: number | null;
  /** The provider's own words where it has some. */
  message: string | null;
}

export interface OpenCommand {
  type: 'open';
  terms: OperationTerms;
  /** A business refusal known before the ledger is asked: the operation is stored as FAILED. */
  refusal: Refusal | null;
  rules: Rules | null;
  bill: { accountNumber: string; reference: string } | null;
  /**
   * Versions of the copies that admission used; an older one than the database's is answered
   * `stale`.
   */
  accountVersion: number;
  catalogueVersion: number;
  /**
   * The first attempt, when it may leave right after this commit: opening and write-ahead are then
   * one commit.
   */
  attempt: NewAttempt | null;
  /** Whether this node goes on with the operation at once. Otherwise any node's sweep takes it. */
  keepLease: boolean;
  /** Milliseconds until the operation is first due. Absent: at once. */
  firstStepInMs?: number;
  /** Present if no route takes the operation now: it is parked, and `attempt` is null. */
  park?: ParkEvent;
}

/** An outcome that two users have decided, since the provider does not tell it. */
export interface Decision {
  approvalRequestId: number;
  /** The evidence of the users, for the history. */
  evidence: string;
  /**
   * The operation's last change as the users saw it. A later change makes the decision void.
   */
  seen: Date;
}

/** What happened to an operation, as reported by a connector, a status query or a caller. */
export type OperationEvent =
  | { type: 'send'; attempt: NewAttempt }
  | { type: 'unsend'; cause: string; retryInMs: number }
  | {
      type: 'accept';
      refs: Refs;
      stage: 'payer' | 'provider';
      challenge: Challenge | null;
      nextStepInMs: number;
    }
  /** `mismatch`: the provider has told a result that is not ours, and how it differs (F29). */
  | { type: 'lose_answer'; refs: Refs; cause: string; nextStepInMs: number; mismatch?: string }
  | {
      type: 'poll';
      absent: boolean;
      nextStepInMs: number;
      escalate: OutcomeCaseKind | null;
      mismatch?: string;
    }
  | { type: 'resend' }
  /** `fee`: what the provider kept, ten-thousandths; absent: it did not tell. */
  | { type: 'succeed'; refs: Refs; voucher?: Voucher; fee?: bigint; decision?: Decision }
  | { type: 'fail'; refs: Refs; refusal: Refusal; proof: Proof; decision?: Decision }
  | { type: 'refuse'; refusal: Refusal; proof: Proof }
  | { type: 'cancel'; proof: Proof }
  | { type: 'ask_cancel' }
  | { type: 'refund'; attempt: NewAttempt }
  /** `refundedBy`: number of the refund attempt of ours that had brought the money back before. */
  | { type: 'reverse'; reason: string; refundedBy?: number }
  | { type: 'drop_cancel' }
  /** The attempt carries out the payer's answer to the challenge of the attempt before. */
  | { type: 'proceed'; attempt: NewAttempt }
  | { type: 'step_back'; cause: string; nextStepInMs: number }
  | ParkEvent
  /** `dueInMs`: when its provider's next file leaves; 0: at once. */
  | { type: 'resume'; dueInMs: number };

/** The operation waits for its route until it is too old. `cause`: why the route is closed. */
export interface ParkEvent {
  type: 'park';
  cause: string;
  expiresInMs: number;
}

export interface AdvanceCommand {
  type: 'advance';
  terms: OperationTerms;
  /** The attempt that the news is about; null when there is none. */
  attempt: Attempt | null;
  operationEvent: OperationEvent;
}

/** An attempt that was sent and that a restored database has forgotten. */
export interface RestoreCommand {
  type: 'restore';
  terms: OperationTerms;
  attempt: SentAttempt;
  /** The newest attempt of the operation that the database knows; null: none. */
  previous: Attempt | null;
}

export type Command = OpenCommand | AdvanceCommand | RestoreCommand;

export type RestoreResult =
  /** The operation or its attempt is recreated, and the outcome is unknown. */
  | { type: 'restored'; operation: Operation }
  /** The operation cannot be recreated at the moment. */
  | { type: 'notYet'; reason: string }
  /** Nothing of the operation is left to be done, so it is not recreated. */
  | { type: 'settled'; reason: string };

export type Result = OpenResult | AdvanceResult | RestoreResult;

export type OpenResult =
  /** `attempt`: the one that was written with the opening. */
  | { type: 'opened'; operation: Operation; attempt: Attempt | null }
  | { type: 'replayed'; operation: Operation }
  | { type: 'conflict' }
  | { type: 'stale' }
  | { type: 'billPaid' };

export type AdvanceResult =
  | { type: 'advanced'; operation: Operation; attempt: Attempt | null }
  /**
   * The table does not allow the event in the present state: another command was first. Nothing
   * changed.
   */
  | { type: 'ignored'; operation: Operation }
  | { type: 'refused'; refusal: Refusal };
