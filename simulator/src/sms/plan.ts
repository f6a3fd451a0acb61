// Schedules what happens to an accepted message by itself, and when. The table of outcomes as a
// schedule.

import { ruleFor } from './digits.ts';
import { unheardOfError } from './message.ts';
import type { Smsc } from './smsc-type.ts';
import type { Message } from './message.ts';

/** Digits 8001. */
const slowMs = 20_000;
/** Digits 8006, 8022 to 8024: the second receipt follows the first. */
const secondAfterMs = 200;

/** `delayMs`: from acceptance to the usual result. Counted from the acceptance; used again after a restart. */
export function planReports(smsc: Smsc, message: Message, delayMs: number): void {
  if (message.wants === 'nothing') return;
  const { clock } = smsc;
  const agoMs = Math.max(clock.nowMs() - message.atMs, 0);
  const due = (afterMs: number, run: () => void): void =>
    void clock.schedule(Math.max(afterMs - agoMs, 0), run);
  const delivered = (): void => smsc.report(message, 'DELIVRD');
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
      return due(delayMs, delivered);
    case 'fail':
      return due(delayMs, () => smsc.report(message, rule.state, { error: rule.error }));
    case 'twice':
      due(delayMs, delivered);
      return due(delayMs, delivered);
    case 'slow':
      return due(slowMs, delivered);
    case 'unheardOf':
      return due(delayMs, () => smsc.report(message, 'UNDELIV', { error: unheardOfError }));
    case 'progress':
      due(delayMs, () => smsc.report(message, 'ENROUTE'));
      return due(delayMs + secondAfterMs, delivered);
    case 'reordered':
      due(delayMs, delivered);
      return due(delayMs + secondAfterMs, () => smsc.report(message, 'ENROUTE'));
    case 'corrected':
      due(delayMs, () => smsc.report(message, 'UNDELIV'));
      return due(delayMs + secondAfterMs, delivered);
    case 'garbled':
      due(delayMs, () => smsc.report(message, 'UNDELIV', { garbled: true }));
      return due(delayMs + secondAfterMs, delivered);
    case 'validity':
      return due(message.validUntilMs - message.atMs, () => smsc.report(message, 'EXPIRED'));
    case 'never':
  }
}
