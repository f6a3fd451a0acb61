// Gives provider calls and posts of callbacks to threads, the one with the fewest under way first.
// Calls of a thread that ended have an unknown outcome, as those whose answer was lost; posts are made
// once more.

import type { HttpRequest, HttpResult } from '@jokko/connectors/kit';
import type { PostRequest, PostResult } from '../outbound/post.ts';
import { environment } from '../environment.ts';
import { silenceMs } from '@jokko/connectors/kit';
import { readResults, writeCall, type SendableRequest } from './call-rows.ts';
import { readPosted, writePost } from './post-rows.ts';
import type { Thread } from './threads.ts';

export const channels = {
  call: 'call',
  result: 'result',
  post: 'post',
  posted: 'posted',
} as const;

export interface Sender {
  /** Never throws. */
  call(request: HttpRequest): Promise<HttpResult>;
  /** Never throws. */
  post(request: PostRequest): Promise<PostResult>;
}

export interface Senders extends Sender {
  /** Binds what the thread answers. */
  bind(thread: Thread): void;
  /** From now on the thread is given calls. */
  add(thread: Thread): void;
  /** It has ended. */
  remove(thread: Thread): void;
  /** Calls and posts that threads have under way. */
  readonly underWay: number;
  close(): void;
}

interface UnderWay<Result> {
  resolve(result: Result): void;
  /** By `environment.monotonic`: the thread has long given up by then. */
  overdueAt: number;
}

interface Posting extends UnderWay<PostResult> {
  /** Its thread has ended. `other`: null where there is none. */
  again(other: Given | null): void;
}

interface Given {
  thread: Thread;
  lastId: number;
  calls: Map<number, UnderWay<HttpResult>>;
  posts: Map<number, Posting>;
}

/** A thread keeps its deadlines itself. One that is this late does not turn any more, and is ended; longer than a slow machine can be. */
const overdueMs = 60_000;
const lookEveryMs = 1_000;

/** `here`: makes the calls of this thread, while no other one is ready. */
export function createSenders(here: Sender): Senders {
  const known = new Map<Thread, Given>();
  const ready = new Set<Given>();
  let lookedAt = environment.monotonic();
  const ticker = environment.startTicker(() => {
    const silentMs = silenceMs(lookEveryMs, environment.monotonic() - lookedAt);
    lookedAt = environment.monotonic();
    for (const given of known.values()) {
      // What threads answered while this one was silent is read only after this.
      if (silentMs > 0) for (const work of underWayOf(given)) work.overdueAt += silentMs;
      if (isStuck(given)) given.thread.end();
    }
  }, lookEveryMs);
  ticker.unref();
  return {
    call(request) {
      const given = leastBusy(ready);
      if (given === null || !isSendable(request)) return here.call(request);
      return callThere(given, request);
    },
    post(request) {
      const given = leastBusy(ready);
      return given === null ? here.post(request) : postThere(given, request);
    },
    bind(thread) {
      const given: Given = { thread, lastId: 0, calls: new Map(), posts: new Map() };
      known.set(thread, given);
      thread.link.receive(channels.result, (values) =>
        readResults(values, (id, result) => settle(given.calls, id, result)),
      );
      thread.link.receive(channels.posted, (values) =>
        readPosted(values, (id, result) => settle(given.posts, id, result)),
      );
    },
    add: (thread) => void ready.add(known.get(thread)!),
    remove(thread) {
      const given = known.get(thread);
      if (given === undefined) return;
      known.delete(thread);
      ready.delete(given);
      for (const { resolve } of given.calls.values())
        resolve({ kind: 'lost', cause: 'connection' });
      for (const { again } of given.posts.values()) again(leastBusy(ready));
    },
    get underWay() {
      return [...known.values()].reduce((sum, given) => sum + countOf(given), 0);
    },
    close: () => environment.stopTimer(ticker),
  };
}

function callThere(given: Given, request: SendableRequest): Promise<HttpResult> {
  const id = ++given.lastId;
  return new Promise((resolve) => {
    given.calls.set(id, {
      resolve(result) {
        // Where it was held back, whoever asked is to know why.
        if (result.kind === 'not_sent') request.mayLeave?.();
        resolve(result);
      },
      overdueAt: environment.monotonic() + request.timeoutMs + overdueMs,
    });
    given.thread.link.send(channels.call, ...writeCall(id, request));
  });
}

/** A receiver bears to be told twice: what ends with its thread is posted once more, by another one. */
function postThere(given: Given, request: PostRequest, isRepeat = false): Promise<PostResult> {
  const id = ++given.lastId;
  const from = environment.monotonic();
  return new Promise((resolve) => {
    given.posts.set(id, {
      resolve,
      overdueAt: from + request.timeoutMs + overdueMs,
      again(other) {
        if (other === null || isRepeat) resolve(lostPost(request, environment.monotonic() - from));
        else void postThere(other, request, true).then(resolve);
      },
    });
    given.thread.link.send(channels.post, ...writePost(id, request));
  });
}

/**
 * A body of bytes holds a card, which is overwritten here once it has left. A condition that another thread cannot know of, as that of a
 * connector which may end its call at any time, is asked for here.
 */
const isSendable = (request: HttpRequest): request is SendableRequest =>
  typeof request.body !== 'object' &&
  (request.mayLeave === undefined || request.mayLeaveUntil !== undefined);

const countOf = ({ calls, posts }: Given): number => calls.size + posts.size;

function leastBusy(ready: Set<Given>): Given | null {
  let least: Given | null = null;
  for (const given of ready) if (least === null || countOf(given) < countOf(least)) least = given;
  return least;
}

function settle<Result>(underWay: Map<number, UnderWay<Result>>, id: number, result: Result): void {
  underWay.get(id)?.resolve(result);
  underWay.delete(id);
}

function* underWayOf({ calls, posts }: Given): Generator<UnderWay<never>> {
  yield* calls.values();
  yield* posts.values();
}

function isStuck(given: Given): boolean {
  const now = environment.monotonic();
  for (const { overdueAt } of underWayOf(given)) if (overdueAt < now) return true;
  return false;
}

const noBody = Buffer.alloc(0);

/** Whether the receiver got it is unknown: the next attempt is due as after any other failure. */
const lostPost = ({ pins }: PostRequest, tookMs: number): PostResult => ({
  status: null,
  errorClass: 'network_error',
  timedOutIn: null,
  address: null,
  phases: {
    dnsMs: null,
    connectMs: null,
    tlsMs: null,
    firstByteMs: null,
    totalMs: Math.round(tookMs),
  },
  reused: false,
  tlsVersion: null,
  pinSeen: null,
  pinResult: pins === null ? 'none' : 'unseen',
  certificate: null,
  body: noBody,
  bodyCut: false,
  headers: () => ({}),
});
