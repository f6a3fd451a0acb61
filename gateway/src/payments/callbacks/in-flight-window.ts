// Limits how many callbacks this node holds in memory, and for which destinations. The rest stays
// in the database and is swept when there is room. New, slow or dead destination queues hold
// little, so that they cannot fill the memory that answering ones need.

/** A callback as this node names it: an operation has at most two. */
export interface CallbackKey {
  accountId: number;
  operationId: string;
  second: boolean;
}

const heldMax = 8_000;
const accountHeldMax = heldMax / 2;
const unhealthyHeldMax = heldMax / 2;
const accountUnhealthyHeldMax = unhealthyHeldMax / 2;
const destinationUnhealthyHeldMax = 64;

export interface InFlightWindow {
  /** How many more callbacks of a destination queue may be held. */
  room(accountId: number, destination: string): number;
  /** False when it is held already. */
  take(callback: CallbackKey & { destination: string }): boolean;
  drop(callback: CallbackKey & { destination: string }): void;
  /** Operations of what is held. */
  operations(): string[];
  readonly size: number;
}

interface HeldDestination {
  accountId: number;
  destination: string;
  count: number;
  /** As it is counted now. */
  healthy: boolean;
}

/** `isHealthy`: whether the destination queue answers at present. */
export function createInFlightWindow(
  isHealthy: (accountId: number, destination: string) => boolean,
): InFlightWindow {
  const held = new Set<string>();
  const byAccount = new Map<number, number>();
  const destinations = createDestinationCounts(isHealthy);
  const change = (callback: CallbackKey & { destination: string }, by: 1 | -1) => {
    destinations.change(callback, by);
    add(byAccount, callback.accountId, by);
  };
  return {
    room(accountId, destination) {
      const room = Math.min(heldMax - held.size, accountHeldMax - (byAccount.get(accountId) ?? 0));
      return Math.max(0, Math.min(room, destinations.room(accountId, destination)));
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

/**
 * Counts what is held by destination queue and, of destination queues that do not answer, by
 * account and in all.
 */
function createDestinationCounts(isHealthy: (accountId: number, destination: string) => boolean) {
  const byDestination = new Map<string, HeldDestination>();
  const unhealthyByAccount = new Map<number, number>();
  let unhealthy = 0;
  const countUnhealthy = (accountId: number, change: number) => {
    unhealthy += change;
    add(unhealthyByAccount, accountId, change);
  };
  /**
   * A destination queue's standing changes with every answer; it is looked at whenever the
   * destination queue is in question. To look at all destination queues for each callback would
   * stop the event loop where a developer names a new host with every payment.
   */
  const destinationOf = (accountId: number, destination: string): HeldDestination => {
    const entry = byDestination.get(destinationKey(accountId, destination)) ?? {
      accountId,
      destination,
      count: 0,
      healthy: true,
    };
    const healthy = isHealthy(accountId, destination);
    if (healthy !== entry.healthy) countUnhealthy(accountId, healthy ? -entry.count : entry.count);
    entry.healthy = healthy;
    return entry;
  };
  return {
    change(
      { accountId, destination }: { accountId: number; destination: string },
      by: 1 | -1,
    ): void {
      const entry = destinationOf(accountId, destination);
      entry.count += by;
      if (!entry.healthy) countUnhealthy(accountId, by);
      if (entry.count === 0) byDestination.delete(destinationKey(accountId, destination));
      else byDestination.set(destinationKey(accountId, destination), entry);
    },
    /**
     * How many more of a destination queue may be held; a destination queue that answers has no
     * limit of its own.
     */
    room(accountId: number, destination: string): number {
      const { healthy, count } = destinationOf(accountId, destination);
      if (healthy) return Infinity;
      return Math.min(
        unhealthyHeldMax - unhealthy,
        accountUnhealthyHeldMax - (unhealthyByAccount.get(accountId) ?? 0),
        destinationUnhealthyHeldMax - count,
      );
    },
  };
}

const keyOf = ({ operationId, second }: CallbackKey): string =>
  second ? `${operationId}+` : operationId;
const destinationKey = (accountId: number, destination: string): string =>
  `${accountId} ${destination}`;

/** Sums that are 0 are not kept. */
function add(sums: Map<number, number>, key: number, change: number): void {
  const sum = (sums.get(key) ?? 0) + change;
  if (sum === 0) sums.delete(key);
  else sums.set(key, sum);
}
