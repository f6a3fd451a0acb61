// Schedules what happens to an accepted message by itself, and when. The table of outcomes as a
// schedule.

import { ruleFor } from './digits.ts';
import { unheardOfError } from './message.ts';
import type { Smsc } from './smsc-type.ts';
import type { Message, Planned } from './message.ts';

/** Digits 8001. */
const slowMs = 20_000;
/** Digits 8006, 8022 to 8024: the second receipt follows the first. */
const secondAfterMs = 200;

/**
 * `delayMs`: from acceptance to the usual result. Counted from the acceptance; used again after a
 * restart.
 */
export function planReports(smsc: Smsc, message: Message, delayMs: number): void {
  if (message.wants === 'nothing') return;
  const { clock } = smsc;
  const agoMs = Math.max(clock.nowMs() - message.atMs, 0);
  for (const { afterMs, state, ...more } of reportsOf(message, delayMs))
    clock.schedule(Math.max(afterMs - agoMs, 0), () => smsc.report(message, state, more));
}

/** In the order of telling. */
export function reportsOf(message: Message, delayMs: number): Planned[] {
  const afterMs = delayMs;
  const delivered = { afterMs, state: 'DELIVRD' } as const;
  const rule = ruleFor(message.protocol, message.to);
  switch (rule.kind) {
    case 'plain':
    case 'noAnswer':
    // An early one is told before its answer; this is for a restart in between.
    case 'early':
    // These two are never accepted, unless a test made the SMSC do so.
    case 'refuse':
    case 'lost':
    case 'refuseUnheardOf':
    case 'failsTwice':
      return [delivered];
    case 'fail':
      return [{ afterMs, state: rule.state, error: rule.error }];
    case 'twice':
      return [delivered, delivered];
    case 'slow':
      return [{ ...delivered, afterMs: slowMs }];
    case 'unheardOf':
      return [{ afterMs, state: 'UNDELIV', error: unheardOfError }];
    case 'progress':
      return [{ afterMs, state: 'ENROUTE' }, second(delivered)];
    case 'reordered':
      return [delivered, second({ afterMs, state: 'ENROUTE' })];
    case 'corrected':
      return [{ afterMs, state: 'UNDELIV' }, second(delivered)];
    case 'garbled':
      return [{ afterMs, state: 'UNDELIV', garbled: true }, second(delivered)];
    case 'validity':
      return [{ afterMs: message.validUntilMs - message.atMs, state: 'EXPIRED' }];
    case 'never':
      return [];
  }
}

const second = (planned: Planned): Planned => ({
  ...planned,
  afterMs: planned.afterMs + secondAfterMs,
});
