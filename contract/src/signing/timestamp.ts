// Checks that a signed timestamp is near enough to now. The two kinds of signatures write it in
// different units, and confusing them is a usual mistake.

import type { SignatureProblem, TimeUnit } from './problem.ts';

const msPer: Record<TimeUnit, number> = { milliseconds: 1, seconds: 1_000 };
/** Digits of the present in each unit, from 2001 to 2286. */
const digitsOf: Record<TimeUnit, number> = { milliseconds: 13, seconds: 10 };
/** Beyond this a number is no time. */
const digitsMax = 15;

export interface SignatureLimits {
  ageMaxMs: number;
  leadMaxMs: number;
}

/** Rule M1. */
export const signatureLimits: SignatureLimits = { ageMaxMs: 300_000, leadMaxMs: 60_000 };

/** Null when the time is right. Both limits are allowed themselves. */
export function timestampProblem(
  text: string,
  {
    header,
    unit,
    nowMs,
    limits,
  }: { header: string; unit: TimeUnit; nowMs: number; limits: SignatureLimits },
): SignatureProblem | null {
  if (!/^\d+$/.test(text) || text.length > digitsMax)
    return { type: 'malformedTimestamp', header, unit };
  const other = unit === 'seconds' ? 'milliseconds' : 'seconds';
  if (text.length === digitsOf[other]) return { type: 'otherUnit', header, unit };
  const ageMs = nowMs - Number(text) * msPer[unit];
  if (ageMs > limits.ageMaxMs)
    return {
      type: 'tooOld',
      ageSeconds: Math.ceil(ageMs / 1_000),
      maxSeconds: limits.ageMaxMs / 1_000,
    };
  if (-ageMs > limits.leadMaxMs)
    return {
      type: 'tooEarly',
      leadSeconds: Math.ceil(-ageMs / 1_000),
      maxSeconds: limits.leadMaxMs / 1_000,
    };
  return null;
}
