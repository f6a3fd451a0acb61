// Bounds a session of an SMS connector that was written elsewhere: every part has an outcome in
// time, no more are under way than the connector claims, and the session closes.

import { smsOutcomeProblem, type SmsPart, type SmsSession } from '@jokko/connectors/kit';
import type { SmsSubmitOutcome } from '@jokko/connectors/kit';
import { valueWithin } from '../../platform/system/deadline.ts';
import { textOf, type Report } from './guard-call.ts';

/** Longer than any look-up of a lost answer. */
const outcomeMaxMs = 300_000;
/** Beyond the grace that it is given. */
const closeMaxMs = 2_000;

interface SessionGuard {
  window: number;
  report: Report;
  /** The same text without secrets. */
  hide(text: string): string;
  /** From here on nothing may leave. */
  onClosed(): void;
}

const states: readonly SmsSession['state'][] = ['connecting', 'bound', 'closed'];

/** The session as the gateway uses it. */
export function guardSession(session: SmsSession, guard: SessionGuard): SmsSession {
  let inFlight = 0;
  let isClosed = false;
  const closed = Promise.withResolvers<SmsSubmitOutcome>();
  const read = <T>(of: () => T): T | undefined => {
    try {
      return of();
    } catch {
      return undefined;
    }
  };
  const guarded: SmsSession = {
    get state() {
      const state = read(() => session.state);
      if (isClosed) return 'closed';
      return state !== undefined && states.includes(state) ? state : 'connecting';
    },
    get detail() {
      const detail = read(() => session.detail && String(session.detail)) ?? null;
      return detail === null ? null : textOf(guard.hide(detail));
    },
    get free() {
      if (guarded.state !== 'bound') return 0;
      const free = read(() => Math.floor(Number(session.free))) ?? 0;
      return free > 0 ? Math.max(0, Math.min(free, guard.window - inFlight)) : 0;
    },
    async submit(part) {
      if (guarded.free === 0) return { kind: 'not_sent', cause: 'no room' };
      inFlight += 1;
      const outcome = await outcomeOf(session, part, guard, closed.promise);
      inFlight -= 1;
      return outcome;
    },
    async close(graceMs) {
      isClosed = true;
      const closing = Promise.resolve()
        .then(() => session.close(graceMs))
        .catch((error: unknown) => guard.report('error', `close threw ${textOf(error)}`));
      await valueWithin(closing, graceMs + closeMaxMs, undefined);
      guard.onClosed();
      closed.resolve({ kind: 'unknown', cause: 'connection' });
    },
  };
  return guarded;
}

/** What is no outcome, and none in time, proves nothing. */
async function outcomeOf(
  session: SmsSession,
  part: SmsPart,
  { report, hide }: SessionGuard,
  closed: Promise<SmsSubmitOutcome>,
): Promise<SmsSubmitOutcome> {
  try {
    // In this turn: what `free` tells next has to count the part.
    const submit = async (): Promise<SmsSubmitOutcome> =>
      structuredClone(await session.submit(Object.freeze({ ...part })));
    const submitted = submit();
    const outcome = await valueWithin<SmsSubmitOutcome | null>(
      Promise.race([submitted, closed]),
      outcomeMaxMs,
      null,
    );
    if (outcome === null) {
      report('error', `submit did not return within ${outcomeMaxMs} ms`);
      return { kind: 'unknown', cause: 'timeout' };
    }
    const problem = smsOutcomeProblem(outcome);
    if (problem === null)
      return 'code' in outcome ? { ...outcome, code: hide(outcome.code) } : outcome;
    report('error', `submit answered no outcome: ${problem}`);
    return { kind: 'unknown', cause: 'garbled' };
  } catch (error) {
    report('error', `submit threw ${textOf(error)}`);
    return { kind: 'unknown', cause: 'connection' };
  }
}

/** The session of a connector that opened none: no message goes out over it. */
export const closedSession = (detail: string): SmsSession => ({
  state: 'connecting',
  detail,
  free: 0,
  submit: () => Promise.resolve({ kind: 'not_sent', cause: detail }),
  close: () => Promise.resolve(),
});
