// How do callbacks leave this node? Fresh ones straight from the commit that wrote them, all others through the sweep; results are
// recorded together.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import { createGatherer } from '../../db/gather.ts';
import type { CallbackWrite } from './callback.ts';
import { slowsLane } from '../../outbound/error-class.ts';
import { claimCallbacks, walkLanes, type DueCallback, type LaneKey } from './claim.ts';
import { createHand, type Hand } from './hand.ts';
import { createLanes } from './lanes.ts';
import { recordAttempts, type DeliveryAttempt } from './record.ts';
import { sendCallback, type SendDeps } from './send.ts';
import { createTally, type Tally } from './tally.ts';

const retryMs = 60_000;
const retryJitterMs = 5_000;
const parkAfter = '72 hours';
/** Of one sweep: lanes that are looked at, callbacks of each, callbacks in all. */
const walkMax = 256;
const claimPerLane = 32;
const claimMax = 500;
const recordMax = 500;
/** A database that is away does not lose what a receiver has answered: it is recorded when it is back, within this time. */
const recordPatienceMs = 30_000;
const recordPauseMs = 250;
/** No answer takes longer than this to leave; an exchange that was forgotten must not keep a callback for ever. */
const answerWaitMaxMs = 30_000;
/** A stop waits this long for exchanges under way; longer ones are told again by the next node. */
const drainMs = 10_000;

export interface Deliverer {
  /** Whether fresh callbacks of a lane may be leased to this node. */
  hasRoom(accountId: number, lane: string): boolean;
  /** Takes callbacks that the commit leased to this node. */
  take(callbacks: CallbackWrite[]): void;
  /** One sweep: leases and starts what is due. Returns whether there is more to look at. */
  sweep(): Promise<boolean>;
  /** Callbacks held in memory. */
  readonly held: number;
  /** Requests under way, and those among them that take long. */
  readonly sending: { active: number; slow: number };
  readonly tally: Pick<Tally, 'attempts' | 'parkedCount'>;
  /** Starts nothing new and waits for what is under way. */
  close(): Promise<void>;
}

export interface DelivererDeps extends SendDeps {
  database: Database;
  node: number;
  /** Resolves once the initiation's answer has left, when this node is still answering it; null otherwise (rule C3). */
  answerLeft(operationId: string): Promise<void> | null;
  onError(error: unknown): void;
  /** What somebody should look into. */
  warn(message: string, facts: { [name: string]: string | number }): void;
}

export function startDeliverer(deps: DelivererDeps): Deliverer {
  const lanes = createLanes<DueCallback>((callback) =>
    deliver(callback, deps, { record, drop: (dropped) => hand.drop(dropped), isClosing: () => closing }),
  );
  /** What waits for its time, is queued, under way, or answered and not yet recorded. */
  const hand = createHand(lanes.isProven);
  let closing = false;
  const tally = createTally(deps.warn);
  const recorder = createGatherer<DeliveryAttempt, void>(recordMax, async (batch) => {
    const attempts = batch.map((entry) => entry.item);
    const parked = await untilRecorded(
      () => recordAttempts(deps.database, attempts, parkAfter),
      () => closing,
    );
    tally.parked(parked);
    for (const entry of batch) entry.resolve();
  });
  // Not awaited by the lane: its sender is free again. Should the record fail for good, the next sweep finds the callback forgotten.
  const record = (attempt: DeliveryAttempt): void => {
    tally.attempted(attempt.exchange.errorClass ?? 'delivered');
    recorder
      .submit(attempt)
      .catch(deps.onError)
      .finally(() => hand.drop(attempt.callback));
  };
  const add = (callback: DueCallback) =>
    lanes.add({ account: callback.accountId, lane: callback.lane, again: callback.attempts > 0 }, callback);
  const sweep = createSweep(deps, hand, (callback) => {
    if (hand.take(callback)) add(callback);
  });
  return {
    tally,
    hasRoom: (accountId, lane) => !closing && hand.room(accountId, lane) > 0,
    take(callbacks) {
      for (const callback of callbacks) {
        if (callback.leaseOwner !== deps.node) continue;
        const due = dueCallback(callback);
        hand.take(due);
        void whenDue(callback, deps.answerLeft(callback.facts.id)).then(() => {
          if (!closing) add(due);
        });
      }
    },
    sweep: async () => !closing && (await sweep()),
    get held() {
      return hand.size;
    },
    get sending() {
      return { active: lanes.active, slow: lanes.slow };
    },
    async close() {
      closing = true;
      const patience = Date.now() + drainMs;
      while (lanes.active > 0 && Date.now() < patience) await sleep(20);
      lanes.close();
      await recorder.drain();
    },
  };
}

/** One round over some lanes; the next goes on where it ended, so that every lane gets its turn however many there are. */
function createSweep({ database, node }: DelivererDeps, hand: Hand, take: (callback: DueCallback) => void): () => Promise<boolean> {
  let walkedTo: LaneKey | null = null;
  return async () => {
    const pending = await walkLanes(database, walkedTo, walkMax);
    const isWholeRound = pending.length < walkMax;
    walkedTo = isWholeRound ? null : pending.at(-1)!;
    const lanes = pending
      .filter(({ isDue }) => isDue)
      .map((key) => ({ ...key, room: Math.min(claimPerLane, hand.room(key.accountId, key.lane)) }))
      .filter(({ room }) => room > 0);
    if (lanes.length === 0) return !isWholeRound;
    const due = await claimCallbacks(database, { node, inHand: hand.operations(), lanes, max: claimMax });
    due.forEach(take);
    return due.length > 0 || !isWholeRound;
  };
}

/** Runs until it succeeds, `recordPatienceMs` are over, or a stop gives up. */
async function untilRecorded<Recorded>(run: () => Promise<Recorded>, givesUp: () => boolean): Promise<Recorded> {
  const patience = Date.now() + recordPatienceMs;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (givesUp() || Date.now() > patience) throw error;
      await sleep(recordPauseMs);
    }
  }
}

/** The grace runs from the answer: a receiver that stores its row after the answer must find it (rule C3). */
async function whenDue(callback: CallbackWrite, answerLeft: Promise<void> | null): Promise<void> {
  if (answerLeft !== null) await Promise.race([answerLeft, sleep(answerWaitMaxMs, undefined, { ref: false })]);
  if (callback.waitMs > 0) await new Promise<void>((resolve) => setTimeout(resolve, callback.waitMs));
}

function dueCallback(callback: CallbackWrite): DueCallback {
  const { facts, second, lane, url, body } = callback;
  return { accountId: facts.accountId, operationId: facts.id, second, lane, url, body, attempts: 0 };
}

interface Delivery {
  record(attempt: DeliveryAttempt): void;
  /** Without a record: the callback stays due. */
  drop(callback: DueCallback): void;
  isClosing(): boolean;
}

async function deliver(callback: DueCallback, deps: DelivererDeps, { record, drop, isClosing }: Delivery): Promise<{ answered: boolean }> {
  // Queued when the stop came: the next node tells it.
  if (isClosing()) return { answered: true };
  try {
    const exchange = await sendCallback(deps, callback);
    const slow = exchange.errorClass !== null && slowsLane(exchange.errorClass);
    const retryInMs = retryMs + Math.round((Math.random() * 2 - 1) * retryJitterMs);
    record({ callback, exchange, retryInMs, slowsLane: slow });
    return { answered: !slow };
  } catch (error) {
    // Pins or secrets could not be read, so nothing has left; the sweep finds it again.
    deps.onError(error);
    drop(callback);
    return { answered: true };
  }
}
