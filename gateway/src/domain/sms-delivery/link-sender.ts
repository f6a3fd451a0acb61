// How do the messages of one link leave this node? Claims fill a short queue of parts while earlier ones are unanswered; whichever session has
// room takes the next part. No more is claimed than the windows take soon, so that a crash leaves few messages of unknown outcome.

import type { SmsSession } from '@jokko/connector-kit';
import type { Database } from '../../db/database.ts';
import type { Routing } from '../sms-routing/index.ts';
import type { BatchTexts } from './batch-texts.ts';
import { claimMessages, type ClaimResult } from './claim.ts';
import type { ClaimInHand, Command } from './command.ts';
import { answerOf, expiryOf, partOf, startSending, type Sending } from './sending.ts';

/** What is claimed ahead of the windows: as many parts as left in this time, and at most so many times the windows. */
const aheadMs = 100;
const aheadWindowsMax = 4;
/** Answered or not, so many messages may lack their record; a slow database slows the sending. */
const unrecordedMax = 2_000;
/** A claim whose answer took longer may have been given back by a sweep (lost-claims.ts): it is left to it. */
export const claimTrustMs = 10_000;
/** What could not leave for so long goes back to the queue, for other nodes or links. */
const heldMaxMs = 5_000;
/** After a fault of the database. */
const faultPauseMs = 500;

export interface LinkSenderDeps {
  database: Database;
  node: number;
  /** Whether nobody else can have taken our work by now. */
  holdsLease(): boolean;
  routing(): Routing;
  /** ms since 1970 on the database's clock. */
  now(): number;
  texts: BatchTexts;
  /** Claims in this node's memory. */
  claims: Set<bigint>;
  /** Keeps trying until it is recorded. */
  record(command: Command): Promise<void>;
  onError(error: unknown): void;
}

export interface LinkSender {
  add(session: SmsSession): void;
  /** Its unanswered parts still get their answers. */
  remove(session: SmsSession): void;
  /** There may be more to send, or room for it. `due`: there may be more in the database. */
  wake(due: boolean): void;
  /** Gives back what waits in memory for too long. */
  tick(): void;
  /** Claims nothing more and gives back what has not left. */
  stop(): void;
  /** Parts in memory that have not left, and messages without a record. */
  readonly held: { parts: number; unrecorded: number };
  /** Resolves once everything claimed is recorded. */
  drained(): Promise<void>;
}

interface Outgoing {
  sending: Sending;
  part: number;
}

/** `window` and `splits` as the connector tells them. */
export function startLinkSender(link: string, { window, splits }: { window: number; splits: boolean }, deps: LinkSenderDeps): LinkSender {
  const sessions = new Set<SmsSession>();
  let queue: Outgoing[] = [];
  let head = 0;
  let stopped = false;
  let claiming = false;
  let mayHaveDue = true;
  let afterAccount = 0;
  let unrecorded = 0;
  let lastLeftAt = performance.now();
  const pace = createPace(aheadMs);
  const drainWaiters: (() => void)[] = [];

  const queued = () => queue.length - head;
  const room = () => [...sessions].reduce((sum, session) => sum + session.free, 0);
  const record = (command: Command): void => {
    void deps.record(command).finally(() => {
      unrecorded--;
      if ('claim' in command && command.claim.open <= 0) deps.claims.delete(command.claim.id);
      if (unrecorded === 0 && !claiming) for (const resolve of drainWaiters.splice(0)) resolve();
      wake(false);
    });
  };
  const noteOutcome = (sending: Sending, part: number, outcome: Sending['outcomes'][number]): void => {
    sending.outcomes[part] = outcome;
    if (--sending.open === 0) record(answerOf(sending, deps.routing(), deps.now()));
  };
  const submit = (session: SmsSession, { sending, part }: Outgoing): void => {
    pace.note();
    void session.submit(partOf(sending, part, deps.now())).then(
      (outcome) => noteOutcome(sending, part, outcome),
      (error: unknown) => {
        deps.onError(error);
        noteOutcome(sending, part, { kind: 'unknown', cause: 'garbled' });
      },
    );
  };
  const giveBack = (cause: string): void => {
    const left = queue.slice(head);
    queue = [];
    head = 0;
    for (const { sending, part } of left) if (!sending.isExpired) noteOutcome(sending, part, { kind: 'not_sent', cause });
  };
  const pump = (): void => {
    for (const session of sessions) {
      while (head < queue.length && session.free > 0 && deps.holdsLease()) {
        const next = queue[head]!;
        head++;
        lastLeftAt = performance.now();
        if (isOver(next)) continue;
        submit(session, next);
      }
    }
    if (head === queue.length) {
      queue = [];
      head = 0;
    }
  };
  /** Its time ended while it waited here. What has begun to leave goes on. */
  const isOver = ({ sending }: Outgoing): boolean => {
    if (sending.isExpired) return true;
    if (sending.open < sending.pending.length || deps.now() < sending.batch.validUntilMs) return false;
    sending.isExpired = true;
    record(expiryOf(sending));
    return true;
  };
  const wanted = (): number => {
    if (stopped || claiming || !mayHaveDue || unrecorded >= unrecordedMax || !deps.holdsLease()) return 0;
    const free = room();
    const target = free + Math.min(pace.count(), aheadWindowsMax * window * sessions.size);
    const want = target - queued();
    // Small claims cost as much as large ones: the next is made when a part of the stock has gone.
    return queued() > 0 && want < target / 3 ? 0 : want;
  };
  const claim = async (partsMax: number): Promise<void> => {
    const askedAt = performance.now();
    const result = await claimMessages(deps.database, { node: deps.node, link, afterAccount, partsMax });
    mayHaveDue = result.messages.length > 0 || result.nextAccount !== 0 || afterAccount !== 0;
    afterAccount = result.nextAccount;
    if (result.messages.length === 0 || performance.now() - askedAt > claimTrustMs) return;
    await take(result);
  };
  const take = async ({ messages }: ClaimResult): Promise<void> => {
    const inHand: ClaimInHand = { id: messages[0]!.claimId, open: messages.length };
    deps.claims.add(inHand.id);
    try {
      await deps.texts.load(deps.database, messages);
    } catch (error) {
      // Certainly not sent: the sweep gives them back.
      deps.claims.delete(inHand.id);
      throw error;
    }
    unrecorded += messages.length;
    for (const message of messages) {
      const sending = startSending(message, inHand, deps.texts.of(message.batchId), splits, deps.routing());
      if (sending.pending.length === 0) record(answerOf(sending, deps.routing(), deps.now()));
      else for (const part of sending.pending) queue.push({ sending, part });
    }
    if (stopped) giveBack('stopping');
  };
  const wake = (due: boolean): void => {
    if (due) mayHaveDue = true;
    pump();
    const partsMax = wanted();
    if (partsMax <= 0) return;
    claiming = true;
    void claim(partsMax)
      .catch(async (error: unknown) => {
        deps.onError(error);
        await new Promise((resolve) => setTimeout(resolve, faultPauseMs));
      })
      .finally(() => {
        claiming = false;
        if (unrecorded === 0) for (const resolve of drainWaiters.splice(0)) resolve();
        wake(false);
      });
  };
  return {
    add: (session) => void sessions.add(session),
    remove: (session) => void sessions.delete(session),
    wake,
    tick() {
      if (queued() === 0) lastLeftAt = performance.now();
      else if (performance.now() - lastLeftAt > heldMaxMs) giveBack('no room');
    },
    stop() {
      stopped = true;
      giveBack('stopping');
    },
    get held() {
      return { parts: queued(), unrecorded };
    },
    drained: () => new Promise<void>((resolve) => (unrecorded === 0 && !claiming ? resolve() : drainWaiters.push(resolve))),
  };
}

/** Counts what left in the last `spanMs`. */
function createPace(spanMs: number): { note(): void; count(): number } {
  let since = performance.now();
  let now = 0;
  let before = 0;
  const turn = (): void => {
    const elapsed = performance.now() - since;
    if (elapsed < spanMs) return;
    before = elapsed < 2 * spanMs ? now : 0;
    now = 0;
    since = performance.now();
  };
  return {
    note() {
      turn();
      now++;
    },
    count() {
      turn();
      return Math.max(now, before);
    },
  };
}
