// Gives a reader the callbacks of an account as they are recorded, in order and none left out, each
// signed at the moment it is given. The reader's pace is the pace: the next one is read from the
// database when the last one was taken.

import type { CallbackStreamEvent } from '@jokko/contract';
import type { Session } from '../../../platform/db/database.ts';
import { webhookIdOf, type CallbackToSign } from '../../callbacks/index.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import type { FeedCursor } from './feed-cursor.ts';
import type { FeedWatch } from './feed-watch.ts';
import { readFeedCallbacks, type FeedCallback, type FeedOrder } from './feed.ts';

/** The most of one reading: bodies of up to 64 KiB are held until they are taken. */
const readAtOnce = 20;

export interface FollowDeps {
  database: Session;
  catalogue(): Catalogue;
  feedCursor: FeedCursor;
  feedWatch: FeedWatch;
  /** The signature headers of one attempt (rule C5). */
  signCallback(callback: CallbackToSign): Promise<{ [name: string]: string }>;
}

/** A callback on its way to who follows it. */
export interface FollowedCallback extends CallbackStreamEvent {
  /** Continues after this one. */
  cursor: string;
}

export interface Follower {
  /** Resolves when the next one may come. */
  take(callback: FollowedCallback): Promise<void>;
  /** It cannot be gone on with; what was taken stays taken. */
  fail(error: unknown): void;
}

/** Calls `take` for each callback after `after` until the answered function is called. */
export function followCallbacks(
  deps: FollowDeps,
  account: FeedOrder['account'],
  after: bigint,
  { take, fail }: Follower,
): () => void {
  let place = after;
  let isStopped = false;
  let isReading = false;
  let hasGrown = false;

  async function readOn(): Promise<void> {
    isReading = true;
    try {
      while (hasGrown && !isStopped) {
        hasGrown = false;
        await giveSome();
      }
    } finally {
      isReading = false;
    }
  }

  async function giveSome(): Promise<void> {
    const order = { account, after: place, limit: readAtOnce };
    const found = await readFeedCallbacks(deps.database, deps.catalogue(), order);
    for (const callback of found) {
      if (isStopped) return;
      await take(await followed(deps, account.id, callback));
      place = callback.place;
    }
    if (found.length === readAtOnce) hasGrown = true;
  }

  const unfollow = deps.feedWatch.follow(account.id, () => {
    hasGrown = true;
    if (isReading) return;
    readOn().catch((error: unknown) => {
      if (!isStopped) fail(error);
    });
  });
  return () => {
    isStopped = true;
    unfollow();
  };
}

async function followed(
  { feedCursor, signCallback }: FollowDeps,
  accountId: number,
  { place, operationId, second, url, attempts, body }: FeedCallback,
): Promise<FollowedCallback> {
  const headers = await signCallback({ accountId, operationId, second, body });
  return {
    cursor: feedCursor.encode(accountId, place),
    webhookId: webhookIdOf({ operationId, second }),
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body,
    attempt: attempts,
  };
}
