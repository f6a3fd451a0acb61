// Limits the work sent to one provider: a queue with the provider's own concurrency and rate. Each
// route has its own, so that a slow provider does not delay the others. Sending goes before asking:
// after an outage thousands of outcomes are asked for, and new payments do not wait behind them
// (F66).

import type { Capabilities } from '@jokko/connectors/kit';
import { environment, type Timer } from '../../../platform/environment.ts';
import { createWaitingLines } from './waiting-lines.ts';

export interface ProviderQueue<Work> {
  /**
   * Takes a place for sending when nothing is waiting to be sent and one is free; `leave` gives it
   * back.
   */
  reserve(): boolean;
  leave(): void;
  /** Starts the work now, in a place reserved before. */
  startReserved(work: Work): void;
  add(work: Work): void;
  setLimits(limits: Capabilities['limits']): void;
  readonly queued: number;
  /** The part of these that is to be sent, not queried. */
  readonly queuedSends: number;
  readonly active: number;
  /** Drops all that is queued. */
  clear(): void;
}

/**
 * `run` calls `leave` when its work is done. `isQuery`: the work asks about something that was sent
 * before.
 */
export function createProviderQueue<Work>(
  run: (work: Work, leave: () => void) => void,
  isQuery: (work: Work) => boolean = () => false,
): ProviderQueue<Work> {
  const lines = createWaitingLines<Work>();
  let active = 0;
  let limits: { concurrency: number; ratePerSec?: number } = { concurrency: 1 };
  const bucket = createTokenBucket();
  let wake: Timer | null = null;

  /** Takes one place of the concurrency and, if there is a rate, one token. */
  const takePlace = (): boolean => {
    if (active >= limits.concurrency) return false;
    if (limits.ratePerSec !== undefined && !bucket.take(limits.ratePerSec)) return false;
    active++;
    return true;
  };
  const leave = (): void => {
    active--;
    pump();
  };
  const pump = (): void => {
    while (lines.hasWork(limits) && takePlace()) {
      const { work, done } = lines.next(limits);
      run(work, () => {
        done();
        leave();
      });
    }
    const { ratePerSec, concurrency } = limits;
    if (ratePerSec === undefined || active >= concurrency || !lines.hasWork(limits)) return;
    wake ??= environment.startTimer(() => {
      wake = null;
      pump();
    }, 1_000 / ratePerSec);
  };
  return {
    reserve: () => lines.mayOvertake(limits) && takePlace() && lines.sent(),
    leave,
    startReserved: (work) => run(work, leave),
    add(work) {
      lines.add(work, isQuery(work));
      pump();
    },
    setLimits(next) {
      limits = next;
    },
    get queued() {
      return lines.sends + lines.queries;
    },
    get queuedSends() {
      return lines.sends;
    },
    get active() {
      return active;
    },
    clear() {
      lines.clear();
      if (wake !== null) environment.stopTimer(wake);
    },
  };
}

/** Fills at the given rate, and holds the tokens of one second at most. */
function createTokenBucket() {
  let tokens = 0;
  let refilledAt = environment.monotonic();
  return {
    take(ratePerSec: number): boolean {
      const now = environment.monotonic();
      tokens = Math.min(
        Math.max(1, ratePerSec),
        tokens + ((now - refilledAt) / 1_000) * ratePerSec,
      );
      refilledAt = now;
      if (tokens < 1) return false;
      tokens--;
      return true;
    },
  };
}
