// Counters of what happened on the carrier connections of this node since it started, for the
// metrics.

import type { SmsReceipt, SmsSubmitOutcome } from '@jokko/connectors/kit';

export type ConnectionEvent =
  /**
   * How a part's submission was answered; `late`: taken, and told only after its time was over;
   * `other_parts`: taken, and the carrier counts more or fewer parts than we do.
   */
  | { kind: 'answer'; what: SmsSubmitOutcome['kind'] | 'late' | 'other_parts' }
  /**
   * What a receipt said; `unmatched`: it waits, as no part of this id is known; `unreadable`:
   * acknowledged, and nothing could be stored.
   */
  | { kind: 'receipt'; what: SmsReceipt['state'] | 'unmatched' | 'unreadable' };

export interface Counters {
  note(connection: string, connectionEvent: ConnectionEvent): void;
  counts(): { connection: string; kind: ConnectionEvent['kind']; what: string; count: number }[];
}

/** `onNote`: told of each; `onFirst`: of the first of its kind. */
export function createCounters(
  onNote?: (connection: string, connectionEvent: ConnectionEvent) => void,
  onFirst?: (connection: string, connectionEvent: ConnectionEvent) => void,
): Counters {
  const counts = new Map<
    string,
    { connection: string; kind: ConnectionEvent['kind']; what: string; count: number }
  >();
  return {
    note(connection, connectionEvent) {
      const { kind, what } = connectionEvent;
      onNote?.(connection, connectionEvent);
      const key = `${kind} ${what} ${connection}`;
      const known = counts.get(key);
      if (known !== undefined) return void known.count++;
      counts.set(key, { connection, kind, what, count: 1 });
      onFirst?.(connection, connectionEvent);
    },
    counts: () => [...counts.values()],
  };
}
