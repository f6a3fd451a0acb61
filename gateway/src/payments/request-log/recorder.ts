// Records rejected requests without delaying anybody: a queue in memory, which a task empties in
// groups. When the queue is full, requests are counted and dropped, since the log serves users who
// look for a mistake, and a mistake is made more than once.

import type { Session } from '../../platform/db/database.ts';
import { createAcceptedCounter, type AcceptedCounter } from './accepted-counts.ts';
import { purgeRejectedRequests, storeRejectedRequests } from './store.ts';
import type { RejectedRequest, Waiting } from './refused-call.ts';
import { environment } from '../../platform/environment.ts';

export interface RequestLog {
  /**
   * Never fails and never waits. `describe` is asked only where there is room: under load a refusal
   * costs next to nothing.
   */
  note(keyName: string, describe: () => RejectedRequest): void;
  /** Counts requests that were accepted and made no transaction. */
  readonly accepted: AcceptedCounter;
  /** Writes some of what waits. True when more is left. */
  flush(): Promise<boolean>;
  /** Removes some of what is too old or too much. True when more may be left. */
  purge(): Promise<boolean>;
  /** Calls that were not written down since the start. */
  readonly dropped: number;
}

/** Some MB. */
const waitingMax = 2_000;
/** So that who calls in a loop with one key does not keep others out. */
const waitingOfKeyMax = 200;
const groupMax = 500;

/** `now` in ms since 1970, as users are shown the time. */
export function createRequestLog(session: Session, now: () => number): RequestLog {
  const waiting: Waiting[] = [];
  const byKey = new Map<string, number>();
  let dropped = 0;
  const leave = ({ keyName }: Waiting): void => {
    const left = (byKey.get(keyName) ?? 1) - 1;
    if (left === 0) byKey.delete(keyName);
    else byKey.set(keyName, left);
  };
  return {
    accepted: createAcceptedCounter(now),
    note(keyName, describe) {
      const ofKey = byKey.get(keyName) ?? 0;
      if (waiting.length >= waitingMax || ofKey >= waitingOfKeyMax) {
        dropped += 1;
        return;
      }
      try {
        waiting.push({ ...describe(), keyName, notedAt: environment.monotonic() });
        byKey.set(keyName, ofKey + 1);
      } catch {
        // The answer to a request never depends on whether it could be written down.
        dropped += 1;
      }
    },
    async flush() {
      const group = waiting.splice(0, groupMax);
      if (group.length === 0) return false;
      for (const each of group) leave(each);
      try {
        await storeRejectedRequests(session, group, environment.monotonic());
      } catch (error) {
        dropped += group.length;
        throw error;
      }
      return waiting.length > 0;
    },
    purge: () => purgeRejectedRequests(session),
    get dropped() {
      return dropped;
    },
  };
}
