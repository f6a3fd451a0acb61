// Who is shut out of status look-ups? Who was refused too often (rule S2). Refusals are counted in memory and exchanged with the other nodes a
// few times a second; a block counts here at once and is a row soon after, which all nodes read.

import type { Session } from '../../db/database.ts';
import { blockChannel, loadBlocks, mergeIntoRefusals, storeBlocks, tell, type Caller } from './store.ts';
import type { LookUpThresholds } from './thresholds.ts';

export interface Blocks {
  isBlocked(accountId: number, address: string, at: number): boolean;
  /** Counts a refusal; the one that is too many blocks. `at` in ms on the database's clock. */
  refuse(accountId: number, address: string, at: number): void;
  /** Stores new blocks and adds the refusals of this node to those of the others; nothing to do costs nothing. */
  exchange(): Promise<void>;
  /** Reads the blacklist. */
  reload(): Promise<void>;
}

interface Refuser extends Caller {
  /** Refusals on all nodes as far as known, in ms. */
  times: number[];
  /** Those of them that the other nodes have not been told. */
  untold: number[];
}
type NewBlock = Caller & { until: number };

/** Callers whose refusals are remembered; the one that was refused first is forgotten first. */
const refusersMax = 10_000;
const exchangeMax = 1_000;

/** `nodes`: how many are alive; a node that is alone tells nobody. */
export function createBlocks(session: Session, thresholds: LookUpThresholds, now: () => number, nodes: () => number): Blocks {
  const { refusalsBeforeBlock, refusalWindowMs, blockMs } = thresholds;
  /** Until when, in ms. */
  let blocked = new Map<string, number>();
  const unstored = new Map<string, NewBlock>();
  const refusers = new Map<string, Refuser>();

  const block = (key: string, { accountId, address }: Caller, at: number): void => {
    refusers.delete(key);
    blocked.set(key, at + blockMs);
    unstored.set(key, { accountId, address, until: at + blockMs });
  };
  const refuserOf = (key: string, caller: Caller): Refuser => {
    const known = refusers.get(key);
    if (known !== undefined) return known;
    if (refusers.size >= refusersMax) refusers.delete(refusers.keys().next().value!);
    const refuser = { accountId: caller.accountId, address: caller.address, times: [], untold: [] };
    refusers.set(key, refuser);
    return refuser;
  };
  const storeNew = async (): Promise<void> => {
    if (unstored.size === 0) return;
    const entries = [...unstored].slice(0, exchangeMax);
    await storeBlocks(
      session,
      entries.map(([, entry]) => entry),
    );
    for (const [key] of entries) unstored.delete(key);
    await tell(session, blockChannel);
  };
  const tellRefusals = async (): Promise<void> => {
    const told = [...refusers.values()].filter(({ untold }) => untold.length > 0).slice(0, exchangeMax);
    if (nodes() <= 1 || told.length === 0) return;
    const mine = told.map(({ accountId, address, untold }) => ({ accountId, address, times: untold }));
    for (const refuser of told) refuser.untold = [];
    const merged = await mergeIntoRefusals(session, mine, now() - refusalWindowMs, refusalsBeforeBlock).catch((error: unknown) => {
      told.forEach((refuser, index) => (refuser.untold = [...mine[index]!.times, ...refuser.untold].slice(-refusalsBeforeBlock)));
      throw error;
    });
    for (const all of merged) {
      const key = keyOf(all.accountId, all.address);
      const refuser = refusers.get(key);
      // Blocked, or forgotten, meanwhile.
      if (refuser === undefined) continue;
      refuser.times = [...all.times, ...refuser.untold];
      if (refuser.times.length >= refusalsBeforeBlock) block(key, refuser, now());
    }
  };
  return {
    isBlocked: (accountId, address, at) => blocked.size > 0 && (blocked.get(keyOf(accountId, address)) ?? 0) > at,
    refuse(accountId, address, at) {
      const key = keyOf(accountId, address);
      const refuser = refuserOf(key, { accountId, address });
      refuser.times = refuser.times.filter((time) => time > at - refusalWindowMs);
      refuser.times.push(at);
      refuser.untold.push(at);
      if (refuser.untold.length > refusalsBeforeBlock) refuser.untold.shift();
      if (refuser.times.length >= refusalsBeforeBlock) block(key, refuser, at);
    },
    async exchange() {
      await tellRefusals();
      await storeNew();
    },
    async reload() {
      const rows = await loadBlocks(session);
      const next = new Map(rows.map(({ accountId, address, blockedUntil }) => [keyOf(accountId, address), blockedUntil.getTime()]));
      for (const [key, { until }] of unstored) next.set(key, until);
      // What led to a block has done its work on every node: after it, or after its release, counting begins anew.
      for (const key of next.keys()) refusers.delete(key);
      blocked = next;
    },
  };
}

const keyOf = (accountId: number, address: string): string => `${accountId} ${address}`;
