// What has happened on the links of this node since it started? Counted for metrics.

import type { SmsReceipt, SmsSubmitOutcome } from '@jokko/connector-kit';

export type Happening =
  /** How a part's submission was answered; `late`: taken, and told only after its time was over. */
  | { kind: 'answer'; what: SmsSubmitOutcome['kind'] | 'late' }
  /** What a receipt said; `unmatched`: it waits, as no part of this id is known; `unreadable`: acknowledged, and nothing could be stored. */
  | { kind: 'receipt'; what: SmsReceipt['state'] | 'unmatched' | 'unreadable' };

export interface Tally {
  note(link: string, happening: Happening): void;
  counts(): { link: string; kind: Happening['kind']; what: string; count: number }[];
}

export function createTally(): Tally {
  const counts = new Map<string, { link: string; kind: Happening['kind']; what: string; count: number }>();
  return {
    note(link, { kind, what }) {
      const key = `${kind} ${what} ${link}`;
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { link, kind, what, count: 1 });
      else known.count++;
    },
    counts: () => [...counts.values()],
  };
}
