// Which callback may leave next? A lane is (account, scheme, host, port). Each lane has its own small allowance of requests under way, which
// grows with quick answers and is halved when nobody answers. Half of the senders are kept for first attempts in lanes that answered
// quickly last time: retries, replays, and lanes that are new, slow or dead share the other half. A request that takes long stops counting
// as a sender at all, so that a receiver that hangs costs the others nothing but memory.

import { hasToken, isIdle, learn, newLane, type Lane } from './lane.ts';
import { createSenders, slowAfterMs, type Sender } from './senders.ts';
import { createTurns } from './turns.ts';

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

interface Running<Work> extends Sender {
  lane: Lane<Work>;
}

/** `run` resolves to whether the lane answered; it must not throw. `now` in ms. */
export function createLanes<Work>(
  run: (work: Work) => Promise<{ answered: boolean }>,
  now: () => number = () => performance.now(),
): Lanes<Work> {
  const lanes = new Map<string, Lane<Work>>();
  const queues = createQueues<Work>(now, (lane, work, sheltered) => {
    const running: Running<Work> = { lane, account: lane.account, sheltered, startedAt: now(), slow: false };
    void run(work).then(({ answered }) => end(running, answered));
    return running;
  });
  const end = (running: Running<Work>, answered: boolean) => {
    const { lane } = running;
    learn(lane, answered, now() - running.startedAt < slowAfterMs);
    queues.end(running);
    if (isIdle(lane) && lanes.size > lanesKept) lanes.delete(lane.key);
  };
  const laneOf = (account: number, name: string): Lane<Work> => {
    const key = `${account} ${name}`;
    let lane = lanes.get(key);
    if (lane === undefined) lanes.set(key, (lane = newLane<Work>(key, account, now())));
    return lane;
  };
  const timer = setInterval(queues.moveSlow, slowAfterMs / 4);
  timer.unref();
  return {
    add({ account, lane: name, again }, work) {
      const lane = laneOf(account, name);
      (again ? lane.again : lane.first).push(work);
      queues.wake(lane);
    },
    isProven: (account, name) => lanes.get(`${account} ${name}`)?.proven ?? false,
    get active() {
      return queues.senders.active();
    },
    get slow() {
      return queues.senders.slow();
    },
    close() {
      clearInterval(timer);
      for (const { tokenTimer } of lanes.values()) if (tokenTimer !== null) clearTimeout(tokenTimer);
    },
  };
}

/** The two queues of lanes in turn: sheltered first attempts, and all other work. `begin` starts one piece of work. */
function createQueues<Work>(now: () => number, begin: (lane: Lane<Work>, work: Work, sheltered: boolean) => Running<Work>) {
  const senders = createSenders<Running<Work>>();
  const turns = { sheltered: createTurns<Lane<Work>>(), others: createTurns<Lane<Work>>() };
  const enqueue = (lane: Lane<Work>) => {
    if (lane.active >= lane.allowance) return;
    if (lane.first.length > 0) (lane.proven ? turns.sheltered : turns.others).add(lane);
    if (lane.again.length === 0) return;
    if (hasToken(lane, now())) turns.others.add(lane);
    else waitForToken(lane);
  };
  const wake = (lane: Lane<Work>) => {
    enqueue(lane);
    pump(true);
    pump(false);
  };
  const waitForToken = (lane: Lane<Work>) => {
    lane.tokenTimer ??= setTimeout(() => {
      lane.tokenTimer = null;
      wake(lane);
    }, 1_000 / lane.tokensPerSec);
  };
  const start = (lane: Lane<Work>, work: Work, sheltered: boolean) => {
    lane.active++;
    senders.take(begin(lane, work, sheltered));
  };
  const pump = (sheltered: boolean) => {
    while (senders.hasRoom(sheltered)) {
      const lane = (sheltered ? turns.sheltered : turns.others).take((account) => senders.isFull(account, sheltered));
      if (lane === null) return;
      // What it was when it got in line may have changed while it waited.
      if (lane.active < lane.allowance && (lane.proven || !sheltered)) {
        if (lane.first.length > 0) start(lane, lane.first.shift()!, sheltered);
        else if (!sheltered && lane.again.length > 0 && hasToken(lane, now())) {
          lane.tokens--;
          start(lane, lane.again.shift()!, false);
        }
      }
      enqueue(lane);
    }
  };
  return {
    senders,
    wake,
    end(running: Running<Work>) {
      senders.give(running);
      for (const each of [turns.sheltered, turns.others]) each.revive(running.account);
      running.lane.active--;
      wake(running.lane);
    },
    moveSlow() {
      // Its first attempts wait with the unproven ones from now on.
      const moved = senders.moveSlow(now(), ({ lane }) => (lane.proven = false));
      for (const { lane } of moved) {
        for (const each of [turns.sheltered, turns.others]) each.revive(lane.account);
        wake(lane);
      }
    },
  };
}
