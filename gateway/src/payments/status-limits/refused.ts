// Counts a caller's recent refusals, on all nodes together. Counted in memory; what the other
// nodes do not know yet is published to them periodically.

import type { Session } from '../../platform/db/database.ts';
import { mergeIntoRefusals, type Caller } from './store.ts';
import type { StatusLimitThresholds } from './thresholds.ts';

export interface RefusalCounts {
  /** Counts a refusal; true when it is one too many. `at` in ms on the database's clock. */
  add(caller: Caller, at: number): boolean;
  forget(caller: Caller): void;
  /**
   * Adds the refusals of this node to those of the others; answers the callers that have too many.
   * `at`: now.
   */
  exchange(at: number): Promise<Caller[]>;
}

interface Refuser extends Caller {
  /** Refusals on all nodes as far as known, in ms. */
  times: number[];
  /** Those not yet sent to the other nodes. */
  unreported: number[];
}

/** Callers whose refusals are remembered; the one that was refused first is forgotten first. */
const refusersMax = 10_000;
const exchangeMax = 1_000;

export const keyOf = ({ accountId, address }: Caller): string => `${accountId} ${address}`;

export function createRefusalCounts(
  session: Session,
  { refusalsBeforeBlock, refusalWindowMs }: StatusLimitThresholds,
): RefusalCounts {
  const refusers = new Map<string, Refuser>();
  const refuserOf = (caller: Caller): Refuser => {
    const key = keyOf(caller);
    const known = refusers.get(key);
    if (known !== undefined) return known;
    if (refusers.size >= refusersMax) refusers.delete(refusers.keys().next().value!);
    const refuser = {
      accountId: caller.accountId,
      address: caller.address,
      times: [],
      unreported: [],
    };
    refusers.set(key, refuser);
    return refuser;
  };
  return {
    add(caller, at) {
      const refuser = refuserOf(caller);
      refuser.times = refuser.times.filter((time) => time > at - refusalWindowMs);
      refuser.times.push(at);
      refuser.unreported.push(at);
      if (refuser.unreported.length > refusalsBeforeBlock) refuser.unreported.shift();
      return refuser.times.length >= refusalsBeforeBlock;
    },
    forget: (caller) => void refusers.delete(keyOf(caller)),
    async exchange(at) {
      const reported = [...refusers.values()]
        .filter(({ unreported }) => unreported.length > 0)
        .slice(0, exchangeMax);
      if (reported.length === 0) return [];
      const merged = await mergeReported(session, reported, {
        since: at - refusalWindowMs,
        timesMax: refusalsBeforeBlock,
      });
      return merged.filter((all) => {
        const refuser = refusers.get(keyOf(all));
        // Blocked, or forgotten, meanwhile.
        if (refuser === undefined) return false;
        refuser.times = [...all.times, ...refuser.unreported];
        return refuser.times.length >= refusalsBeforeBlock;
      });
    },
  };
}

/** Should the merge fail, what was reported counts as unreported again. */
async function mergeReported(
  session: Session,
  reported: readonly Refuser[],
  { since, timesMax }: { since: number; timesMax: number },
): ReturnType<typeof mergeIntoRefusals> {
  const mine = reported.map(({ accountId, address, unreported }) => ({
    accountId,
    address,
    times: unreported,
  }));
  for (const refuser of reported) refuser.unreported = [];
  try {
    return await mergeIntoRefusals(session, mine, since, timesMax);
  } catch (error) {
    reported.forEach((refuser, index) => {
      refuser.unreported = [...mine[index]!.times, ...refuser.unreported].slice(-timesMax);
    });
    throw error;
  }
}
