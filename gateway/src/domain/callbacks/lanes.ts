// Which callback may leave next? A lane is (account, scheme, host, port). Each lane has its own small allowance of requests under way, which
// grows with quick answers and is halved when nobody answers. Half of the senders are kept for first attempts in lanes that answered
// quickly last time: retries, replays, and lanes that are new, slow or dead share the other half. A request that takes long stops counting
// as a sender at all, so that a receiver that hangs costs the others nothing but memory.

import { createTurns } from './turns.ts';

/** Senders of one node. A sender is a request under way, not a thread. */
const sendersMax = 1_024;
/** What retries, replays and unproven lanes may take of them together. */
const unshelteredMax = sendersMax / 2;
/** One developer never takes more than half, of either kind. */
const accountSendersMax = sendersMax / 2;
const accountUnshelteredMax = unshelteredMax / 2;
/** A request that is under way for so long moves to the slow ones, where there is room. */
const slowAfterMs = 500;
const slowMax = 2_048;
const accountSlowMax = slowMax / 2;

const laneSendersStart = 4;
const laneSendersMax = 64;
/** Retries and replays of one lane, a second: less when nobody answers, more when answers are quick, so that the end of an outage is no storm. */
const againPerSecStart = 100;
const againPerSecMin = 10;
const againPerSecMax = 2_000;
/** Idle lanes beyond this are forgotten with what was learnt of them; a client could name a new host with every payment. */
const lanesKept = 10_000;

export interface Place {
  account: number;
  lane: string;
  /** A retry or a replay; those never keep a first attempt waiting. */
  again: boolean;
}

export interface Lanes<Work> {
  /** Queues work; it is started at once when its lane, its account and the node have room. */
  add(place: Place, work: Work): void;
  /** Whether the lane's last request was answered quickly. */
  isProven(account: number, lane: string): boolean;
  /** Work under way. */
  readonly active: number;
  /** Work under way for so long that it counts as slow. */
  readonly slow: number;
  close(): void;
}

interface Lane<Work> {
  key: string;
  account: number;
  first: Work[];
  again: Work[];
  active: number;
  allowance: number;
  proven: boolean;
  tokens: number;
  tokensPerSec: number;
  tokensAt: number;
  tokenTimer: NodeJS.Timeout | null;
}
interface Account {
  fast: number;
  unsheltered: number;
  slow: number;
}
interface Running<Work> {
  lane: Lane<Work>;
  sheltered: boolean;
  startedAt: number;
  slow: boolean;
}

/** `run` resolves to whether the lane answered; it must not throw. `now` in ms. */
export function createLanes<Work>(
  run: (work: Work) => Promise<{ answered: boolean }>,
  now: () => number = () => performance.now(),
): Lanes<Work> {
  const lanes = new Map<string, Lane<Work>>();
  const accounts = new Map<number, Account>();
  const sheltered = createTurns<Lane<Work>>();
  const unsheltered = createTurns<Lane<Work>>();
  /** In the order in which they started, so that the oldest is found at once. */
  const fast = new Set<Running<Work>>();
  let unshelteredActive = 0;
  let slowActive = 0;

  const accountOf = (id: number): Account => {
    let account = accounts.get(id);
    if (account === undefined) {
      account = { fast: 0, unsheltered: 0, slow: 0 };
      accounts.set(id, account);
    }
    return account;
  };
  const laneOf = (account: number, name: string): Lane<Work> => {
    const key = `${account} ${name}`;
    let lane = lanes.get(key);
    if (lane === undefined) {
      lane = newLane<Work>(key, account, now());
      lanes.set(key, lane);
    }
    return lane;
  };
  const enqueue = (lane: Lane<Work>) => {
    if (lane.active >= lane.allowance) return;
    if (lane.first.length > 0) (lane.proven ? sheltered : unsheltered).add(lane);
    if (lane.again.length > 0 && hasToken(lane, now())) unsheltered.add(lane);
    else if (lane.again.length > 0) waitForToken(lane);
  };
  const waitForToken = (lane: Lane<Work>) => {
    lane.tokenTimer ??= setTimeout(() => {
      lane.tokenTimer = null;
      enqueue(lane);
      pump();
    }, 1_000 / lane.tokensPerSec);
  };
  const pump = () => {
    while (fast.size < sendersMax) {
      const lane = sheltered.take((id) => accountOf(id).fast >= accountSendersMax);
      if (lane === null) break;
      if (lane.proven && lane.first.length > 0 && lane.active < lane.allowance) start(lane, lane.first.shift()!, true);
      enqueue(lane);
    }
    while (fast.size < sendersMax && unshelteredActive < unshelteredMax) {
      const lane = unsheltered.take((id) => {
        const account = accountOf(id);
        return account.fast >= accountSendersMax || account.unsheltered >= accountUnshelteredMax;
      });
      if (lane === null) break;
      if (lane.active < lane.allowance) {
        if (lane.first.length > 0) start(lane, lane.first.shift()!, false);
        else if (lane.again.length > 0 && takeToken(lane, now())) start(lane, lane.again.shift()!, false);
      }
      enqueue(lane);
    }
  };
  const start = (lane: Lane<Work>, work: Work, isSheltered: boolean) => {
    const running: Running<Work> = { lane, sheltered: isSheltered, startedAt: now(), slow: false };
    const account = accountOf(lane.account);
    lane.active++;
    account.fast++;
    fast.add(running);
    if (!isSheltered) {
      unshelteredActive++;
      account.unsheltered++;
    }
    void run(work).then(({ answered }) => end(running, answered));
  };
  /** Gives its sender free. */
  const leaveFast = (running: Running<Work>) => {
    const account = accountOf(running.lane.account);
    fast.delete(running);
    account.fast--;
    if (!running.sheltered) {
      unshelteredActive--;
      account.unsheltered--;
    }
    sheltered.revive(running.lane.account);
    unsheltered.revive(running.lane.account);
  };
  const end = (running: Running<Work>, answered: boolean) => {
    const { lane } = running;
    if (running.slow) {
      slowActive--;
      accountOf(lane.account).slow--;
    } else leaveFast(running);
    lane.active--;
    learn(lane, answered, now() - running.startedAt < slowAfterMs);
    enqueue(lane);
    forget(lane);
    pump();
  };
  const forget = (lane: Lane<Work>) => {
    if (lane.active > 0 || lane.first.length > 0 || lane.again.length > 0) return;
    if (lanes.size > lanesKept) lanes.delete(lane.key);
    const account = accountOf(lane.account);
    if (account.fast === 0 && account.slow === 0) accounts.delete(lane.account);
  };
  const moveSlow = () => {
    const before = now() - slowAfterMs;
    let moved = false;
    for (const running of fast) {
      if (running.startedAt > before || slowActive >= slowMax) break;
      running.lane.proven = false;
      const account = accountOf(running.lane.account);
      if (account.slow >= accountSlowMax) continue;
      leaveFast(running);
      running.slow = true;
      slowActive++;
      account.slow++;
      moved = true;
      // Its first attempts wait with the unproven ones from now on.
      enqueue(running.lane);
    }
    if (moved) pump();
  };
  const timer = setInterval(moveSlow, slowAfterMs / 4);
  timer.unref();
  return {
    add({ account, lane: name, again }, work) {
      const lane = laneOf(account, name);
      (again ? lane.again : lane.first).push(work);
      enqueue(lane);
      pump();
    },
    isProven: (account, name) => lanes.get(`${account} ${name}`)?.proven ?? false,
    get active() {
      return fast.size + slowActive;
    },
    get slow() {
      return slowActive;
    },
    close() {
      clearInterval(timer);
      for (const { tokenTimer } of lanes.values()) if (tokenTimer !== null) clearTimeout(tokenTimer);
    },
  };
}

function newLane<Work>(key: string, account: number, now: number): Lane<Work> {
  return {
    key,
    account,
    first: [],
    again: [],
    active: 0,
    allowance: laneSendersStart,
    proven: false,
    tokens: againPerSecStart,
    tokensPerSec: againPerSecStart,
    tokensAt: now,
    tokenTimer: null,
  };
}

/** Additive increase, multiplicative decrease; an answer that took long changes nothing. */
function learn<Work>(lane: Lane<Work>, answered: boolean, quickly: boolean): void {
  lane.proven = answered && quickly;
  if (lane.proven) {
    lane.allowance = Math.min(laneSendersMax, lane.allowance + 1);
    lane.tokensPerSec = Math.min(againPerSecMax, lane.tokensPerSec + 1);
  } else if (!answered) {
    lane.allowance = Math.max(1, lane.allowance >> 1);
    lane.tokensPerSec = Math.max(againPerSecMin, lane.tokensPerSec / 2);
  }
}

function hasToken<Work>(lane: Lane<Work>, now: number): boolean {
  lane.tokens = Math.min(lane.tokensPerSec, lane.tokens + ((now - lane.tokensAt) / 1_000) * lane.tokensPerSec);
  lane.tokensAt = now;
  return lane.tokens >= 1;
}

function takeToken<Work>(lane: Lane<Work>, now: number): boolean {
  if (!hasToken(lane, now)) return false;
  lane.tokens--;
  return true;
}
