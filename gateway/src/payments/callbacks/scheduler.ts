// Round-robin scheduler: accounts in turn, and within an account its destination queues in turn,
// so that neither many callbacks nor many addresses give a developer more than a fair share.

export interface Scheduler<DestinationQueue> {
  /** Lets a destination queue wait for its turn; one that waits already keeps its place. */
  add(destination: DestinationQueue): void;
  /**
   * The destination queue whose turn it is, or null. Accounts that are full are passed over until
   * `revive`.
   */
  take(isFull: (account: number) => boolean): DestinationQueue | null;
  /** An account that was passed over has room again. */
  revive(account: number): void;
}

interface Waiting<DestinationQueue> {
  account: number;
  destinations: DestinationQueue[];
  inRing: boolean;
}

export function createScheduler<
  DestinationQueue extends { account: number },
>(): Scheduler<DestinationQueue> {
  const accounts = new Map<number, Waiting<DestinationQueue>>();
  const waiting = new Set<DestinationQueue>();
  const ring: Waiting<DestinationQueue>[] = [];
  const enter = (account: Waiting<DestinationQueue>) => {
    if (account.inRing || account.destinations.length === 0) return;
    account.inRing = true;
    ring.push(account);
  };
  return {
    add(destination) {
      if (waiting.has(destination)) return;
      waiting.add(destination);
      let account = accounts.get(destination.account);
      if (account === undefined) {
        account = { account: destination.account, destinations: [], inRing: false };
        accounts.set(destination.account, account);
      }
      account.destinations.push(destination);
      enter(account);
    },
    take(isFull) {
      for (;;) {
        const account = ring.shift();
        if (account === undefined) return null;
        account.inRing = false;
        if (isFull(account.account)) continue;
        const destination = account.destinations.shift()!;
        waiting.delete(destination);
        if (account.destinations.length === 0) accounts.delete(account.account);
        enter(account);
        return destination;
      }
    },
    revive(id) {
      const account = accounts.get(id);
      if (account !== undefined) enter(account);
    },
  };
}
