// What can the writer be asked to do, and what can it answer? Everything that changes an operation is one of these.

import type { Challenge, Refs } from '@jokko/connector-kit';
import type { Attempt, Facts, Operation, Proof } from './operation.ts';

/** Ceilings and duplicate window of a service, checked under the account lock. Amounts in ten-thousandths; null is off. */
export interface Rules {
  duplicateWindowSeconds: number;
  dailyMaximum: bigint | null;
  weeklyMaximum: bigint | null;
  monthlyMaximum: bigint | null;
}

export interface Refusal {
  /** Id of the error catalogue. */
  errorId: number;
  /** The provider's own words where it has some. */
  message: string | null;
}

export interface OpenCommand {
  type: 'open';
  facts: Facts;
  /** A business refusal known before the ledger is asked: the operation is stored as FAILED. */
  refusal: Refusal | null;
  rules: Rules | null;
  bill: { accountNumber: string; reference: string } | null;
  /** Versions of the copies that admission used; an older one than the database's is answered `stale`. */
  accountVersion: number;
  catalogueVersion: number;
  /** The first attempt, when it may leave right after this commit: opening and write-ahead are then one commit. */
  attempt: Attempt | null;
  /** Whether this node goes on with it at once; otherwise any node's sweep takes it. */
  keepLease: boolean;
}

/** An outcome that two persons have decided, since the provider does not tell it. */
export interface Decision {
  wishId: number;
  /** What they lean on, for the history. */
  ground: string;
  /** When the operation had last changed when they were heard: whatever has happened since comes first. */
  seen: Date;
}

/** What happened to an operation, as told by a connector, a look-up or a caller. */
export type Happening =
  | { type: 'send'; attempt: Attempt }
  | { type: 'unsend'; cause: string; retryInMs: number }
  | { type: 'accept'; refs: Refs; stage: 'payer' | 'provider'; challenge: Challenge | null; nextStepInMs: number }
  | { type: 'lose'; refs: Refs; cause: string; nextStepInMs: number }
  | { type: 'look'; absent: boolean; nextStepInMs: number; escalate: boolean }
  | { type: 'resend' }
  | { type: 'succeed'; refs: Refs; voucher?: string; decision?: Decision }
  | { type: 'fail'; refs: Refs; refusal: Refusal; proof: Proof; decision?: Decision }
  | { type: 'refuse'; refusal: Refusal; proof: Proof }
  | { type: 'cancel'; proof: Proof }
  | { type: 'ask_cancel' }
  | { type: 'refund'; attempt: Attempt }
  | { type: 'reverse'; reason: string }
  | { type: 'rest' };

export interface AdvanceCommand {
  type: 'advance';
  facts: Facts;
  /** The attempt that the news is about; null when there is none. */
  attempt: Attempt | null;
  happening: Happening;
}

export type Command = OpenCommand | AdvanceCommand;

export type OpenResult =
  | { type: 'opened'; operation: Operation }
  | { type: 'replayed'; operation: Operation }
  | { type: 'conflict' }
  | { type: 'stale' }
  | { type: 'billPaid' };

export type AdvanceResult =
  | { type: 'advanced'; operation: Operation; attempt: Attempt | null }
  /** The table does not allow the event in the present state: somebody else was first. Nothing changed. */
  | { type: 'ignored'; operation: Operation }
  | { type: 'refused'; refusal: Refusal };
