// How often was a caller refused of late, on all nodes together? Counted in memory; what the other nodes do not know yet is told them now and then.

import type { Session } from '../../db/database.ts';
import { mergeIntoRefusals, type Caller } from './store.ts';
import type { LookUpThresholds } from './thresholds.ts';

export interface RefusalCounts {
  /** Counts a refusal; true when it is one too many. `at` in ms on the database's clock. */
  add(caller: Caller, at: number): boolean;
  forget(caller: Caller): void;
  /** Adds the refusals of this node to those of the others; answers the callers that have too many. `at`: now. */
  exchange(at: number): Promise<Caller[]>;
}

interface Refuser extends Caller {
  /** Refusals on all nodes as far as known, in ms. */
  times: number[];
  /** Those of them that the other nodes have not been told. */
  untold: number[];
}

/** Callers whose refusals are remembered; the one that was refused first is forgotten first. */
const refusersMax = 10_000;
const exchangeMax = 1_000;

export const keyOf = ({ accountId, address }: Caller): string => `${accountId} ${address}`;

export function createRefusalCounts(session: Session, { refusalsBeforeBlock, refusalWindowMs }: LookUpThresholds): RefusalCounts {
  const refusers = new Map<string, Refuser>();
  const refuserOf = (caller: Caller): Refuser => {
    const key = keyOf(caller);
    const known = refusers.get(key);
    if (known !== undefined) return known;
    if (refusers.size >= refusersMax) refusers.delete(refusers.keys().next().value!);
    const refuser = { accountId: caller.accountId, address: caller.address, times: [], untold: [] };
    refusers.set(key, refuser);
    return refuser;
  };
  return {
    add(caller, at) {
      const refuser = refuserOf(caller);
      refuser.times = refuser.times.filter((time) => time > at - refusalWindowMs);
      refuser.times.push(at);
      refuser.untold.push(at);
      if (refuser.untold.length > refusalsBeforeBlock) refuser.untold.shift();
      return refuser.times.length >= refusalsBeforeBlock;
    },
    forget: (caller) => void refusers.delete(keyOf(caller)),
    async exchange(at) {
      const told = [...refusers.values()].filter(({ untold }) => untold.length > 0).slice(0, exchangeMax);
      if (told.length === 0) return [];
      const mine = told.map(({ accountId, address, untold }) => ({ accountId, address, times: untold }));
      for (const refuser of told) refuser.untold = [];
      const merged = await mergeIntoRefusals(session, mine, at - refusalWindowMs, refusalsBeforeBlock).catch((error: unknown) => {
        told.forEach((refuser, index) => (refuser.untold = [...mine[index]!.times, ...refuser.untold].slice(-refusalsBeforeBlock)));
        throw error;
      });
      return merged.filter((all) => {
        const refuser = refusers.get(keyOf(all));
        // Blocked, or forgotten, meanwhile.
        if (refuser === undefined) return false;
        refuser.times = [...all.times, ...refuser.untold];
        return refuser.times.length >= refusalsBeforeBlock;
      });
    },
  };
}
