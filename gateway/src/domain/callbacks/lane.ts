// What has a lane learnt of its server? How many requests it may have under way, how often it may be tried again, and whether it answers.

const sendersStart = 4;
const sendersMax = 64;
/** Retries and replays of one lane, a second: less when nobody answers, more when answers are quick, so that the end of an outage is no storm. */
const againPerSecStart = 100;
const againPerSecMin = 10;
const againPerSecMax = 2_000;

export interface Lane<Work> {
  key: string;
  account: number;
  /** First attempts. */
  first: Work[];
  /** Retries and replays. */
  again: Work[];
  active: number;
  allowance: number;
  /** Its last request was answered quickly. */
  proven: boolean;
  tokens: number;
  tokensPerSec: number;
  tokensAt: number;
  tokenTimer: NodeJS.Timeout | null;
}

export function newLane<Work>(key: string, account: number, now: number): Lane<Work> {
  return {
    ...{ key, account, first: [], again: [], active: 0, allowance: sendersStart, proven: false },
    ...{ tokens: againPerSecStart, tokensPerSec: againPerSecStart, tokensAt: now, tokenTimer: null },
  };
}

/** Additive increase, multiplicative decrease; an answer that took long changes nothing. */
export function learn<Work>(lane: Lane<Work>, answered: boolean, quickly: boolean): void {
  lane.proven = answered && quickly;
  if (lane.proven) {
    lane.allowance = Math.min(sendersMax, lane.allowance + 1);
    lane.tokensPerSec = Math.min(againPerSecMax, lane.tokensPerSec + 1);
  } else if (!answered) {
    lane.allowance = Math.max(1, lane.allowance >> 1);
    lane.tokensPerSec = Math.max(againPerSecMin, lane.tokensPerSec / 2);
  }
}

/** Whether one retry may go now. `now` in ms. */
export function hasToken<Work>(lane: Lane<Work>, now: number): boolean {
  lane.tokens = Math.min(lane.tokensPerSec, lane.tokens + ((now - lane.tokensAt) / 1_000) * lane.tokensPerSec);
  lane.tokensAt = now;
  return lane.tokens >= 1;
}

export function isIdle<Work>(lane: Lane<Work>): boolean {
  return lane.active === 0 && lane.first.length === 0 && lane.again.length === 0;
}
