// Tracks which senders of this node are in use, and by which destination. A sender is a request in
// flight, not a thread; a slow one stops counting.

/** Senders of one node. */
const sendersMax = 1_024;
/** What retries, replays and unproven destination queues may take of them together. */
const unshelteredMax = sendersMax / 2;
/** One developer never takes more than half, of either kind. */
const accountSendersMax = sendersMax / 2;
const accountUnshelteredMax = unshelteredMax / 2;
/** A request that is under way for so long moves to the slow ones, where there is room. */
export const slowAfterMs = 500;
const slowMax = 2_048;
const accountSlowMax = slowMax / 2;

export interface Sender {
  account: number;
  /** A first attempt in a proven destination queue. */
  sheltered: boolean;
  startedAt: number;
  slow: boolean;
}

export interface Senders<Held extends Sender> {
  /** Room on the node, for either kind. */
  hasRoom(sheltered: boolean): boolean;
  /** Whether a developer has its share of a kind. */
  isFull(account: number, sheltered: boolean): boolean;
  take(sender: Held): void;
  give(sender: Held): void;
  /**
   * Moves what takes long to the slow ones, the oldest first. `onFound`: each that takes long,
   * moved or not. Returns what was moved.
   */
  moveSlow(now: number, onFound: (sender: Held) => void): Held[];
  active(): number;
  slow(): number;
}

interface Account {
  fast: number;
  unsheltered: number;
  slow: number;
}

const none: Readonly<Account> = { fast: 0, unsheltered: 0, slow: 0 };

/** What each developer has under way; a developer with nothing under way is not kept. */
function createAccountCounts() {
  const accounts = new Map<number, Account>();
  return {
    find: (id: number): Readonly<Account> => accounts.get(id) ?? none,
    of(id: number): Account {
      const account = accounts.get(id) ?? { ...none };
      accounts.set(id, account);
      return account;
    },
    forgetIdle(id: number): void {
      const { fast, slow } = accounts.get(id) ?? none;
      if (fast === 0 && slow === 0) accounts.delete(id);
    },
  };
}

export function createSenders<Held extends Sender>(): Senders<Held> {
  const accounts = createAccountCounts();
  /** In the order in which they started, so that the oldest is found at once. */
  const fast = new Set<Held>();
  let unsheltered = 0;
  let slow = 0;
  const leaveFast = (sender: Held, account: Account) => {
    fast.delete(sender);
    count(sender, account, -1);
  };
  const count = ({ sheltered }: Held, account: Account, change: 1 | -1) => {
    account.fast += change;
    if (sheltered) return;
    unsheltered += change;
    account.unsheltered += change;
  };
  const countSlow = (account: Account, change: 1 | -1) => {
    slow += change;
    account.slow += change;
  };
  return {
    hasRoom: (sheltered) => fast.size < sendersMax && (sheltered || unsheltered < unshelteredMax),
    isFull(id, sheltered) {
      const account = accounts.find(id);
      return (
        account.fast >= accountSendersMax ||
        (!sheltered && account.unsheltered >= accountUnshelteredMax)
      );
    },
    take(sender) {
      fast.add(sender);
      count(sender, accounts.of(sender.account), 1);
    },
    give(sender) {
      const account = accounts.of(sender.account);
      if (sender.slow) countSlow(account, -1);
      else leaveFast(sender, account);
      accounts.forgetIdle(sender.account);
    },
    moveSlow(now, onFound) {
      const moved: Held[] = [];
      for (const sender of fast) {
        if (now - sender.startedAt < slowAfterMs) break;
        onFound(sender);
        const account = accounts.of(sender.account);
        if (slow >= slowMax || account.slow >= accountSlowMax) continue;
        leaveFast(sender, account);
        sender.slow = true;
        countSlow(account, 1);
        moved.push(sender);
      }
      return moved;
    },
    active: () => fast.size + slow,
    slow: () => slow,
  };
}
