// How do callbacks leave this node? Fresh ones straight from the commit that wrote them, all others through the sweep; results are
// recorded together.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent } from 'undici';
import type { Database } from '../../db/database.ts';
import { createGatherer } from '../../db/gather.ts';
import type { CallbackWrite } from './callback.ts';
import { slowsLane } from './error-class.ts';
import { createLanes } from './lanes.ts';
import { sendCallback } from './send.ts';
import { claimCallbacks, recordAttempts, type DeliveryAttempt, type DueCallback } from './store.ts';

const retryMs = 60_000;
const retryJitterMs = 5_000;
const parkAfter = '72 hours';
/** Callbacks held in memory; what is beyond stays in the database and is swept when there is room. */
const heldMax = 4_000;
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
  /** Whether fresh callbacks may be leased to this node. */
  hasRoom(): boolean;
  /** Takes callbacks that the commit leased to this node. */
  take(callbacks: CallbackWrite[]): void;
  /** One sweep: leases and starts what is due. Returns how many. */
  sweep(): Promise<number>;
  /** Callbacks held in memory. */
  readonly held: number;
  /** Starts nothing new and waits for what is under way. */
  close(): Promise<void>;
}

export interface DelivererDeps {
  database: Database;
  node: number;
  agent: Agent;
  /** Resolves once the initiation's answer has left, when this node is still answering it; null otherwise (rule C3). */
  answerLeft(operationId: string): Promise<void> | null;
  /** The account's pause between answer and callback. */
  onError(error: unknown): void;
}

export function startDeliverer(deps: DelivererDeps): Deliverer {
  /** Operation ids of what this node holds: waiting for its time, queued, under way, or answered and not yet recorded. */
  const inHand = new Set<string>();
  let closing = false;
  const recorder = createGatherer<DeliveryAttempt, void>(recordMax, async (batch) => {
    const attempts = batch.map((entry) => entry.item);
    await untilRecorded(
      () => recordAttempts(deps.database, attempts, parkAfter),
      () => closing,
    );
    for (const entry of batch) entry.resolve();
  });
  // Not awaited by the lane: its sender is free again. Should the record fail for good, the next sweep finds the callback forgotten.
  const record = (attempt: DeliveryAttempt): void => {
    recorder
      .submit(attempt)
      .catch(deps.onError)
      .finally(() => inHand.delete(attempt.callback.operationId));
  };
  const lanes = createLanes<DueCallback>((callback) => deliver(callback, deps, record, () => closing));
  const add = (callback: DueCallback) => lanes.add(`${callback.accountId} ${callback.lane}`, callback);
  return {
    hasRoom: () => !closing && inHand.size < heldMax,
    take(callbacks) {
      for (const callback of callbacks) {
        if (callback.leaseOwner !== deps.node) continue;
        inHand.add(callback.facts.id);
        void whenDue(callback, deps.answerLeft(callback.facts.id)).then(() => {
          if (!closing) add(dueCallback(callback));
        });
      }
    },
    async sweep() {
      const room = Math.min(claimMax, heldMax - inHand.size);
      if (closing || room <= 0) return 0;
      const due = await claimCallbacks(deps.database, deps.node, claimPerLane, room, inHand);
      for (const callback of due) {
        inHand.add(callback.operationId);
        add(callback);
      }
      return due.length;
    },
    get held() {
      return inHand.size;
    },
    async close() {
      closing = true;
      const patience = Date.now() + drainMs;
      while (lanes.active > 0 && Date.now() < patience) await sleep(20);
      await recorder.drain();
    },
  };
}

/** Runs until it succeeds, `recordPatienceMs` are over, or a stop gives up. */
async function untilRecorded(run: () => Promise<void>, givesUp: () => boolean): Promise<void> {
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
  const { facts, lane, url, body } = callback;
  return { accountId: facts.accountId, operationId: facts.id, lane, url, body, attempts: 0 };
}

async function deliver(
  callback: DueCallback,
  deps: DelivererDeps,
  record: (attempt: DeliveryAttempt) => void,
  isClosing: () => boolean,
): Promise<{ answered: boolean }> {
  // Queued when the stop came: the next node tells it.
  if (isClosing()) return { answered: true };
  const sent = await sendCallback(deps.agent, callback.url, callback.body);
  const slow = sent.errorClass !== null && slowsLane(sent.errorClass);
  const retryInMs = retryMs + Math.round((Math.random() * 2 - 1) * retryJitterMs);
  record({ callback, ...sent, retryInMs, slowsLane: slow });
  return { answered: !slow };
}
