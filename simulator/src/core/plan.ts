// Schedules what happens to an accepted operation by itself, and when. The outcome table as a
// schedule.

import { askOnPhone, isAskedOnPhone } from './ask-phone.ts';
import { reasons } from './catalogue.ts';
import { conclude } from './conclude.ts';
import { finish, firstLine } from './record.ts';
import type { Rule } from './digits.ts';
import type { Operation } from './operation.ts';
import type { Parts } from './parts.ts';

/** Digits 8001. */
const slowMs = 20_000;
/**
 * Digits 8006: the forged notice leaves shortly after the answer; the success follows two seconds
 * later.
 */
const forgedAfterMs = 200;
const forgedSuccessAfterMs = 2_200;

/**
 * True when nothing can happen by itself and no page can be opened: such an order keeps nothing but
 * its row (load tests make many).
 */
export function onlyWaits(rule: Rule, token: string | null | undefined): boolean {
  return rule.kind === 'forever' && !token;
}

/**
 * Schedules what the rule makes of a pending operation, counted from its acceptance; used again
 * after a restart.
 */
export function plan(parts: Parts, operation: Operation, rule: Rule): void {
  const { live } = operation;
  if (live === null) return;
  if (isAskedOnPhone(parts, operation, rule)) return askOnPhone(parts, operation);
  const agoMs = Math.max(parts.clock.nowMs() - operation.createdAtMs, 0);
  const due = (afterMs: number, run: () => Promise<unknown>): void => {
    live.due = parts.clock.schedule(Math.max(afterMs - agoMs, 0), run);
  };
  switch (rule.kind) {
    case 'slow':
      return due(slowMs, () => conclude(parts, operation));
    case 'unattended':
      return due(live.expiresAtMs - operation.createdAtMs, () =>
        finish(parts, operation, 'failed', reasons.payerTimeout, 1),
      );
    case 'forged':
      if (agoMs < forgedAfterMs)
        parts.clock.schedule(forgedAfterMs, () => void forge(parts, operation, 'failed'));
      return due(forgedSuccessAfterMs, () => conclude(parts, operation));
    case 'forever':
    case 'refuse':
      return;
    case 'fail':
    case 'unheardOf':
    case 'twice':
    case 'plain':
    case 'lost':
    case 'dropped':
    case 'early':
      return due(parts.delayMs, () => conclude(parts, operation));
  }
}

/** Tells a lie without proof of origin; false when there is nowhere to send it. */
export async function forge(
  parts: Parts,
  operation: Operation,
  status: 'succeeded' | 'failed',
): Promise<boolean> {
  const callbackUrl = operation.live?.callbackUrl ?? firstLine(parts, operation).callbackUrl;
  if (callbackUrl === undefined) return false;
  const lie: Operation = {
    ...operation,
    status,
    errorId: status === 'failed' ? reasons.refusedByPayer : 0,
  };
  await parts.announce({ operation: lie, callbackUrl, forged: true });
  return true;
}
