// How many callbacks may this node hold in memory, and whose? What is beyond stays in the database and is swept when there is room. Lanes
// that are new, slow or dead hold little, so that they cannot fill the memory that lanes with answers need.

/** A callback as this node names it: an operation has at most two. */
export interface CallbackKey {
  accountId: number;
  operationId: string;
  second: boolean;
}

const heldMax = 8_000;
const accountHeldMax = heldMax / 2;
const unprovenHeldMax = heldMax / 2;
const accountUnprovenHeldMax = unprovenHeldMax / 2;
const laneUnprovenHeldMax = 64;

export interface Hand {
  /** How many more callbacks of a lane may be held. */
  room(accountId: number, lane: string): number;
  /** False when it is held already. */
  take(callback: CallbackKey & { lane: string }): boolean;
  drop(callback: CallbackKey & { lane: string }): void;
  /** Operations of what is held. */
  operations(): string[];
  readonly size: number;
}

/** `isProven`: whether the lane answers at present. */
export function createHand(isProven: (accountId: number, lane: string) => boolean): Hand {
  const held = new Set<string>();
  const byAccount = new Map<number, number>();
  const byLane = new Map<string, { accountId: number; lane: string; count: number }>();
  const keyOf = ({ operationId, second }: CallbackKey) => (second ? `${operationId}+` : operationId);
  const laneKey = (accountId: number, lane: string) => `${accountId} ${lane}`;
  const add = (accountId: number, lane: string, change: 1 | -1) => {
    const inAccount = (byAccount.get(accountId) ?? 0) + change;
    if (inAccount === 0) byAccount.delete(accountId);
    else byAccount.set(accountId, inAccount);
    const key = laneKey(accountId, lane);
    const entry = byLane.get(key) ?? { accountId, lane, count: 0 };
    entry.count += change;
    if (entry.count === 0) byLane.delete(key);
    else byLane.set(key, entry);
  };
  /** Counted when asked for: a lane's standing changes with every answer, and few lanes are held at a time. */
  const unprovenHeld = (accountId: number) => {
    let all = 0;
    let own = 0;
    for (const entry of byLane.values()) {
      if (isProven(entry.accountId, entry.lane)) continue;
      all += entry.count;
      if (entry.accountId === accountId) own += entry.count;
    }
    return { all, own };
  };
  return {
    room(accountId, lane) {
      const room = Math.min(heldMax - held.size, accountHeldMax - (byAccount.get(accountId) ?? 0));
      if (isProven(accountId, lane)) return Math.max(0, room);
      const inLane = byLane.get(laneKey(accountId, lane))?.count ?? 0;
      const unproven = unprovenHeld(accountId);
      const unprovenRoom = Math.min(unprovenHeldMax - unproven.all, accountUnprovenHeldMax - unproven.own, laneUnprovenHeldMax - inLane);
      return Math.max(0, Math.min(room, unprovenRoom));
    },
    take(callback) {
      const key = keyOf(callback);
      if (held.has(key)) return false;
      held.add(key);
      add(callback.accountId, callback.lane, 1);
      return true;
    },
    drop(callback) {
      if (held.delete(keyOf(callback))) add(callback.accountId, callback.lane, -1);
    },
    operations: () => [...held].map((key) => (key.endsWith('+') ? key.slice(0, -1) : key)),
    get size() {
      return held.size;
    },
  };
}
