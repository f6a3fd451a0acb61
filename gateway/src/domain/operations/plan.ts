// When is an operation looked at again? The intervals for pending and for unknown outcomes. A look-up is the only thing a timer does.

import type { Resolution } from '@jokko/connector-kit';
import type { Attempt } from './operation.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Pending outcomes: quickly at first, each 30 s while the payer may act, then ever more rarely. */
const pendingDelaysMs = [3 * secondMs, 4 * secondMs, 8 * secondMs, 15 * secondMs];
const payerWindowEndMs = 16 * minuteMs;

/** `looks` look-ups were made since the last news, `ageMs` after sending. */
export function nextPendingLookMs(looks: number, ageMs: number): number {
  const early = pendingDelaysMs[looks];
  if (early !== undefined) return early;
  if (ageMs < payerWindowEndMs) return 30 * secondMs;
  return ageMs < dayMs ? 10 * minuteMs : dayMs;
}

/** Unknown outcomes (reliability.md, rule 1). */
const unknownDelaysMs = [5 * secondMs, 15 * secondMs, 30 * secondMs, minuteMs, 2 * minuteMs, 5 * minuteMs, 10 * minuteMs, 30 * minuteMs];
/** The second sighting of an absence follows quickly: it only guards against a look-up that lags behind. */
const secondSightingMs = 2 * secondMs;

export function nextUnknownLookMs(looks: number, absences: number): number {
  if (absences === 1) return secondSightingMs;
  return unknownDelaysMs[looks] ?? hourMs;
}

/** First look after the provider's word got lost. */
export function firstUnknownLookMs(resolution: Resolution, sinceSentMs: number): number {
  return Math.max(0, resolution.notBeforeMs - sinceSentMs);
}

/** Absence is proven when seen twice after the quiescence time. */
export function isAbsenceProven(attempt: Attempt): boolean {
  return attempt.absences >= 2;
}

/** Attempts that certainly did not leave are tried again this often before the operation fails as never sent. */
export const unsentAttemptsMax = 5;
export function nextUnsentTryMs(attemptNumber: number): number {
  return Math.min(30 * secondMs, secondMs * 2 ** attemptNumber);
}
