// Shares one status-query limit between nodes. A node counts alone as long as all nodes together
// cannot exceed the limit that way; from there on a key is shared: each query asks the database,
// gathered with others, and the other nodes are notified to do the same.

import type { Session } from '../../platform/db/database.ts';
import { createGatherer, type Gathered } from '../../platform/db/gather.ts';
import { statusLimitChannel, mergeIntoWindows, publish, type Window } from './store.ts';
import { environment } from '../../platform/environment.ts';
import { slicesOf } from '../../platform/in-turns.ts';

export interface WindowShare {
  /** Status requests of one key that a node may count without telling anybody. */
  privateMax(): number;
  /**
   * Adds what this node has counted of a key to what all have, and answers what counts there now.
   * Throws when the database does not answer.
   */
  merge(window: Window, cutoff: number): Promise<readonly number[]>;
  /** Tells the other nodes that these keys are shared from now on. */
  announce(key: number): void;
}

const groupMax = 512;
/** A payload holds 8,000 bytes at most; a key has up to 11 characters in base 36. */
const keysPerNotice = 600;

/**
 * Privately counted, a key must not reach the limit unseen: the other nodes may each hold
 * `privateMax` when one of them asks with one more than that, so (nodes − 1) × privateMax +
 * privateMax + 1 ≤ limit.
 */
export function privateMaxOf(limit: number, nodes: number): number {
  return nodes <= 1 ? limit : Math.floor((limit - 1) / nodes);
}

/** `limit`: what a window holds. `nodes`: how many are alive. */
export function createWindowShare(
  session: Session,
  limit: number,
  nodes: () => number,
): WindowShare {
  const gatherer = createGatherer<{ window: Window; cutoff: number }, readonly number[]>(
    groupMax,
    (group) => mergeGroup(session, limit, group),
  );
  let announced: number[] = [];
  const sendNotices = async (): Promise<void> => {
    const keys = announced;
    announced = [];
    for (const part of slicesOf(keys, keysPerNotice))
      await publish(session, statusLimitChannel, writeKeys(part));
  };
  return {
    privateMax: () => privateMaxOf(limit, nodes()),
    merge: (window, cutoff) => gatherer.submit({ window, cutoff }),
    announce(key) {
      announced.push(key);
      // A notice that is lost lets another node allow what it may count privately, no more.
      if (announced.length === 1) environment.nextTurn(() => void sendNotices().catch(() => {}));
    },
  };
}

/** Status requests of one key in one batch are one row: those that came first count first. */
async function mergeGroup(
  session: Session,
  limit: number,
  group: Gathered<{ window: Window; cutoff: number }, readonly number[]>[],
): Promise<void> {
  const windows = new Map<number, Set<number>>();
  let cutoff = 0;
  for (const { item } of group) {
    const times = windows.get(item.window.key);
    if (times === undefined) windows.set(item.window.key, new Set(item.window.times));
    else for (const time of item.window.times) times.add(time);
    cutoff = Math.max(cutoff, item.cutoff);
  }
  const mine = [...windows].map(([key, times]) => ({ key, times: [...times].slice(0, limit) }));
  const merged = new Map(
    (await mergeIntoWindows(session, mine, cutoff, limit)).map(({ key, times }) => [key, times]),
  );
  for (const entry of group) entry.resolve(merged.get(entry.item.window.key) ?? []);
}

const writeKeys = (keys: readonly number[]): string => keys.map((key) => key.toString(36)).join();

/** The keys of a notice; what is no key is left out. */
export function readKeys(payload: string): number[] {
  return payload
    .split(',')
    .map((text) => Number.parseInt(text, 36))
    .filter((key) => Number.isSafeInteger(key) && key > 0);
}
