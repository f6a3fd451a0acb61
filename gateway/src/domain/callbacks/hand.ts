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

interface HeldLane {
  accountId: number;
  lane: string;
  count: number;
  /** As it is counted now. */
  proven: boolean;
}

/** `isProven`: whether the lane answers at present. */
export function createHand(isProven: (accountId: number, lane: string) => boolean): Hand {
  const held = new Set<string>();
  const byAccount = new Map<number, number>();
  const byLane = new Map<string, HeldLane>();
  const unprovenByAccount = new Map<number, number>();
  let unproven = 0;
  const keyOf = ({ operationId, second }: CallbackKey) => (second ? `${operationId}+` : operationId);
  const laneKey = (accountId: number, lane: string) => `${accountId} ${lane}`;
  const countUnproven = (accountId: number, change: number) => {
    unproven += change;
    add(unprovenByAccount, accountId, change);
  };
  /**
   * A lane's standing changes with every answer; it is looked at whenever the lane is in question. To look at all lanes for each callback
   * would stop the event loop where a developer names a new host with every payment.
   */
  const laneOf = (accountId: number, lane: string): HeldLane => {
    const entry = byLane.get(laneKey(accountId, lane)) ?? { accountId, lane, count: 0, proven: true };
    const proven = isProven(accountId, lane);
    if (proven !== entry.proven) countUnproven(accountId, proven ? -entry.count : entry.count);
    entry.proven = proven;
    return entry;
  };
  const change = (callback: CallbackKey & { lane: string }, by: 1 | -1) => {
    const { accountId, lane } = callback;
    const entry = laneOf(accountId, lane);
    entry.count += by;
    if (!entry.proven) countUnproven(accountId, by);
    if (entry.count === 0) byLane.delete(laneKey(accountId, lane));
    else byLane.set(laneKey(accountId, lane), entry);
    add(byAccount, accountId, by);
  };
  return {
    room(accountId, lane) {
      const room = Math.min(heldMax - held.size, accountHeldMax - (byAccount.get(accountId) ?? 0));
      const { proven, count } = laneOf(accountId, lane);
      if (proven) return Math.max(0, room);
      const ofAccount = unprovenByAccount.get(accountId) ?? 0;
      const unprovenRoom = Math.min(unprovenHeldMax - unproven, accountUnprovenHeldMax - ofAccount, laneUnprovenHeldMax - count);
      return Math.max(0, Math.min(room, unprovenRoom));
    },
    take(callback) {
      const key = keyOf(callback);
      if (held.has(key)) return false;
      held.add(key);
      change(callback, 1);
      return true;
    },
    drop(callback) {
      if (held.delete(keyOf(callback))) change(callback, -1);
    },
    operations: () => [...held].map((key) => (key.endsWith('+') ? key.slice(0, -1) : key)),
    get size() {
      return held.size;
    },
  };
}

/** Sums that are 0 are not kept. */
function add(sums: Map<number, number>, key: number, change: number): void {
  const sum = (sums.get(key) ?? 0) + change;
  if (sum === 0) sums.delete(key);
  else sums.set(key, sum);
}
