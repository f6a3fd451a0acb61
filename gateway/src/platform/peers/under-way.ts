// The requests that were handed to another node and have no answer yet.

import { createHeardClock } from '../system/deadline.ts';

/** `declined`: certainly not begun. `lost`: it may have been done. */
export type LinkAnswer =
  { type: 'answer'; text: string; left(): void } | { type: 'declined' } | { type: 'lost' };

interface Request {
  resolve(answer: LinkAnswer): void;
  /** By the clock of what this node heard. */
  sentAt: number;
  answerMaxMs: number;
}

/**
 * A node that answers others is busy and not away: what waits for it may take so many times longer.
 */
const busyFactor = 3;

export interface UnderWay {
  readonly count: number;
  /** Returns the number under which the answer comes. */
  add(answerMaxMs: number): { number: number; answered: Promise<LinkAnswer> };
  /** False: it was given up before, and has had its answer. */
  settle(number: number, answer: LinkAnswer): boolean;
  /**
   * Gives up what has waited for too long; to be called each `lookEveryMs` while there is anything.
   * True: the other node has answered nothing meanwhile.
   */
  giveUpLate(): boolean;
  giveUpAll(): void;
}

export function createUnderWay(lookEveryMs: number): UnderWay {
  const clock = createHeardClock(lookEveryMs);
  const requests = new Map<number, Request>();
  let last = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  const settle: UnderWay['settle'] = (number, answer) => {
    if (answer.type === 'answer') answeredAt = clock.now();
    requests.get(number)?.resolve(answer);
    return requests.delete(number);
  };
  return {
    get count() {
      return requests.size;
    },
    add(answerMaxMs) {
      if (requests.size === 0) clock.start();
      last = (last + 1) >>> 0;
      const { promise, resolve } = Promise.withResolvers<LinkAnswer>();
      requests.set(last, { resolve, sentAt: clock.now(), answerMaxMs });
      return { number: last, answered: promise };
    },
    settle,
    giveUpLate() {
      clock.look();
      const now = clock.now();
      let isAway = false;
      for (const [number, { sentAt, answerMaxMs }] of requests) {
        const isStill = answeredAt < now - answerMaxMs;
        if (now - sentAt < answerMaxMs * (isStill ? 1 : busyFactor)) continue;
        settle(number, { type: 'lost' });
        isAway ||= isStill;
      }
      return isAway;
    },
    giveUpAll() {
      for (const number of requests.keys()) settle(number, { type: 'lost' });
    },
  };
}
