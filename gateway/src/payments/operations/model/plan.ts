// Schedules the next check of an operation: the intervals for pending and for unknown outcomes. A
// timer only ever makes a status query.

import type { Resolution } from '@jokko/connectors/kit';
import type { OutcomeCaseKind } from './case-kinds.ts';
import type { Attempt } from './operation.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Pending outcomes: quickly at first, each 30 s while the payer may act, then ever more rarely. */
const pendingDelaysMs = [3 * secondMs, 4 * secondMs, 8 * secondMs, 15 * secondMs];
const payerWindowEndMs = 16 * minuteMs;

/** `queries` status queries were made since the last news, `ageMs` after sending. */
export function nextPendingQueryMs(queries: number, ageMs: number): number {
  const early = pendingDelaysMs[queries];
  if (early !== undefined) return early;
  if (ageMs < payerWindowEndMs) return 30 * secondMs;
  return ageMs < dayMs ? 10 * minuteMs : dayMs;
}

/** Unknown outcomes. */
const unknownDelaysMs = [
  5 * secondMs,
  15 * secondMs,
  30 * secondMs,
  minuteMs,
  2 * minuteMs,
  5 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
];
/**
 * The second sighting of an absence follows quickly: it only guards against a status query that
 * lags behind.
 */
const secondSightingMs = 2 * secondMs;

export function nextUnknownQueryMs(queries: number, absences: number): number {
  if (absences === 1) return secondSightingMs;
  return unknownDelaysMs[queries] ?? hourMs;
}

/**
 * A case is opened after this many status queries without news, so that a clock that was moved, or
 * a gateway that was away, opens none.
 */
const queriesBeforeCaseMin = 4;

export interface Ages {
  /** Since it was sent last. */
  sentMs: number;
  /** Since it was sent first, as far as that is known. */
  openMs: number;
}

/** The case that one more status query without news opens; null: none yet. */
export function caseAfterQuery(
  attempt: Attempt,
  { sentMs, openMs }: Ages,
  { giveUpAfterMs, resultWithinMs }: { giveUpAfterMs: number; resultWithinMs: number },
): OutcomeCaseKind | null {
  if (attempt.queries + 1 < queriesBeforeCaseMin) return null;
  if (attempt.state === 'ACCEPTED') return sentMs >= resultWithinMs ? 'overdue_result' : null;
  return openMs > giveUpAfterMs ? 'unknown_outcome' : null;
}

/** First status query after the provider's answer got lost. */
export function firstUnknownQueryMs(resolution: Resolution, sinceSentMs: number): number {
  return Math.max(0, resolution.notBeforeMs - sinceSentMs);
}

/** Absence is proven when seen twice after the quiescence time. */
export function isAbsenceProven(attempt: Attempt): boolean {
  return attempt.absences >= 2;
}

/**
 * Attempts that certainly did not leave are tried again this often before the operation fails as
 * never sent.
 */
export const unsentAttemptsMax = 5;
export function nextUnsentTryMs(attemptNumber: number): number {
  return Math.min(30 * secondMs, secondMs * 2 ** attemptNumber);
}
