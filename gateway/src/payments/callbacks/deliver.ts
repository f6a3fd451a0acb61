// Sends this node's callbacks: fresh ones straight from the commit that wrote them, all others
// through the sweep. Results are recorded together.

import type { Database } from '../../platform/db/database.ts';
import { createGatherer } from '../../platform/db/gather.ts';
import type { CallbackWrite } from './callback.ts';
import { slowsDestination } from '../../platform/outbound/error-class.ts';
import {
  leaseCallbacks,
  walkDestinations,
  type DueCallback,
  type DestinationKey,
} from './lease.ts';
import { createInFlightWindow, type InFlightWindow } from './in-flight-window.ts';
import { createDestinationQueues } from './destination-queues.ts';
import { recordAttempts, type DeliveryAttempt } from './record.ts';
import { sendCallback, type SendDeps } from './send.ts';
import { createCounters, type Outcome, type Counters } from './counters.ts';
import { environment } from '../../platform/environment.ts';

const retryMs = 60_000;
const retryJitterMs = 5_000;
const abandonAfter = '72 hours';
/**
 * The limits of one sweep: destination queues that are looked at, callbacks of each, callbacks in
 * all.
 */
const walkMax = 256;
const leasedPerDestination = 32;
const leasedMax = 500;
const recordMax = 500;
/**
 * A database that is away does not lose what a receiver has answered: it is recorded when it is
 * back, within this time.
 */
const recordTimeoutMs = 30_000;
const recordPauseMs = 250;
/** No answer takes longer than this to leave; a lost exchange must not block a callback forever. */
const answerWaitMaxMs = 30_000;
/** A stop waits this long for exchanges under way; longer ones are sent again by the next node. */
const drainMs = 10_000;

export interface Deliverer {
  /** Whether fresh callbacks of a destination queue may be leased to this node. */
  hasRoom(accountId: number, destination: string): boolean;
  /** Takes callbacks that the commit leased to this node. */
  take(callbacks: CallbackWrite[]): void;
  /** One sweep: leases and starts what is due. Returns whether there is more to look at. */
  sweep(): Promise<boolean>;
  /** Callbacks held in memory. */
  readonly held: number;
  /** Requests under way, and those among them that take long. */
  readonly sending: { active: number; slow: number };
  readonly counters: Pick<Counters, 'attempts' | 'abandonedCount'>;
  /** Starts nothing new and waits for what is under way. */
  close(): Promise<void>;
}

export interface DelivererDeps extends SendDeps {
  database: Database;
  node: number;
  /**
   * Resolves once the initiation's answer has left, when this node is still answering it; null
   * otherwise (rule C3).
   */
  answerLeft(operationId: string): Promise<void> | null;
  onError(error: unknown): void;
  /** Told what came of each attempt, and how long it took. */
  onAttempt?(outcome: Outcome, tookMs: number, callback: DueCallback): void;
  /** What somebody should look into. */
  warn(message: string, terms: { [name: string]: string | number }): void;
}

export function startDeliverer(deps: DelivererDeps): Deliverer {
  const destinations = createDestinationQueues<DueCallback>((callback) =>
    deliver(callback, deps, {
      record,
      drop: (dropped) => inFlight.drop(dropped),
      isClosing: () => closing,
    }),
  );
  /** What waits for its time, is queued, under way, or answered and not yet recorded. */
  const inFlight = createInFlightWindow(destinations.isHealthy);
  let closing = false;
  const counters = createCounters(deps.warn);
  const { record, drain } = createAttemptRecorder(deps, counters, {
    isClosing: () => closing,
    onRecorded: (callback) => inFlight.drop(callback),
  });
  const add = (callback: DueCallback) =>
    destinations.add(
      {
        account: callback.accountId,
        destination: callback.destination,
        again: callback.attempts > 0,
      },
      callback,
    );
  const sweep = createSweep(deps, inFlight, (callback) => {
    if (inFlight.take(callback)) add(callback);
  });
  return {
    counters,
    hasRoom: (accountId, destination) => !closing && inFlight.room(accountId, destination) > 0,
    take(callbacks) {
      for (const callback of callbacks) {
        if (callback.leaseOwner !== deps.node) continue;
        const due = dueCallback(callback);
        inFlight.take(due);
        void whenDue(callback, deps.answerLeft(callback.terms.id)).then(() => {
          if (!closing) add(due);
        });
      }
    },
    sweep: async () => !closing && (await sweep()),
    get held() {
      return inFlight.size;
    },
    get sending() {
      return { active: destinations.active, slow: destinations.slow };
    },
    async close() {
      closing = true;
      const deadline = environment.monotonic() + drainMs;
      while (destinations.active > 0 && environment.monotonic() < deadline)
        await environment.sleep(20);
      destinations.close();
      await drain();
    },
  };
}

/** Records what came of attempts, many together. */
function createAttemptRecorder(
  { database, onAttempt, onError }: DelivererDeps,
  counters: Counters,
  { isClosing, onRecorded }: { isClosing(): boolean; onRecorded(callback: DueCallback): void },
) {
  const recorder = createGatherer<DeliveryAttempt, void>(recordMax, async (batch) => {
    const attempts = batch.map((entry) => entry.item);
    const abandoned = await untilRecorded(
      () => recordAttempts(database, attempts, abandonAfter),
      isClosing,
    );
    counters.abandoned(abandoned);
    for (const entry of batch) entry.resolve();
  });
  return {
    /**
     * Not awaited by the destination queue: its sender is free again. Should the record fail for
     * good, the next sweep finds the callback forgotten.
     */
    record(attempt: DeliveryAttempt): void {
      const outcome = attempt.exchange.errorClass ?? 'delivered';
      counters.attempted(outcome);
      onAttempt?.(outcome, attempt.exchange.durationMs, attempt.callback);
      recorder
        .submit(attempt)
        .catch(onError)
        .finally(() => onRecorded(attempt.callback));
    },
    drain: () => recorder.drain(),
  };
}

/**
 * One round over some destination queues; the next goes on where it ended, so that every
 * destination queue gets its turn however many there are.
 */
function createSweep(
  { database, node }: DelivererDeps,
  inFlight: InFlightWindow,
  take: (callback: DueCallback) => void,
): () => Promise<boolean> {
  let walkedTo: DestinationKey | null = null;
  return async () => {
    const pending = await walkDestinations(database, walkedTo, walkMax);
    const isWholeRound = pending.length < walkMax;
    walkedTo = isWholeRound ? null : pending.at(-1)!;
    const destinations = pending
      .filter(({ isDue }) => isDue)
      .map((key) => ({
        ...key,
        room: Math.min(leasedPerDestination, inFlight.room(key.accountId, key.destination)),
      }))
      .filter(({ room }) => room > 0);
    if (destinations.length === 0) return !isWholeRound;
    const due = await leaseCallbacks(database, {
      node,
      inFlight: inFlight.operations(),
      destinations,
      max: leasedMax,
    });
    due.forEach(take);
    return due.length > 0 || !isWholeRound;
  };
}

/** Runs until it succeeds, `recordTimeoutMs` are over, or a stop gives up. */
async function untilRecorded<Recorded>(
  run: () => Promise<Recorded>,
  givesUp: () => boolean,
): Promise<Recorded> {
  const deadline = environment.monotonic() + recordTimeoutMs;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (givesUp() || environment.monotonic() > deadline) throw error;
      await environment.sleep(recordPauseMs);
    }
  }
}

/**
 * The grace runs from the answer: a receiver that stores its row after the answer must find it
 * (rule C3).
 */
async function whenDue(callback: CallbackWrite, answerLeft: Promise<void> | null): Promise<void> {
  if (answerLeft !== null)
    await Promise.race([answerLeft, environment.sleep(answerWaitMaxMs, { ref: false })]);
  if (callback.waitMs > 0) await environment.sleep(callback.waitMs);
}

function dueCallback(callback: CallbackWrite): DueCallback {
  const { terms, second, destination, url, body } = callback;
  return {
    accountId: terms.accountId,
    operationId: terms.id,
    second,
    destination,
    url,
    body,
    attempts: 0,
  };
}

interface Delivery {
  record(attempt: DeliveryAttempt): void;
  /** Without a record: the callback stays due. */
  drop(callback: DueCallback): void;
  isClosing(): boolean;
}

async function deliver(
  callback: DueCallback,
  deps: DelivererDeps,
  { record, drop, isClosing }: Delivery,
): Promise<{ answered: boolean }> {
  // Queued when the stop came: the next node tells it.
  if (isClosing()) return { answered: true };
  try {
    const exchange = await sendCallback(deps, callback);
    const slow = exchange.errorClass !== null && slowsDestination(exchange.errorClass);
    const retryInMs = retryMs + Math.round((environment.random() * 2 - 1) * retryJitterMs);
    record({ callback, exchange, retryInMs, slowsDestination: slow });
    return { answered: !slow };
  } catch (error) {
    // Pins or secrets could not be read, so nothing has left; the sweep finds it again.
    deps.onError(error);
    drop(callback);
    return { answered: true };
  }
}
