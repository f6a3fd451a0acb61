// Detects carrier connections that are up but accept nothing. An operator that only answers "too
// fast", or cannot be reached by requests, is treated as down. Tells as well whether anything is
// taken at present.

import type { SmsSubmitOutcome } from '@jokko/connectors/kit';

/** Nothing taken for so long although something was offered. */
const busyAfterMs = 10_000;
/** Without any answer for this long, the state is unknown. */
const memoryMs = 60_000;
const recentlyMs = 10_000;

export interface BusyWatch {
  note(outcome: Pick<SmsSubmitOutcome, 'kind'>): void;
  readonly isBusy: boolean;
  /** Something was taken within the last ten seconds. */
  readonly isTaking: boolean;
}

/** `uptime`: ms. */
export function watchBusy(uptime: () => number): BusyWatch {
  let since = 0;
  let last = -Infinity;
  let takenAt = -Infinity;
  return {
    note({ kind }) {
      if (kind === 'accepted') takenAt = uptime();
      if (kind === 'accepted' || kind === 'refused') last = -Infinity;
      if (kind !== 'busy' && kind !== 'not_sent') return;
      const now = uptime();
      if (now - last > memoryMs) since = now;
      last = now;
    },
    get isBusy() {
      const now = uptime();
      return now - last <= memoryMs && now - since >= busyAfterMs;
    },
    get isTaking() {
      return uptime() - takenAt <= recentlyMs;
    },
  };
}
