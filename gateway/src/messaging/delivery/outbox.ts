// In-flight window of a carrier connection's parts. Leased parts that have not been sent wait in a
// queue; the next session with room takes one; and answers are recorded.

import {
  isPartId,
  type SmsPart,
  type SmsSession,
  type SmsSubmitOutcome,
} from '@jokko/connectors/kit';
import type { Routing } from '../routing/index.ts';
import type { Answered, Command } from './command.ts';
import { watchBusy } from './busy.ts';
import { createRecentCount } from './recent-count.ts';
import { createPartQueue } from './part-queue.ts';
import type { IsUp } from './before-sending.ts';
import type { Counters } from './counters.ts';
import { answerOf, endOf, expiryOf, isExpiring, partOf, type Sending } from './sending.ts';

export interface OutboxDeps {
  /**
   * Whether the lease of this node is still valid, so that no other node has taken over its work.
   */
  holdsLease(): boolean;
  routing(): Routing;
  isUp: IsUp;
  /** Real time that has passed, ms. */
  uptime(): number;
  counters: Pick<Counters, 'note'>;
  /** ms since 1970 on the database's clock. */
  now(): number;
  /** Leases in this node's memory. */
  leases: Set<bigint>;
  /** Keeps trying until it is recorded. */
  record(command: Command): Promise<void>;
  onError(error: unknown): void;
}

export interface Outbox {
  add(sendings: readonly Sending[]): void;
  /** Gives the sessions what they have room for. */
  pump(sessions: Iterable<SmsSession>): void;
  /** Nothing of what stands in the queue leaves: it is recorded as certainly not sent. */
  giveBack(cause: string): void;
  /** Parts in the queue. */
  queued(): number;
  /** Messages without a record. */
  unrecorded(): number;
  /** Parts that left within the last `rememberedMs`. */
  left(): number;
  /** Up, and nothing has been taken for a while although something was offered. */
  isBusy(): boolean;
  /** Something was taken within the last ten seconds. */
  isTaking(): boolean;
  /** For how long nothing has left although something waits, ms. */
  stalledMs(): number;
}

/** For how long an outbox remembers what left. */
const rememberedMs = 100;

/** `onRecorded` is called when there may be room for more. */
export function createOutbox(deps: OutboxDeps, onRecorded: () => void): Outbox {
  const queue = createPartQueue(deps.uptime);
  let unrecorded = 0;
  const recent = createRecentCount(rememberedMs);
  const busy = watchBusy(deps.uptime);
  const record = (command: Answered): void => {
    void deps.record(command).finally(() => {
      unrecorded--;
      if (command.lease.open <= 0) deps.leases.delete(command.lease.id);
      onRecorded();
    });
  };
  const answered = (sending: Sending, part: number, outcome: SmsSubmitOutcome): void => {
    sending.outcomes[part] = outcome;
    if (--sending.open === 0) record(answerOf(sending, deps.routing(), deps.now(), deps.isUp));
  };
  const submit = async (session: SmsSession, sending: Sending, part: number): Promise<void> => {
    recent.note();
    const outcome = await submitPart(session, partOf(sending, part, deps.now()), deps.onError);
    busy.note(outcome);
    for (const what of whatOf(sending, outcome))
      deps.counters.note(sending.message.connection, { kind: 'answer', what });
    answered(sending, part, outcome);
  };
  return {
    add(sendings) {
      unrecorded += sendings.length;
      for (const sending of sendings) {
        if (sending.hindrance !== null) {
          record(endOf(sending, sending.hindrance));
          continue;
        }
        if (sending.open === 0) record(answerOf(sending, deps.routing(), deps.now(), deps.isUp));
        for (const part of sending.pending) queue.push({ sending, part });
      }
    },
    pump(sessions) {
      for (const session of sessions) {
        while (queue.length > 0 && session.free > 0 && deps.holdsLease()) {
          const { sending, part } = queue.next()!;
          if (isExpiring(sending, deps.now())) {
            sending.isExpired = true;
            record(expiryOf(sending));
          }
          if (!sending.isExpired) void submit(session, sending, part);
        }
      }
    },
    giveBack(cause) {
      for (const { sending, part } of queue.takeAll())
        if (!sending.isExpired) answered(sending, part, { kind: 'not_sent', cause });
    },
    queued: () => queue.length,
    unrecorded: () => unrecorded,
    isBusy: () => busy.isBusy,
    isTaking: () => busy.isTaking,
    left: recent.count,
    stalledMs: () => queue.stalledMs,
  };
}

/**
 * For the counters. The carrier cuts what is given to it whole, and may count it otherwise than it
 * was charged.
 */
function whatOf({ parts, batch }: Sending, outcome: SmsSubmitOutcome) {
  const charged = parts.length === 1 ? batch.parts.length : 1;
  return outcome.kind === 'accepted' && (outcome.parts ?? charged) !== charged
    ? ([outcome.kind, 'other_parts'] as const)
    : [outcome.kind];
}

async function submitPart(
  session: SmsSession,
  part: SmsPart,
  onError: (error: unknown) => void,
): Promise<SmsSubmitOutcome> {
  const garbled = { kind: 'unknown', cause: 'garbled' } as const;
  try {
    const outcome = await session.submit(part);
    // Whatever the connector let through: an id that cannot be stored names nothing.
    return outcome.kind === 'accepted' && !isPartId(outcome.id) ? garbled : outcome;
  } catch (error) {
    onError(error);
    return garbled;
  }
}
