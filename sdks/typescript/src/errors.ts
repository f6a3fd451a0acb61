// What the calls throw.

import type { Payment } from './results.ts';

/** Every exception of this SDK. */
export class JokkoError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The call is wrong; nothing was sent. */
export class InvalidCall extends JokkoError {}

export interface FieldError {
  field: string;
  message: string;
  suggestion?: string;
}

/** What a refusal consists of. */
export interface Refusal {
  /** `code` of the envelope; 400 for SMS. */
  code: number;
  /** Code of the error catalogue, such as `insufficient_balance`. */
  reason: string | null;
  /** Its number in the error catalogue. */
  errorId: number | null;
  message: string;
  fields: readonly FieldError[];
  requestId: string | null;
  retryAfterSeconds: number | null;
  /** Whether the same call with the same id may succeed later. */
  retryable: boolean;
  /** What to do. */
  advice: string;
  /** The failed payment, where the gateway has stored one. */
  payment: Payment | null;
}

/** The gateway refused. Nothing was executed, and nothing will be. */
export class Refused extends JokkoError implements Refusal {
  readonly code: number;
  readonly reason: string | null;
  readonly errorId: number | null;
  readonly fields: readonly FieldError[];
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly retryable: boolean;
  readonly advice: string;
  readonly payment: Payment | null;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.code = refusal.code;
    this.reason = refusal.reason;
    this.errorId = refusal.errorId;
    this.fields = refusal.fields;
    this.requestId = refusal.requestId;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
    this.retryable = refusal.retryable;
    this.advice = refusal.advice;
    this.payment = refusal.payment;
  }
}

/** The id was used before, for another operation. */
export class Conflict extends Refused {}

/**
 * No attempt got an answer that can be read: whether the call was executed is not known. Call again
 * with the same id, ask `status`, or wait for the callback; never pay again under another id.
 */
export class OutcomeUnknown extends JokkoError {
  /** The id of the order; null for calls without one. */
  readonly id: string | null;
  readonly attempts: number;
  readonly reason: string;

  constructor({ id, attempts, reason }: { id: string | null; attempts: number; reason: string }) {
    const advice =
      id === null
        ? 'Try again later.'
        : `Call again with the same id, ask status('${id}'), or wait for the callback; never pay again under another id.`;
    const tried = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
    super(`The gateway gave no answer that can be read (${tried}; ${reason}). ${advice}`);
    this.id = id;
    this.attempts = attempts;
    this.reason = reason;
  }
}

export type CallbackProblem = 'missingHeader' | 'tooOld' | 'signature' | 'notJson';

/** The callback is not genuine: answer 400, and believe nothing of it. */
export class CallbackError extends JokkoError {
  readonly problem: CallbackProblem;

  constructor(problem: CallbackProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
