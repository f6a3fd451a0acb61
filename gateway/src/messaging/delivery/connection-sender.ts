// Sends the messages of one carrier connection from this node. Leases fill a short queue of parts
// while earlier ones are unanswered. No more is leased than the sessions can take soon, so that a
// crash leaves few messages of unknown outcome.

import type { SmsSession } from '@jokko/connectors/kit';
import { createOutbox, type OutboxDeps } from './outbox.ts';
import { createBuffer, type BufferDeps } from './buffer.ts';
import type { ConnectionTraits } from './message-outcome.ts';
import { environment } from '../../platform/environment.ts';

/**
 * What is leased ahead of the windows is what left a moment ago (outbox.ts), and at most so many
 * times the windows.
 */
const aheadWindowsMax = 4;
/** Answered or not, so many messages may lack their record; a slow database slows the sending. */
const unrecordedMax = 2_000;
/** What could not leave for so long goes back to the queue, for other nodes or connections. */
const stalledMaxMs = 5_000;
/** After a fault of the database. */
const faultPauseMs = 500;

export type ConnectionSenderDeps = OutboxDeps & BufferDeps;

export interface ConnectionSender {
  add(session: SmsSession): void;
  /**
   * Its unanswered parts still get their answers; with the last session what has not left goes
   * back.
   */
  remove(session: SmsSession): void;
  /** There may be room, or more to send. `due`: there may be more in the database. */
  wake(due: boolean): void;
  /** Gives back what waits in memory for too long. */
  tick(): void;
  /** Leases nothing more and gives back what has not left. */
  stop(): void;
  /** Up, and nothing has been taken for a while although something was offered. */
  readonly isBusy: boolean;
  /** Something was taken within the last ten seconds. */
  readonly isTaking: boolean;
  /** Parts in memory that have not left, and messages without a record. */
  readonly held: { parts: number; unrecorded: number };
  /** Resolves once everything leased is recorded. */
  drained(): Promise<void>;
}

/** `window` and the traits as the connector tells them. */
export function startConnectionSender(
  connection: string,
  { window, ...traits }: { window: number } & ConnectionTraits,
  deps: ConnectionSenderDeps,
): ConnectionSender {
  const sessions = new Set<SmsSession>();
  const buffer = createBuffer(connection, traits, deps);
  let stopped = false;
  let leasing = false;
  const waiting: (() => void)[] = [];
  const isIdle = () => outbox.unrecorded() === 0 && !leasing;
  const wake = (due: boolean): void => {
    if (due) buffer.expect();
    outbox.pump(sessions);
    const partsMax =
      stopped || leasing || !buffer.mayHaveMore || !deps.holdsLease()
        ? 0
        : partsWanted(outbox, sessions, window);
    if (partsMax > 0) void refill(partsMax);
    if (isIdle()) for (const resolve of waiting.splice(0)) resolve();
  };
  const outbox = createOutbox(deps, () => wake(false));
  const refill = async (partsMax: number): Promise<void> => {
    leasing = true;
    try {
      outbox.add(await buffer.lease(partsMax));
      if (stopped) outbox.giveBack('stopping');
    } catch (error) {
      deps.onError(error);
      await environment.sleep(faultPauseMs);
    }
    leasing = false;
    wake(false);
  };
  return {
    add: (session) => void sessions.add(session),
    remove(session) {
      sessions.delete(session);
      if (sessions.size === 0) outbox.giveBack('no session');
    },
    wake,
    tick() {
      if (outbox.stalledMs() > stalledMaxMs) outbox.giveBack('no room');
    },
    stop() {
      stopped = true;
      outbox.giveBack('stopping');
    },
    get isBusy() {
      return outbox.isBusy();
    },
    get isTaking() {
      return outbox.isTaking();
    },
    get held() {
      return { parts: outbox.queued(), unrecorded: outbox.unrecorded() };
    },
    drained: () => new Promise<void>((resolve) => (isIdle() ? resolve() : waiting.push(resolve))),
  };
}

/** How many parts to lease now: what the sessions can take soon, less what is queued. */
function partsWanted(
  outbox: ReturnType<typeof createOutbox>,
  sessions: ReadonlySet<SmsSession>,
  window: number,
): number {
  if (outbox.unrecorded() >= unrecordedMax) return 0;
  let free = 0;
  for (const session of sessions) free += session.free;
  const target = free + Math.min(outbox.left(), aheadWindowsMax * window * sessions.size);
  const wanted = target - outbox.queued();
  // Small leases cost as much as large ones: the next is made when a part of the buffer has left.
  return outbox.queued() > 0 && wanted < target / 3 ? 0 : wanted;
}
