// Entry point of status requests: how often a status may be looked up and who is shut out (rule
// S2), the same on all nodes.

import type { Session } from '../../platform/db/database.ts';
import { createBlocks } from './blocks.ts';
import { createStatusLimit, cutoffAt, type StatusRequest, type Verdict } from './limit.ts';
import { createWindowShare, readKeys } from './share.ts';
import {
  blockChannel,
  countLivingNodes,
  statusLimitChannel,
  removeBlocks,
  removeStale,
  publish,
  type Block,
} from './store.ts';
import type { StatusLimitRounds } from './tasks.ts';
import type { StatusLimitThresholds } from './thresholds.ts';

export { addressGroup, readAddressGroup } from './address-group.ts';
export { blockChannel, countLivingNodes, loadBlocks, statusLimitChannel } from './store.ts';
export type { Block } from './store.ts';
export type { Verdict } from './limit.ts';
export { statusLimitTasks } from './tasks.ts';

export interface StatusLimits extends StatusLimitRounds {
  /** Counts a status request if it is allowed. Answers at once unless other nodes must be asked. */
  check(statusRequest: StatusRequest): Verdict | Promise<Verdict>;
  /**
   * Whether the caller is shut out; costs no query. `accountId` null: a call without a key. `at` in
   * ms on the database's clock.
   */
  isBlocked(accountId: number | null, address: string | null, at: number): boolean;
  /** A notification arrived. Null: any may have been missed. */
  handleNotification(channel: string | null, payload: string): void;
  /** This node has its lease: it counts the others, and they are notified to count it. */
  arrive(): Promise<void>;
}

const staleMax = 5_000;

/** `seed`: the same on all nodes, secret, at least 8 bytes. `now` in ms on the database's clock. */
export function createStatusLimits(
  session: Session,
  thresholds: StatusLimitThresholds,
  seed: Buffer,
  now: () => number,
): StatusLimits {
  // Until they have been counted there may be others.
  let living = 2;
  const nodes = (): number => living;
  const blocks = createBlocks(session, thresholds, now, nodes);
  const limit = createStatusLimit(
    thresholds,
    blocks,
    createWindowShare(session, thresholds.perMinute, nodes),
    seed,
  );
  const countNodes = async (): Promise<void> => {
    living = await countLivingNodes(session);
  };
  return {
    check: limit.check,
    isBlocked: limit.isBlocked,
    handleNotification(channel, payload) {
      const keys = channel === statusLimitChannel ? readKeys(payload) : [];
      limit.join(keys, now());
      // A node has come. One that shares a key shows that there is another, too: a node that is
      // alone shares none.
      if (keys.length > 0) living = Math.max(living, 2);
      else if (channel === statusLimitChannel) countNodes().catch(() => {});
      // A failed reading is made good by the next round of the task.
      else if (channel === null || channel === blockChannel) blocks.reload().catch(() => {});
    },
    countNodes,
    async arrive() {
      await countNodes();
      await publish(session, statusLimitChannel, '');
    },
    exchange: blocks.exchange,
    reloadBlocks: blocks.reload,
    removeStale: async () =>
      (await removeStale(session, cutoffAt(now()), now() - thresholds.refusalWindowMs, staleMax)) >=
      staleMax,
  };
}

/**
 * Takes callers at an address off the blacklist, on all nodes: of one account, 0 those without a
 * key. Answers the entry that was there.
 */
export async function releaseBlocks(
  session: Session,
  address: string,
  accountId: number,
): Promise<Block[]> {
  const released = await removeBlocks(session, address, accountId);
  if (released.length > 0) await publish(session, blockChannel);
  return released;
}
