// Does a link that is up take anything at all? An operator that only says "too fast", or cannot be reached by requests, is as good as down.

import type { SmsSubmitOutcome } from '@jokko/connector-kit';

/** Nothing taken for so long although something was offered. */
const busyAfterMs = 10_000;
/** Without any answer for so long nobody knows. */
const memoryMs = 60_000;

export interface BusyWatch {
  note(outcome: Pick<SmsSubmitOutcome, 'kind'>): void;
  readonly isBusy: boolean;
}

/** `uptime`: ms. */
export function watchBusy(uptime: () => number): BusyWatch {
  let since = 0;
  let last = -Infinity;
  return {
    note({ kind }) {
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
  };
}
