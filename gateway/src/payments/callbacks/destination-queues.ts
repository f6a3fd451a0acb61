// Schedules callbacks by destination queue (account, scheme, host, port). Each has an in-flight
// limit that grows with quick answers and is halved when nobody answers. Half the senders are kept
// for first attempts in quick queues; retries, replays, and new, slow or dead queues share the
// rest. A slow request stops counting as a sender, so a hanging receiver costs the others only
// memory.

import {
  hasToken,
  isIdle,
  learn,
  newDestinationQueue,
  type DestinationQueue,
} from './destination-queue.ts';
import { createSenders, slowAfterMs, type Sender } from './senders.ts';
import { createScheduler } from './scheduler.ts';
import { environment, type Timer } from '../../platform/environment.ts';

/**
 * Idle destination queues beyond this are forgotten with what was learnt of them; a client could
 * name a new host with every payment.
 */
const destinationsKept = 10_000;

export interface QueuePosition {
  account: number;
  destination: string;
  /** A retry or a replay; those never keep a first attempt waiting. */
  again: boolean;
}

export interface DestinationQueues<Work> {
  /**
   * Queues work; it is started at once when its destination queue, its account and the node have
   * room.
   */
  add(place: QueuePosition, work: Work): void;
  /** Whether the destination queue's last request was answered quickly. */
  isHealthy(account: number, destination: string): boolean;
  /** Work under way. */
  readonly active: number;
  /** Work under way for so long that it counts as slow. */
  readonly slow: number;
  close(): void;
}

interface Running<Work> extends Sender {
  destination: DestinationQueue<Work>;
}

/** `run` resolves to whether the destination queue answered; it must not throw. `now` in ms. */
export function createDestinationQueues<Work>(
  run: (work: Work) => Promise<{ answered: boolean }>,
  now: () => number = () => environment.monotonic(),
): DestinationQueues<Work> {
  const destinations = new Map<string, DestinationQueue<Work>>();
  const queues = createQueues<Work>(now, (destination, work, sheltered) => {
    const running: Running<Work> = {
      destination,
      account: destination.account,
      sheltered,
      startedAt: now(),
      slow: false,
    };
    ticker ??= environment.startTicker(findSlow, slowAfterMs / 4).unref();
    void run(work).then(({ answered }) => end(running, answered));
    return running;
  });
  const end = (running: Running<Work>, answered: boolean) => {
    const { destination } = running;
    learn(destination, answered, now() - running.startedAt < slowAfterMs);
    queues.end(running);
    if (isIdle(destination) && destinations.size > destinationsKept)
      destinations.delete(destination.key);
  };
  const destinationOf = (account: number, name: string): DestinationQueue<Work> => {
    const key = `${account} ${name}`;
    let destination = destinations.get(key);
    if (destination === undefined)
      destinations.set(key, (destination = newDestinationQueue<Work>(key, account, now())));
    return destination;
  };
  /** Runs while anything is under way. */
  let ticker: Timer | null = null;
  const stop = (): void => {
    environment.stopTimer(ticker);
    ticker = null;
  };
  const findSlow = (): void => {
    queues.moveSlow();
    if (queues.senders.active() === 0) stop();
  };
  return {
    add({ account, destination: name, again }, work) {
      const destination = destinationOf(account, name);
      (again ? destination.again : destination.first).push(work);
      queues.wake(destination);
    },
    isHealthy: (account, name) => destinations.get(`${account} ${name}`)?.healthy ?? false,
    get active() {
      return queues.senders.active();
    },
    get slow() {
      return queues.senders.slow();
    },
    close() {
      stop();
      for (const { tokenTimer } of destinations.values())
        if (tokenTimer !== null) environment.stopTimer(tokenTimer);
    },
  };
}

/**
 * The two queues of destination queues in turn: sheltered first attempts, and all other work.
 * `begin` starts one piece of work.
 */
function createQueues<Work>(
  now: () => number,
  begin: (destination: DestinationQueue<Work>, work: Work, sheltered: boolean) => Running<Work>,
) {
  const senders = createSenders<Running<Work>>();
  const sheltered = createScheduler<DestinationQueue<Work>>();
  const others = createScheduler<DestinationQueue<Work>>();
  const enqueue = (destination: DestinationQueue<Work>) => {
    if (destination.active >= destination.allowance) return;
    if (destination.first.length > 0) (destination.healthy ? sheltered : others).add(destination);
    if (destination.again.length === 0) return;
    if (hasToken(destination, now())) others.add(destination);
    else waitForToken(destination);
  };
  const wake = (destination: DestinationQueue<Work>) => {
    enqueue(destination);
    pump(true);
    pump(false);
  };
  const waitForToken = (destination: DestinationQueue<Work>) => {
    destination.tokenTimer ??= environment.startTimer(() => {
      destination.tokenTimer = null;
      wake(destination);
    }, 1_000 / destination.tokensPerSec);
  };
  const pump = (isSheltered: boolean) => {
    while (senders.hasRoom(isSheltered)) {
      const destination = (isSheltered ? sheltered : others).take((account) =>
        senders.isFull(account, isSheltered),
      );
      if (destination === null) return;
      const taken = takeWork(destination, isSheltered, now());
      if (taken !== null) {
        destination.active++;
        senders.take(begin(destination, taken.work, isSheltered));
      }
      enqueue(destination);
    }
  };
  const revive = (account: number) => {
    for (const each of [sheltered, others]) each.revive(account);
  };
  return {
    senders,
    wake,
    end(running: Running<Work>) {
      senders.give(running);
      revive(running.account);
      running.destination.active--;
      wake(running.destination);
    },
    moveSlow() {
      // Its first attempts wait with the unproven ones from now on.
      const moved = senders.moveSlow(now(), ({ destination }) => (destination.healthy = false));
      for (const { destination } of moved) {
        revive(destination.account);
        wake(destination);
      }
    },
  };
}

/**
 * What a destination queue may start in its turn; null: nothing. What it was when it got in line
 * may have changed while it waited.
 */
function takeWork<Work>(
  destination: DestinationQueue<Work>,
  sheltered: boolean,
  now: number,
): { work: Work } | null {
  if (destination.active >= destination.allowance || (sheltered && !destination.healthy))
    return null;
  if (destination.first.length > 0) return { work: destination.first.shift()! };
  if (sheltered || destination.again.length === 0 || !hasToken(destination, now)) return null;
  destination.tokens--;
  return { work: destination.again.shift()! };
}
