// State that a destination queue has learnt about its server: how many requests may be in flight,
// when it may be tried again, and whether it answers.

import { type Timer } from '../../platform/environment.ts';

const sendersStart = 4;
const sendersMax = 64;
/**
 * Retries and replays of one destination queue, a second: less when nobody answers, more when
 * answers are quick, so that the end of an outage is no storm.
 */
const againPerSecStart = 100;
const againPerSecMin = 10;
const againPerSecMax = 2_000;

export interface DestinationQueue<Work> {
  key: string;
  account: number;
  /** First attempts. */
  first: Work[];
  /** Retries and replays. */
  again: Work[];
  active: number;
  allowance: number;
  /** Its last request was answered quickly. */
  healthy: boolean;
  tokens: number;
  tokensPerSec: number;
  tokensAt: number;
  tokenTimer: Timer | null;
}

export function newDestinationQueue<Work>(
  key: string,
  account: number,
  now: number,
): DestinationQueue<Work> {
  return {
    key,
    account,
    first: [],
    again: [],
    active: 0,
    allowance: sendersStart,
    healthy: false,
    tokens: againPerSecStart,
    tokensPerSec: againPerSecStart,
    tokensAt: now,
    tokenTimer: null,
  };
}

/** Additive increase, multiplicative decrease; an answer that took long changes nothing. */
export function learn<Work>(
  destination: DestinationQueue<Work>,
  answered: boolean,
  quickly: boolean,
): void {
  destination.healthy = answered && quickly;
  if (destination.healthy) {
    destination.allowance = Math.min(sendersMax, destination.allowance + 1);
    destination.tokensPerSec = Math.min(againPerSecMax, destination.tokensPerSec + 1);
  } else if (!answered) {
    destination.allowance = Math.max(1, destination.allowance >> 1);
    destination.tokensPerSec = Math.max(againPerSecMin, destination.tokensPerSec / 2);
  }
}

/** Whether one retry may go now. `now` in ms. */
export function hasToken<Work>(destination: DestinationQueue<Work>, now: number): boolean {
  destination.tokens = Math.min(
    destination.tokensPerSec,
    destination.tokens + ((now - destination.tokensAt) / 1_000) * destination.tokensPerSec,
  );
  destination.tokensAt = now;
  return destination.tokens >= 1;
}

export function isIdle<Work>(destination: DestinationQueue<Work>): boolean {
  return (
    destination.active === 0 && destination.first.length === 0 && destination.again.length === 0
  );
}
