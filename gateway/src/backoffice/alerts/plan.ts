// Decides who is told of which alerts now: grouped, so that a storm is one message with a count;
// not in quiet hours unless it is critical; and more people where nobody acknowledges. Pure.

import { isQuiet } from './quiet-hours.ts';
import type { AlertSettings } from './settings.ts';
import type { OpenAlert } from './store.ts';

/** What begins together is told together. */
const gatherMs = 10_000;
/** Between two messages about what was raised. */
const pauseMs = 60_000;
/** An end that lasts. */
const settledMs = 120_000;
const msPerMinute = 60_000;
/** Between two reminders that nobody has acknowledged, where the first came sooner. */
const remindMinutes = 60;

export interface Plan {
  raised: OpenAlert[];
  escalated: OpenAlert[];
  ended: OpenAlert[];
}

/**
 * For the minutes of the settings since it was told; then again at each reminder, until somebody
 * acknowledges.
 */
const isUnanswered = (
  { toldAt, escalatedAt }: OpenAlert,
  escalateMinutes: number,
  ageOf: (moment: Date | null) => number,
): boolean =>
  escalatedAt === null
    ? ageOf(toldAt) >= escalateMinutes * msPerMinute
    : ageOf(escalatedAt) >= Math.max(escalateMinutes, remindMinutes) * msPerMinute;

export function planMessages(
  settings: AlertSettings,
  alerts: readonly OpenAlert[],
  { now, toldAt }: { now: Date; toldAt: Date | null },
): Plan {
  const quiet = isQuiet(settings.quiet, now);
  const ageOf = (moment: Date | null): number =>
    moment === null ? Infinity : now.getTime() - moment.getTime();
  const mayTell = ({ severity }: OpenAlert): boolean => severity === 'critical' || !quiet;
  const open = alerts.filter(({ resolvedAt }) => resolvedAt === null);
  const untold = open.filter(
    (alert) => alert.toldAt === null && alert.acknowledgedAt === null && mayTell(alert),
  );
  const gathered = untold.some(({ raisedAt }) => ageOf(raisedAt) >= gatherMs);
  const { escalateMinutes } = settings;
  return {
    raised: gathered && ageOf(toldAt) >= pauseMs ? untold : [],
    escalated: open.filter(
      (alert) =>
        escalateMinutes !== null &&
        alert.toldAt !== null &&
        alert.acknowledgedAt === null &&
        isUnanswered(alert, escalateMinutes, ageOf) &&
        mayTell(alert),
    ),
    ended: alerts.filter(
      (alert) =>
        alert.resolvedAt !== null && ageOf(alert.resolvedAt) >= settledMs && mayTell(alert),
    ),
  };
}
