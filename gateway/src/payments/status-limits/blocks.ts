// Blacklists callers from status queries after too many refusals (rule S2). A block counts here at
// once and soon becomes a row, which all nodes read.

import type { Session } from '../../platform/db/database.ts';
import { createRefusalCounts, keyOf } from './refused.ts';
import { blockChannel, loadBlocks, storeBlocks, publish, type Caller } from './store.ts';
import type { StatusLimitThresholds } from './thresholds.ts';

export interface Blocks {
  isBlocked(accountId: number, address: string, at: number): boolean;
  /** Counts a refusal; the one that is too many blocks. `at` in ms on the database's clock. */
  refuse(accountId: number, address: string, at: number): void;
  /**
   * Adds the refusals of this node to those of the others and stores new blocks; nothing to do
   * costs nothing.
   */
  exchange(): Promise<void>;
  /** Reads the blacklist. */
  reload(): Promise<void>;
}

/** Rows of one statement. */
const storedMax = 1_000;

/** `nodes`: how many are alive; a single node notifies no others. */
export function createBlocks(
  session: Session,
  thresholds: StatusLimitThresholds,
  now: () => number,
  nodes: () => number,
): Blocks {
  const refusals = createRefusalCounts(session, thresholds);
  /** Until when, in ms. */
  let blocked = new Map<string, number>();
  const unstored = new Map<string, Caller & { until: number }>();

  const block = ({ accountId, address }: Caller, at: number): void => {
    const until = at + thresholds.blockMs;
    refusals.forget({ accountId, address });
    blocked.set(keyOf({ accountId, address }), until);
    unstored.set(keyOf({ accountId, address }), { accountId, address, until });
  };
  const storeNew = async (): Promise<void> => {
    if (unstored.size === 0) return;
    const entries = [...unstored.values()].slice(0, storedMax);
    await storeBlocks(session, entries, {
      refusals: thresholds.refusalsBeforeBlock,
      withinMs: thresholds.refusalWindowMs,
    });
    for (const entry of entries) unstored.delete(keyOf(entry));
    await publish(session, blockChannel);
  };
  return {
    isBlocked: (accountId, address, at) =>
      blocked.size > 0 && (blocked.get(keyOf({ accountId, address })) ?? 0) > at,
    refuse(accountId, address, at) {
      if (refusals.add({ accountId, address }, at)) block({ accountId, address }, at);
    },
    async exchange() {
      if (nodes() > 1) for (const caller of await refusals.exchange(now())) block(caller, now());
      await storeNew();
    },
    async reload() {
      const next = new Map<string, number>();
      for (const row of await loadBlocks(session)) {
        next.set(keyOf(row), row.blockedUntil.getTime());
        // What led to a block has done its work on every node: after it, or after its release,
        // counting begins anew.
        refusals.forget(row);
      }
      for (const [key, { until }] of unstored) next.set(key, until);
      blocked = next;
    },
  };
}
