// Whose turn is it? Accounts in turn, and within an account its lanes in turn, so that neither many callbacks nor many addresses buy a
// developer more than a share.

export interface Turns<Lane> {
  /** Lets a lane wait for its turn; one that waits already keeps its place. */
  add(lane: Lane): void;
  /** The lane whose turn it is, or null. Accounts that are full are passed over until `revive`. */
  take(isFull: (account: number) => boolean): Lane | null;
  /** An account that was passed over has room again. */
  revive(account: number): void;
}

interface Waiting<Lane> {
  account: number;
  lanes: Lane[];
  inRing: boolean;
}

export function createTurns<Lane extends { account: number }>(): Turns<Lane> {
  const accounts = new Map<number, Waiting<Lane>>();
  const waiting = new Set<Lane>();
  const ring: Waiting<Lane>[] = [];
  const enter = (account: Waiting<Lane>) => {
    if (account.inRing || account.lanes.length === 0) return;
    account.inRing = true;
    ring.push(account);
  };
  return {
    add(lane) {
      if (waiting.has(lane)) return;
      waiting.add(lane);
      let account = accounts.get(lane.account);
      if (account === undefined) {
        account = { account: lane.account, lanes: [], inRing: false };
        accounts.set(lane.account, account);
      }
      account.lanes.push(lane);
      enter(account);
    },
    take(isFull) {
      for (;;) {
        const account = ring.shift();
        if (account === undefined) return null;
        account.inRing = false;
        if (isFull(account.account)) continue;
        const lane = account.lanes.shift()!;
        waiting.delete(lane);
        if (account.lanes.length === 0) accounts.delete(account.account);
        enter(account);
        return lane;
      }
    },
    revive(id) {
      const account = accounts.get(id);
      if (account !== undefined) enter(account);
    },
  };
}
