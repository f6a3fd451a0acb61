// Limits status queries: at most three a minute for one transaction from one address, on all nodes
// together. A caller that continues is blocked for a while (rule S2).

import { addressGroup } from './address-group.ts';
import type { Blocks } from './blocks.ts';
import { createCounters, type Slot } from './counters.ts';
import { createKeyHash } from './key-hash.ts';
import type { WindowShare } from './share.ts';
import type { StatusLimitThresholds } from './thresholds.ts';
import { environment } from '../../platform/environment.ts';

export type Verdict = 'allowed' | 'tooMany' | 'blocked';

export interface StatusRequest {
  /** Names account and transaction. */
  subject: string;
  /** Null: a call without a key; those count by address alone. */
  accountId: number | null;
  /** The caller's, plain; null when it is not known. */
  address: string | null;
  /**
   * It is that of a proxy that is not listed: what one does who comes through it shuts nobody out.
   */
  isShared?: boolean;
  /** ms on the database's clock. */
  at: number;
}

export interface StatusLimit {
  /**
   * Counts the status request if it is allowed. Answers at once unless other nodes must be asked.
   */
  check(statusRequest: StatusRequest): Verdict | Promise<Verdict>;
  /** Whether whoever asks is shut out; costs no query. */
  isBlocked(accountId: number | null, address: string | null, at: number): boolean;
  /** Other nodes have begun to share these keys: what was counted here joins them. */
  join(keys: readonly number[], at: number): void;
}

const windowMs = 60_000;
/**
 * Status requests of one millisecond are told apart, on one node by counting, on two most likely.
 * Such a number is exact until the year 2089.
 */
const ticksPerMs = 4_096;
const firstTickAt = Date.UTC(2020, 0, 1);
const keylessAccount = 0;

/** The first tick that still counts at a moment. */
export const cutoffAt = (at: number): number =>
  (Math.floor(at) - firstTickAt - windowMs + 1) * ticksPerMs;

/**
 * `seed`: the same on all nodes, and secret, so that nobody can aim at another's counter.
 * `sequence`: where counting within a millisecond begins.
 */
export function createStatusLimit(
  thresholds: StatusLimitThresholds,
  blocks: Blocks,
  share: WindowShare,
  seed: Buffer,
  sequence = Math.floor(environment.random() * ticksPerMs),
  counters = createCounters(thresholds.perMinute),
): StatusLimit {
  const { perMinute } = thresholds;
  const hash = createKeyHash(seed);
  let next = sequence;
  const tickOf = (at: number): number =>
    (Math.floor(at) - firstTickAt) * ticksPerMs + (next++ % ticksPerMs);

  const isOneTooMany = createSharedCount(counters, share);
  return {
    isBlocked: (accountId, address, at) =>
      blocks.isBlocked(accountId ?? keylessAccount, addressGroup(address), at),
    check({ subject, accountId, address, isShared = false, at }) {
      const group = addressGroup(address);
      const caller = accountId ?? keylessAccount;
      if (blocks.isBlocked(caller, group, at)) return 'blocked';
      const refuse = (): Verdict => {
        if (!isShared) blocks.refuse(caller, group, at);
        return 'tooMany';
      };
      const key = hash(`${subject} ${group}`);
      const cutoff = cutoffAt(at);
      const slot = counters.slotOf(key);
      const counted = counters.counted(slot, cutoff);
      if (counted >= perMinute) return refuse();
      const tick = tickOf(at);
      const privateMax = share.privateMax();
      if (privateMax < perMinute && (counted >= privateMax || counters.isShared(slot)))
        return isOneTooMany(key, slot, tick, cutoff).then((tooMany) =>
          tooMany ? refuse() : 'allowed',
        );
      counters.add(slot, tick, cutoff);
      return 'allowed';
    },
    join(keys, at) {
      const cutoff = cutoffAt(at);
      for (const key of keys) {
        const slot = counters.slotOf(key);
        if (counters.isShared(slot)) continue;
        counters.share(slot);
        const times = counters.times(slot, cutoff);
        if (times.length > 0) void share.merge({ key, times }, cutoff).catch(() => {});
      }
    },
  };
}

/** Counts a status request together with the other nodes; answers whether it is one too many. */
function createSharedCount(counters: ReturnType<typeof createCounters>, share: WindowShare) {
  return async (key: number, slot: Slot, tick: number, cutoff: number): Promise<boolean> => {
    const known = counters.isShared(slot);
    const times = [...counters.times(slot, cutoff), tick];
    counters.share(slot);
    if (!known && share.privateMax() > 0) share.announce(key);
    // Without the database's word our own count decides: the status request itself will fail as
    // well.
    const counted = await share.merge({ key, times }, cutoff).catch(() => times);
    const after = counters.slotOf(key);
    counters.set(after, counted);
    counters.share(after);
    return !counted.includes(tick);
  };
}
